import type { FundComponentsTexts } from './texts/tw.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The remaining time, in its two largest units. Never zero while time remains. */
export const timeLeftText = (ms: number, texts: FundComponentsTexts['left']): string => {
  if (ms >= 2 * DAY) return texts.days(Math.floor(ms / DAY), Math.floor((ms % DAY) / HOUR))
  if (ms >= HOUR) return texts.hours(Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE))
  if (ms >= MINUTE) return texts.minutes(Math.ceil(ms / MINUTE))
  return texts.seconds(Math.max(1, Math.ceil(ms / 1_000)))
}
