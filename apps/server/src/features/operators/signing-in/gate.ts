import { hashSecret, isRandomSecret } from '#platform/credentials/secret-value'
import type { Db } from '#platform/db'
import type { OperatorGate } from '#platform/http/console-surface'
import { lives } from './lives.ts'
import { readSession, touchSession } from './store.ts'

/** Last use is written at most this often: a write for every read would double the work. */
const touchEveryMs = 30_000

export const openOperatorGate = (db: Db): OperatorGate => ({
  async authenticate(bind, { now }, isQuiet) {
    if (!isRandomSecret(bind)) return undefined
    const seenSince = new Date(now.getTime() - lives.idleMs)
    const session = await readSession(db, hashSecret(bind), now, seenSince)
    if (!session) return undefined
    if (!isQuiet && now.getTime() - session.lastSeenAt.getTime() >= touchEveryMs) {
      await touchSession(db, session.sessionId, now)
    }
    const roles = session.roles.map(({ role, until }) => ({
      role,
      until: until === null ? null : new Date(until),
    }))
    const { operatorId, sessionId, deviceId, login, name, expiresAt } = session
    return { operatorId, sessionId, deviceId, login, name, roles, expiresAt }
  },
})
