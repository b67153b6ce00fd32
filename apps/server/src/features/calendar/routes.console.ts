import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { proposeClosure } from './propose-closure.ts'
import { readEffect } from './read-effect.ts'
import { readMonth } from './read-month.ts'

export const calendarConsoleHandlers = ({
  db,
  calendar,
}: {
  readonly db: Db
  readonly calendar: CalendarName
}): ConsoleHandlers<(typeof consoleRoutes)['calendar']> => ({
  month: async ({ month }, { now }) => done(await readMonth(db, calendar, month, now)),
  effect: async (body) => done(await readEffect(db, body)),
  proposeClosure: (body, { caller, now, requestId }) =>
    proposeClosure(db, body, { by: caller, now, requestId }),
})
