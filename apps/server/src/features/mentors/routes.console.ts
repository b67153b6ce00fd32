import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listForConsole } from './console/list.ts'

export const mentorsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['mentors']> => ({
  listed: async () => done(await listForConsole(db)),
})
