import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listConsoleCopies, listConsoleProducts } from './console/list.ts'
import { proposeProduct } from './products/propose.ts'

export const copyTradingConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['copyTrading']> => ({
  copies: (body, { now }) => listConsoleCopies(db, body, now),
  listed: async (_body, { now }) => done(await listConsoleProducts(db, now)),
  proposeProduct: (body, { caller: by, now, requestId }) => proposeProduct(db, body, { by, now, requestId }),
})
