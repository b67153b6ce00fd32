// Dates and times in the design's format: 24 hours, today by name, the year only when it differs. All are Taiwan time,
// wherever the phone is.

import { intlTag, useLanguage, type Language } from '@fairlot/app-shell/language'
import { dayMs, taipeiDate, taipeiIso } from '@fairlot/rules/calendar'

const dayNames = {
  tw: { today: '今天', yesterday: '昨天' },
  en: { today: 'today', yesterday: 'yesterday' },
} as const satisfies Record<Language, object>

export const formatDate = (instant: string): string => taipeiDate(Date.parse(instant)).replaceAll('-', '/')

export const formatMoment = (instant: string, language: Language, now = new Date()): string => {
  const [day = '', clock = ''] = taipeiIso(Date.parse(instant)).split('T')
  const time = clock.slice(0, 5)
  const today = taipeiDate(now.getTime())
  if (day === today) return `${dayNames[language].today} ${time}`
  if (day === taipeiDate(now.getTime() - dayMs)) return `${dayNames[language].yesterday} ${time}`
  const shown = day.replaceAll('-', '/')
  return `${day.slice(0, 4) === today.slice(0, 4) ? shown.slice(5) : shown} ${time}`
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
