import type { SupportTexts } from './texts/tw.ts'

export const timeText = (minutes: number, { minutes: short, hours: long }: SupportTexts): string =>
  minutes < 60 ? short(minutes) : long(Math.floor(minutes / 60), minutes % 60)

/** Minutes after midnight as a clock shows them. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
