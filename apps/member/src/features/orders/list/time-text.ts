// Times of day in Taipei, wherever the phone is. It has had no daylight saving since 1979.

const aheadMs = 8 * 3_600_000

const iso = (instant: string): string => new Date(Date.parse(instant) + aheadMs).toISOString()

/** 10:15:20 */
export const timeText = (instant: string): string => iso(instant).slice(11, 19)
/** 10:15:20.104 */
export const exactTimeText = (instant: string): string => iso(instant).slice(11, 23)
