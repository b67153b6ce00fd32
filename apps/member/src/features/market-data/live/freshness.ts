// How old the prices on screen are. The phone's clock may be wrong by minutes, so age is counted on the gateway's
// clock, carried on by a clock of ours that nobody can set.

import { STALE_AFTER_MS } from '@fairlot/contract/market-data/feed'

export type FeedState = 'live' | 'connecting' | 'stale' | 'offline'

export interface Feed {
  readonly state: FeedState
  /** Since when the prices stand still, in milliseconds since 1970 of this phone; undefined while they are live. */
  readonly since: number | undefined
}

export interface FreshnessInput {
  /** Whether anything wants the feed. */
  readonly isWanted: boolean
  readonly isOnline: boolean
  /** Whether the gateway has spoken on the line that is open now. */
  readonly isHeard: boolean
  /** When the newest word was true, on our clock; undefined when there was none yet. */
  readonly newsAt: number | undefined
  /** When the line was last asked for, on our clock: first of all, or when the page was seen again. */
  readonly startedAt: number
  /** Our clock, and the phone's, now. */
  readonly now: number
  readonly date: number
}

/** A page seen again is not called stale for the moment its line takes to open. */
export const START_GRACE_MS = 2_000

export const feedOf = (input: FreshnessInput): Feed => {
  const { isWanted, isOnline, isHeard, newsAt, startedAt, now, date } = input
  // Nothing is shown that could be old.
  if (!isWanted) return { state: 'live', since: undefined }
  const age = now - (newsAt ?? startedAt)
  const since = date - age
  if (!isOnline) return { state: 'offline', since }
  const isStarting = !isHeard && now - startedAt < START_GRACE_MS
  if (age > STALE_AFTER_MS && !isStarting) return { state: 'stale', since }
  return isHeard && newsAt !== undefined
    ? { state: 'live', since: undefined }
    : { state: 'connecting', since: undefined }
}
