// A socket must not outlive its session. Every second this reads the sessions that have just ended, and every 15
// seconds whether all connected ones are still open: that finds the expired ones.

import { lives } from '@fairlot/rules/auth'
import type { Db } from '#platform/db'
import type { ClientConnection } from './client-connection.ts'
import { readEndedSessions, readOpenSessions } from './store.ts'

/** Longer than the clock difference between two machines, so that none is missed between two reads. */
const lookbackSeconds = 15

export interface SessionWatch {
  add(client: ClientConnection, sessionId: string): void
  remove(client: ClientConnection): void
  size(): number
  endRevoked(): Promise<void>
  endAllNotOpen(now: Date): Promise<void>
}

export function openSessionWatch(db: Db, closeClient: (client: ClientConnection) => void): SessionWatch {
  const sessions = new Map<string, Set<ClientConnection>>()
  const end = (sessionId: string): void => {
    for (const client of sessions.get(sessionId) ?? []) closeClient(client)
  }
  return {
    add(client, sessionId) {
      const clients = sessions.get(sessionId) ?? new Set()
      sessions.set(sessionId, clients.add(client))
    },
    remove(client) {
      if (client.sessionId === undefined) return
      const clients = sessions.get(client.sessionId)
      if (clients?.delete(client) && clients.size === 0) sessions.delete(client.sessionId)
    },
    size: () => [...sessions.values()].reduce((sum, clients) => sum + clients.size, 0),
    async endRevoked() {
      if (sessions.size === 0) return
      for (const sessionId of await readEndedSessions(db, lookbackSeconds)) end(sessionId)
    },
    async endAllNotOpen(now) {
      if (sessions.size === 0) return
      const asked = [...sessions.keys()]
      const open = await readOpenSessions(db, asked, new Date(now.getTime() - lives.sessionIdleMs))
      for (const sessionId of asked) if (!open.has(sessionId)) end(sessionId)
    },
  }
}
