import { authRules, lives } from '@fairlot/rules/auth'
import { dayMs } from '@fairlot/rules/calendar'
import type { AuthDeps } from '../deps.ts'
import type { SignedIn } from '../signed-in.ts'
import { readOpenSessions, readSignIns } from './store.ts'

export async function listSessions({ db }: AuthDeps, { caller, now }: SignedIn) {
  const rows = await readOpenSessions(db, caller.memberId, now, new Date(now.getTime() - lives.sessionIdleMs))
  return {
    sessions: rows.map(({ sessionId, label, network, createdAt, lastSeenAt, expiresAt }) => ({
      sessionId,
      current: sessionId === caller.sessionId,
      label,
      network,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  }
}

const pageSize = 50

export async function listSignIns({ db }: AuthDeps, before: string | undefined, { caller, now }: SignedIn) {
  const from = new Date(now.getTime() - authRules.signInListDays.default * dayMs)
  // The upper bound is exclusive, and the newest row may be from this millisecond.
  const until = before === undefined ? new Date(now.getTime() + 1) : new Date(before)
  const rows = await readSignIns(db, caller.memberId, from, until, pageSize)
  return { signIns: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}
