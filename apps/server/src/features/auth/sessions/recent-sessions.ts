// Sessions read a moment ago, for routes that are called many times a second. A session that ended and a restriction that
// was set or lifted must be felt within a second, so one question asks PostgreSQL for all such changes a few times a
// second, and nothing is taken from here unless that question was answered lately. It is asked only while somebody calls.

import type { Db } from '#platform/db'
import { type PresentedRow, readByTokenHash, readSessionChanges } from './store.ts'

const askEveryMs = 250
/** Older than this, the last answer vouches for nothing. */
const vouchedMs = 600
/** A change is dated by whoever made it and seen when it commits: no transaction of ours lives this long. */
const overlapMs = 20_000
const keptMs = 30_000
const most = 20_000

interface Kept {
  readonly row: PresentedRow
  readonly until: number
}

export interface RecentSessions {
  read(tokenHash: Buffer): Promise<PresentedRow | undefined>
  forget(sessionId: string): void
}

export function keepRecentSessions(db: Db): RecentSessions {
  const byToken = new Map<string, Kept>()
  const tokenOf = new Map<string, string>()
  const tokensOfMember = new Map<string, Set<string>>()
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
    if (byToken.size >= most) clear()
    byToken.set(token, { row, until: performance.now() + keptMs })
    tokenOf.set(row.sessionId, token)
    const tokens = tokensOfMember.get(row.memberId)
    if (tokens) tokens.add(token)
    else tokensOfMember.set(row.memberId, new Set([token]))
  }

  async function ask(): Promise<void> {
    const askedAt = performance.now()
    const { sessions, members } = await readSessionChanges(db, overlapMs)
    for (const id of sessions) {
      const token = tokenOf.get(id)
      if (token !== undefined) drop(token)
    }
    for (const id of members) for (const token of tokensOfMember.get(id) ?? []) drop(token)
    // What changed while it was under way is for the next one: it vouches for the time it was asked at.
    vouchedAt = askedAt
  }

  async function vouch(): Promise<void> {
    const age = performance.now() - vouchedAt
    if (age < askEveryMs) return
    asking ??= ask().finally(() => {
      asking = undefined
    })
    if (age < vouchedMs) {
      // Still good: the answer is for those who come after. Its failure shows when it is no longer good.
      asking.catch(() => undefined)
      return
    }
    await asking
  }

  return {
    async read(tokenHash) {
      const token = tokenHash.toString('base64')
      await vouch()
      const kept = byToken.get(token)
      if (kept && kept.until > performance.now()) return kept.row
      const row = await readByTokenHash(db, tokenHash)
      // Of a session that has ended nothing is kept: it may be read again for an answer, and that is rare.
      if (row && row.revokedAt === null) keep(token, row)
      else drop(token)
      return row
    },
    forget(sessionId) {
      const token = tokenOf.get(sessionId)
      if (token !== undefined) drop(token)
    },
  }
}
