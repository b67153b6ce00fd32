// Market times: Taipei time, wherever the phone is, 24 hours.

import type { Period } from '@fairlot/contract/market-data'
import { taipeiIso } from '@fairlot/rules/calendar'
import { isMinutePeriod } from '@fairlot/rules/market-data'

/** 12:48:36 */
export const secondText = (at: number): string => taipeiIso(at).slice(11, 19)
/** 12:48 */
export const minuteText = (at: number): string => taipeiIso(at).slice(11, 16)
/** 03/12 */
export const dayText = (at: number): string => `${taipeiIso(at).slice(5, 7)}/${taipeiIso(at).slice(8, 10)}`
/** 2026/03/12 */
export const dateText = (at: number): string => taipeiIso(at).slice(0, 10).replaceAll('-', '/')
const monthText = (at: number): string => taipeiIso(at).slice(0, 7).replace('-', '/')
const yearText = (at: number): string => taipeiIso(at).slice(0, 4)

/** The full time of a candle, for the crosshair's tag and the table. */
export const candleTimeText = (period: Period, at: number): string => {
  if (period === 'year') return yearText(at)
  if (period === 'month') return monthText(at)
  return period === 'day' ? dateText(at) : `${dayText(at)} ${minuteText(at)}`
}

/** When trading began: a time of the day among minutes, otherwise a date. */
export const simulatedText = (period: Period, at: number): string =>
  isMinutePeriod(period) ? candleTimeText(period, at) : dateText(at)

/** The shortest text that distinguishes neighbouring ticks of the axis. */
export const axisTimeText = (period: Period, at: number, before: number): string => {
  if (period === 'year') return yearText(at)
  if (period === 'month') return monthText(at)
  if (period === 'day') return dayText(at)
  return dayText(at) === dayText(before) ? minuteText(at) : dayText(at)
}

/** 1:23, the remaining time of a pause. */
export const countdownText = (leftMs: number): string => {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export interface AgeTexts {
  readonly seconds: (count: number) => string
  readonly minutes: (count: number) => string
  readonly hours: (count: number) => string
}

export const ageText = (ms: number, texts: AgeTexts): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return texts.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.floor(minutes / 60))
}
