// The risk statement as it was signed: the version of its text, which the screens have in both languages, and the
// figures it showed on that day.

import { type CalendarName, sessionHours, taipeiDate, taipeiIso } from '@fairlot/rules/calendar'

const version = 1

export function statementOf(
  calendar: CalendarName,
  everybody: { readonly closed: number; readonly lost: number },
  now: Date,
): string {
  const { autoCoverAt } = sessionHours(calendar, taipeiDate(now.getTime()))
  return JSON.stringify({ version, autoCover: clockTime(autoCoverAt), everybody })
}

const clockTime = (atMs: number): string => taipeiIso(atMs).slice(11, 16)
