// Formats times and waiting times for the console, in Taiwan time on a 24-hour clock.

import type { Language } from '@fairlot/app-shell/language'

const TAIPEI = 'Asia/Taipei'
const ZONE = 'UTC+8 Taipei'

const parts = (instant: string | Date) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: TAIPEI,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const found: Partial<Record<Intl.DateTimeFormatPartTypes, string>> = {}
  for (const { type, value } of format.formatToParts(new Date(instant))) found[type] = value
  return found
}

/**
 * Returns 12:49:02 for today, 03/09 21:14 for another day of this year, 2025/03/09 21:14 for another year. Only for
 * `Moment`, whose hover text has date and zone.
 */
export const formatMoment = (instant: string, now = new Date()): string => {
  const at = parts(instant)
  const today = parts(now)
  if (at.year === today.year && at.month === today.month && at.day === today.day)
    return `${at.hour}:${at.minute}:${at.second}`
  const day = `${at.month}/${at.day} ${at.hour}:${at.minute}`
  return at.year === today.year ? day : `${at.year}/${day}`
}

/** 03/12 12:49 UTC+8, 2025/03/12 12:49 UTC+8: for sentences, which have no hover text. */
export const momentText = (instant: string, now = new Date()): string => {
  const at = parts(instant)
  const text = `${at.month}/${at.day} ${at.hour}:${at.minute} UTC+8`
  return at.year === parts(now).year ? text : `${at.year}/${text}`
}

/** 2026/03/12 12:49:02 UTC+8, Taipei: for auditors, on hover. */
export const fullMoment = (instant: string): string => {
  const at = parts(instant)
  return `${at.year}/${at.month}/${at.day} ${at.hour}:${at.minute}:${at.second} ${ZONE}`
}

const units = {
  tw: {
    days: (n: number) => `${n} 天`,
    hours: (n: number) => `${n} 時`,
    minutes: (n: number | string) => `${n} 分`,
  },
  en: {
    days: (n: number) => `${n} d`,
    hours: (n: number) => `${n} h`,
    minutes: (n: number | string) => `${n} min`,
  },
} as const satisfies Record<Language, object>

/** Returns 16 分, 1 時 03 分 or 2 天 4 時. */
export const formatWait = (minutes: number, language: Language): string => {
  const whole = Math.max(0, Math.floor(minutes))
  const unit = units[language]
  if (whole < 60) return unit.minutes(whole)
  const hours = Math.floor(whole / 60)
  if (hours < 24) {
    return `${unit.hours(hours)} ${unit.minutes(String(whole % 60).padStart(2, '0'))}`
  }
  return `${unit.days(Math.floor(hours / 24))} ${unit.hours(hours % 24)}`
}

export const minutesBetween = (from: string, to: Date): number =>
  (to.getTime() - new Date(from).getTime()) / 60_000
