import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { readHoldings } from './console/read-holdings.ts'
import type { MarketFacts } from './deps.ts'

export const positionsConsoleHandlers = ({
  db,
  calendar,
  money,
}: MarketFacts & { readonly db: Db }): ConsoleHandlers<(typeof consoleRoutes)['positions']> => ({
  holdings: (body, context) => readHoldings(db, { calendar, money }, body, context),
})
