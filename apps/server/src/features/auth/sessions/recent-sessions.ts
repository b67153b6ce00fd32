// Cache of recently read sessions, for routes that are called many times a second. An ended session or a changed
// restriction must take effect within a second. One query therefore reads all such changes from PostgreSQL a few times
// a second while there are calls, and a cached session is used only if that query succeeded recently.

import type { Db } from '#platform/db'
import { type PresentedRow, readByTokenHash, readSessionChanges, touchSessions } from './store.ts'

const askEveryMs = 250
/** Past this age the last query result is too old to rely on. */
const vouchedMs = 600
/** A change is dated when it is made and visible when it commits: no transaction of the server lives this long. */
const overlapMs = 20_000
const keptMs = 30_000
/** The uses of this long are written by one statement. */
const touchMs = 500
const max = 20_000

interface Kept {
  row: PresentedRow
  readonly until: number
}

export interface RecentSessions {
  /** `now` by the clock that dates sign-outs and restrictions. */
  read(tokenHash: Buffer, now: Date): Promise<PresentedRow | undefined>
  /** The session was used at `now`. This is written soon; a crash before that loses it. */
  touch(sessionId: string, now: Date): void
  /** The row with a use that is not written yet: a call just before the idle limit extends the session at once. */
  withUse(row: PresentedRow): PresentedRow
}

export function keepRecentSessions(db: Db): RecentSessions {
  const byToken = new Map<string, Kept>()
  const tokenOf = new Map<string, string>()
  const tokensOfMember = new Map<string, Set<string>>()
  const touched = new Map<string, Date>()
  let written: ReadonlyMap<string, Date> = new Map()
  let isPlanned = false
  let vouchedAt = -Infinity
  let asking: Promise<void> | undefined

  function drop(token: string): void {
    const kept = byToken.get(token)
    if (!kept) return
    byToken.delete(token)
    tokenOf.delete(kept.row.sessionId)
    tokensOfMember.get(kept.row.memberId)?.delete(token)
  }

  function clear(): void {
    byToken.clear()
    tokenOf.clear()
    tokensOfMember.clear()
  }

  function keep(token: string, row: PresentedRow): void {
    if (byToken.size >= max) clear()
    byToken.set(token, { row, until: performance.now() + keptMs })
    tokenOf.set(row.sessionId, token)
    const tokens = tokensOfMember.get(row.memberId)
    if (tokens) tokens.add(token)
    else tokensOfMember.set(row.memberId, new Set([token]))
  }

  async function ask(now: Date): Promise<void> {
    const askedAt = performance.now()
    const { sessions, members } = await readSessionChanges(db, new Date(now.getTime() - overlapMs))
    for (const id of sessions) {
      const token = tokenOf.get(id)
      if (token !== undefined) drop(token)
    }
    for (const id of members) for (const token of tokensOfMember.get(id) ?? []) drop(token)
    // The result is valid as of the time of the query; later changes are found by the next one.
    vouchedAt = askedAt
  }

  async function vouch(now: Date): Promise<void> {
    const age = performance.now() - vouchedAt
    if (age < askEveryMs) return
    asking ??= ask(now).finally(() => {
      asking = undefined
    })
    if (age < vouchedMs) {
      // The last result is still fresh: this query serves later callers. Its failure shows when the result gets too
      // old.
      asking.catch(() => undefined)
      return
    }
    await asking
  }

  async function writeTouched(): Promise<void> {
    const uses = [...touched]
    written = new Map(touched)
    touched.clear()
    // A transaction, because its commit has a deadline: with the standby away this would hold a connection for long.
    // Without this write the next read of the session finds the old time, and its use is noted again.
    await db.transaction((tx) => touchSessions(tx, uses)).catch(() => undefined)
    written = new Map()
    isPlanned = false
    if (touched.size > 0) planWrite()
  }

  /** One at a time: those that hang must not take the connections of the reads. */
  function planWrite(): void {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => void writeTouched(), touchMs).unref()
  }

  return {
    async read(tokenHash, now) {
      const token = tokenHash.toString('base64')
      await vouch(now)
      const kept = byToken.get(token)
      if (kept && kept.until > performance.now()) return kept.row
      const row = await readByTokenHash(db, tokenHash)
      // An ended session is not cached: it may be read again for an answer, and that is rare.
      if (row && row.revokedAt === null) keep(token, row)
      else drop(token)
      return row
    },
    touch(sessionId, now) {
      const kept = byToken.get(tokenOf.get(sessionId) ?? '')
      if (kept) kept.row = { ...kept.row, lastSeenAt: now }
      touched.set(sessionId, now)
      planWrite()
    },
    withUse(row) {
      const lastSeenAt = touched.get(row.sessionId) ?? written.get(row.sessionId)
      return lastSeenAt === undefined ? row : { ...row, lastSeenAt }
    },
  }
}
