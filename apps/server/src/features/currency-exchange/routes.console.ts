import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { proposeBackup } from './console/propose-backup.ts'
import { readBoard, readEvents } from './console/read-board.ts'

export const currencyExchangeConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['currencyExchange']> => ({
  board: async (_body, { now }) => done(await readBoard(db, now)),
  events: async ({ currency }, { now }) => done({ events: await readEvents(db, currency, now) }),
  proposeBackup: (body, { caller: by, now, requestId }) => proposeBackup(db, body, { by, now, requestId }),
})
