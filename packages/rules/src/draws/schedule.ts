// When a draw is released and decided, counted from its close. The fallback is announced with the draw.

import { hourMs } from '../calendar/taipei.ts'
import type { RuleProfile } from '../orders/terms.ts'

export interface DrawSchedule {
  /** The release must be executed before this time for the first round. */
  readonly releaseBy: Date
  /** The last time for a release, which is then used with the fallback round. */
  readonly fallbackReleaseBy: Date
}

/** Between a deadline and its round. No clock of ours is off by that much. */
export const roundMarginMs = 30_000

const minuteMs = hourMs / 60

/** Before a deadline the second operator is reminded. Longer than the practice schedule: there at once. */
export const reminderMs = 30 * minuteMs

const after = {
  // Two operators of a practice market are often one visitor with two browsers.
  practice: { release: 10 * minuteMs, fallback: 20 * minuteMs },
  // Closed on an afternoon, decided the next morning.
  tw: { release: 18 * hourMs, fallback: 20 * hourMs },
} as const

export function scheduleOf(closesAt: Date, profile: RuleProfile): DrawSchedule {
  const { release, fallback } = after[profile]
  return {
    releaseBy: new Date(closesAt.getTime() + release),
    fallbackReleaseBy: new Date(closesAt.getTime() + fallback),
  }
}
