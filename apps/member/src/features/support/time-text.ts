import type { SupportTexts } from './texts/tw.ts'

export const timeText = (minutes: number, { minutes: short, hours: long }: SupportTexts): string =>
  minutes < 60 ? short(minutes) : long(Math.floor(minutes / 60), minutes % 60)

/** A median of no whole minute is not no time. */
export const medianText = (minutes: number, texts: SupportTexts): string =>
  minutes === 0 ? texts.speed.atOnce : timeText(minutes, texts)

/** Minutes after midnight as a clock shows them. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
