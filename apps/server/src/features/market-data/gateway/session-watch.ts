// A socket lives no longer than its session. Every second the sessions that have just been ended are asked for, and
// every quarter of a minute whether all that are connected are still open: that finds the ones that ran out.

import { lives } from '@fairlot/rules/auth'
import type { Db } from '#platform/db'
import type { Phone } from './phone.ts'
import { readEndedSessions, readOpenSessions } from './store.ts'

/** Longer than the clocks of two machines differ, so that none is missed between two looks. */
const lookBackSeconds = 15

export interface SessionWatch {
  add(phone: Phone, sessionId: string): void
  remove(phone: Phone): void
  size(): number
  endRevoked(): Promise<void>
  endAllNotOpen(now: Date): Promise<void>
}

export function openSessionWatch(db: Db, hangUp: (phone: Phone) => void): SessionWatch {
  const sessions = new Map<string, Set<Phone>>()
  const end = (sessionId: string): void => {
    for (const phone of sessions.get(sessionId) ?? []) hangUp(phone)
  }
  return {
    add(phone, sessionId) {
      const phones = sessions.get(sessionId) ?? new Set()
      sessions.set(sessionId, phones.add(phone))
    },
    remove(phone) {
      if (phone.sessionId === undefined) return
      const phones = sessions.get(phone.sessionId)
      if (phones?.delete(phone) && phones.size === 0) sessions.delete(phone.sessionId)
    },
    size: () => [...sessions.values()].reduce((sum, phones) => sum + phones.size, 0),
    async endRevoked() {
      if (sessions.size === 0) return
      for (const sessionId of await readEndedSessions(db, lookBackSeconds)) end(sessionId)
    },
    async endAllNotOpen(now) {
      if (sessions.size === 0) return
      const asked = [...sessions.keys()]
      const open = await readOpenSessions(db, asked, new Date(now.getTime() - lives.sessionIdleMs))
      for (const sessionId of asked) if (!open.has(sessionId)) end(sessionId)
    },
  }
}
