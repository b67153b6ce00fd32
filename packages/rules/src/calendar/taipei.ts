// Days and times of day in Taiwan, on plain milliseconds: the zone is eight hours ahead of UTC and has had no daylight
// saving since 1979, so no time zone data is needed.

const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
const aheadMs = 8 * hourMs

/** What calendar and clock show in Taipei, to be cut: yyyy-mm-ddThh:mm:ss.sss. The Z at its end does not apply. */
export const taipeiIso = (atMs: number): string => new Date(atMs + aheadMs).toISOString()

/** The calendar date in Taipei, yyyy-mm-dd. */
export const taipeiDate = (atMs: number): string => taipeiIso(atMs).slice(0, 10)

/** Milliseconds since 1970 of midnight in Taipei that begins this date. */
export const taipeiMidnight = (date: string): number => new Date(`${date}T00:00:00Z`).getTime() - aheadMs

/** Milliseconds since 1970 of `minute` minutes after that midnight; values above a day reach into the next day. */
export const taipeiTime = (date: string, minute: number): number => taipeiMidnight(date) + minute * minuteMs

export const addDays = (date: string, days: number): string => taipeiDate(taipeiMidnight(date) + days * dayMs)

export function isWeekend(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay()
  return day === 0 || day === 6
}
