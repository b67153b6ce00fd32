// How old the prices on screen are. The device's clock can be wrong by minutes, so age is measured on the gateway's
// clock, continued by the page's monotonic clock.

import { STALE_AFTER_MS } from '@fairlot/contract/live/socket'
import { createCells, ONLY } from './cells.ts'

export type FeedState = 'live' | 'connecting' | 'stale' | 'offline'

export interface Feed {
  readonly state: FeedState
  /** Since when the prices have not moved, in milliseconds since 1970 of this phone; undefined while they are live. */
  readonly since: number | undefined
}

export interface FreshnessInput {
  /** Whether anything wants the feed. */
  readonly isWanted: boolean
  readonly isOnline: boolean
  /** Whether the gateway has sent anything on the open connection. */
  readonly isHeard: boolean
  /** The time of the newest message, on our clock; undefined before the first. */
  readonly newsAt: number | undefined
  /** When the connection was last requested, on our clock: at first, or when the page was shown again. */
  readonly startedAt: number
  /** Our clock and the phone's clock, now. */
  readonly now: number
  readonly date: number
}

/** A page that is shown again is not called stale while its connection opens. */
export const START_GRACE_MS = 2_000

export const feedOf = (input: FreshnessInput): Feed => {
  const { isWanted, isOnline, isHeard, newsAt, startedAt, now, date } = input
  // Nothing on screen can be old.
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

export interface FeedStateHost {
  isOnline(): boolean
  now(): number
  date(): number
}

export type LiveState = ReturnType<typeof createFeedState>

/** The state of the feed, published when it changes. The connection keeps what it is computed from current. */
export const createFeedState = (host: FeedStateHost, isWanted: () => boolean) => {
  const cells = createCells<Feed>((run) => run())
  const state = {
    cells,
    isHeard: false,
    newsAt: undefined as number | undefined,
    startedAt: 0,
    notify(): void {
      const next = feedOf({
        ...state,
        isWanted: isWanted(),
        isOnline: host.isOnline(),
        now: host.now(),
        date: host.date(),
      })
      // The screen counts the age itself; a second more is not a change.
      if (cells.get(ONLY)?.state !== next.state) cells.set(ONLY, next)
    },
  }
  return state
}
