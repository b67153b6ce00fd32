import { bankAccountsRoutes } from '@fairlot/contract/bank-accounts'
import { consoleRoutes } from '@fairlot/contract/console-routes'
import { bindConsoleRoutes, bindRoutes } from '#platform/http/routes'
import type { ServerFeature } from '../server-feature.ts'
import { bankAccountReader } from './personal-reader.ts'
import { bankAccountReviews } from './reviews.ts'
import { bankAccountsConsoleHandlers } from './routes.console.ts'
import { bankAccountsHandlers } from './routes.member.ts'

export const bankAccounts: ServerFeature = {
  member: (deps) => bindRoutes(bankAccountsRoutes, bankAccountsHandlers(deps)),
  console: (deps) => bindConsoleRoutes(consoleRoutes['bank-accounts'], bankAccountsConsoleHandlers(deps)),
  reviews: (deps) => [bankAccountReviews(deps)],
  personal: (secrets) => [bankAccountReader(secrets)],
}
