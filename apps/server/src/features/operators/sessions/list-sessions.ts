import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Tx } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { lives } from '../signing-in/lives.ts'
import { readOpenSessions } from './store.ts'

/** The operator's own sessions. No operator sees another's. */
export async function listSessions(
  tx: Tx,
  { operatorId, sessionId }: OperatorCaller,
  now: Date,
): Promise<ConsoleDataOf<'/operators/listSessions'>> {
  const rows = await readOpenSessions(tx, operatorId, now, new Date(now.getTime() - lives.idleMs))
  return {
    sessions: rows.map((row) => ({
      ...row,
      isCurrent: row.sessionId === sessionId,
      createdAt: row.createdAt.toISOString(),
      lastSeenAt: row.lastSeenAt.toISOString(),
      expiresAt: row.expiresAt.toISOString(),
    })),
  }
}
