// Market times as text. Everything is Taiwan time, wherever the phone is.

import { dayMs } from '@fairlot/rules/calendar'
import type { ListsTexts } from './texts/tw.ts'

const parts = (style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Taipei', hourCycle: 'h23', ...style })

const toMinute = parts({ hour: '2-digit', minute: '2-digit' })
const toSecond = parts({ hour: '2-digit', minute: '2-digit', second: '2-digit' })
const day = parts({ year: 'numeric', month: '2-digit', day: '2-digit' })

export const minuteText = (at: number): string => toMinute.format(at)
export const secondText = (at: number): string => toSecond.format(at)

/** 13:25 within a day, when the time alone is unambiguous; 03/16 09:00 after that. */
export const whenText = (at: number, now: number): string => {
  if (at - now < dayMs) return minuteText(at)
  const [date = '', month = ''] = day.format(at).split('/')
  return `${month}/${date} ${minuteText(at)}`
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
