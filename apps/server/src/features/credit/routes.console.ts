import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { readBoard } from './console/read-board.ts'

export const creditConsoleHandlers = (deps: {
  readonly db: Db
  readonly money: 'practice' | 'real'
}): ConsoleHandlers<(typeof consoleRoutes)['credit']> => ({
  board: async ({ view }, { now }) => done(await readBoard(deps, view, now)),
})
