import type { PositionsTexts } from './texts/tw.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

/** Undefined for a day or more: then the date says enough. */
export function leftText(left: number, texts: PositionsTexts['lock']): string | undefined {
  if (left >= DAY_MS) return undefined
  if (left <= MINUTE_MS) return texts.seconds(Math.max(1, Math.ceil(left / SECOND_MS)))
  const minutes = Math.ceil(left / MINUTE_MS)
  return left < HOUR_MS ? texts.minutes(minutes) : texts.hours(Math.floor(minutes / 60), minutes % 60)
}
