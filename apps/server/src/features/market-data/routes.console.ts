import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { proposeHalt, proposeResume } from './control/propose-halt.ts'
import { readControl } from './control/read-control.ts'
import { readStanding } from './control/read-standing.ts'

export const marketDataConsoleHandlers = ({
  db,
  calendar,
}: {
  readonly db: Db
  readonly calendar: CalendarName
}): ConsoleHandlers<(typeof consoleRoutes)['marketData']> => ({
  control: async (_body, { now }) => done(await readControl(db, calendar, now)),
  standing: ({ symbol }) => readStanding(db, symbol),
  proposeHalt: (body, { caller, now, requestId }) => proposeHalt(db, body, { by: caller, now, requestId }),
  proposeResume: (body, { caller, now, requestId }) =>
    proposeResume(db, body, { by: caller, now, requestId }),
})
