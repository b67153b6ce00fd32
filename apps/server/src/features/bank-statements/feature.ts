import { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Tx } from '#platform/db'
import { bindConsoleRoutes } from '#platform/http/routes'
import type { ReviewDeps, ServerFeature } from '../server-feature.ts'
import { bankStatementsLoops } from './jobs.ts'
import { bankLineReviews } from './reviews.ts'
import { bankStatementsConsoleHandlers } from './routes.console.ts'

/** Provided by withdrawals, which use this feature: the line confirms the payout. */
type ConfirmByLine = (
  tx: Tx,
  deps: ReviewDeps,
  withdrawalId: string,
  lineId: string,
  now: Date,
) => Promise<boolean>

export const bankStatements = (confirmByLine: ConfirmByLine): ServerFeature => ({
  console: (deps) => bindConsoleRoutes(consoleRoutes['bank-statements'], bankStatementsConsoleHandlers(deps)),
  loops: bankStatementsLoops,
  reviews: (deps) => [bankLineReviews((tx, ...line) => confirmByLine(tx, deps, ...line))],
})
