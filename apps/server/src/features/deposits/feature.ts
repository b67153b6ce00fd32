import { consoleRoutes } from '@fairlot/contract/console-routes'
import { depositsRoutes } from '@fairlot/contract/deposits'
import { confirmByLine } from '#features/withdrawals'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { bankLineReviews } from './bank-lines/reviews.ts'
import { depositsLoops } from './jobs.ts'
import { reversalReviews } from './reversing/reviews.ts'
import { channelReviews, depositReviews } from './reviews.ts'
import { depositsConsoleHandlers } from './routes.console.ts'
import { depositsHandlers } from './routes.member.ts'

export const deposits: ServerFeature = {
  member: (parts) => bindRoutes(depositsRoutes, depositsHandlers(parts)),
  console: (parts) => bindConsoleRoutes(consoleRoutes.deposits, depositsConsoleHandlers(parts)),
  loops: depositsLoops,
  reviews: (parts) => [
    depositReviews(parts),
    channelReviews(),
    bankLineReviews((tx, withdrawalId, lineId, now) => confirmByLine(tx, parts, withdrawalId, lineId, now)),
    reversalReviews(parts),
  ],
}
