// Dates and times in the design's format: 24 hours, today by name, the year only when it differs.

import { intlTag, useLanguage, type Language } from '@fairlot/app-shell/language'

const dayOf = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    date,
  )

/** All times are Taiwan time, wherever the phone is. */
const TAIPEI = 'Asia/Taipei'

const dayNames = {
  tw: { today: '今天', yesterday: '昨天' },
  en: { today: 'today', yesterday: 'yesterday' },
} as const satisfies Record<Language, object>

export const formatDate = (instant: string): string => dayOf(new Date(instant), TAIPEI).replaceAll('-', '/')

export const formatMoment = (instant: string, language: Language, now = new Date()): string => {
  const date = new Date(instant)
  const time = new Intl.DateTimeFormat(intlTag(language), {
    timeZone: TAIPEI,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(date)
  const day = dayOf(date, TAIPEI)
  if (day === dayOf(now, TAIPEI)) return `${dayNames[language].today} ${time}`
  if (day === dayOf(new Date(now.getTime() - 86_400_000), TAIPEI))
    return `${dayNames[language].yesterday} ${time}`
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  return year === dayOf(now, TAIPEI).slice(0, 4)
    ? `${month}/${dayOfMonth} ${time}`
    : `${year}/${month}/${dayOfMonth} ${time}`
}

export const useMoment = (): ((instant: string) => string) => {
  const language = useLanguage()
  return (instant) => formatMoment(instant, language)
}

/** A calendar day with its weekday, which matters when it is a deadline: 03/16（一）, 03/16 Mon. */
export const formatDay = (day: string, language: Language): string => {
  const [, month = '', dayOfMonth = ''] = day.split('-')
  const weekday = new Intl.DateTimeFormat(intlTag(language), {
    timeZone: 'UTC',
    weekday: language === 'tw' ? 'narrow' : 'short',
  }).format(new Date(`${day}T00:00:00Z`))
  return language === 'tw' ? `${month}/${dayOfMonth}（${weekday}）` : `${month}/${dayOfMonth} ${weekday}`
}

export const useDay = (): ((day: string) => string) => {
  const language = useLanguage()
  return (day) => formatDay(day, language)
}
