import type { calendarRoutes } from '@fairlot/contract/calendar'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { readSession } from './read-session.ts'

export const calendarHandlers = ({
  db,
  calendar,
}: {
  readonly db: Db
  readonly calendar: CalendarName
}): Handlers<typeof calendarRoutes> => ({
  session: async (_body, { now }) => done(await readSession(db, calendar, now)),
})
