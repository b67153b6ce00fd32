// Market times as text. Everything is Taiwan time, wherever the phone is.

import { dayMs, taipeiIso } from '@fairlot/rules/calendar'
import type { ListsTexts } from './texts/tw.ts'

// Not by Intl: its first formatter costs a phone tens of milliseconds.
export const minuteText = (at: number): string => taipeiIso(at).slice(11, 16)
export const secondText = (at: number): string => taipeiIso(at).slice(11, 19)

/** 13:25 within a day, when the time alone is unambiguous; 03/16 09:00 after that. */
export const whenText = (at: number, now: number): string => {
  if (at - now < dayMs) return minuteText(at)
  return `${taipeiIso(at).slice(5, 10).replace('-', '/')} ${minuteText(at)}`
}

export const leftText = (ms: number, texts: ListsTexts): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  if (seconds < 60) return texts.seconds(seconds)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return texts.minutes(minutes, seconds % 60)
  return texts.hours(Math.floor(minutes / 60), minutes % 60)
}

type Ages = ListsTexts['stale']['ages']

/** The age, in the largest sufficient unit. */
export const ageText = (ms: number, ages: Ages): string => {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return ages.seconds(seconds)
  return seconds < 3_600 ? ages.minutes(Math.floor(seconds / 60)) : ages.hours(Math.floor(seconds / 3_600))
}
