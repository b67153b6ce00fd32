import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { exportRegistered, listRegistered } from './console/list-registered.ts'

export const bankAccountsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['bank-accounts']> => ({
  registered: (body, context) => listRegistered(db, body, context),
  exportRegistered: (body, context) => exportRegistered(db, body, context),
})
