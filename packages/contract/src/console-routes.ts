// Every route of the console's API on one page. Server only: the console imports the types below and no schema.

import type * as z from 'zod/mini'
import { auctionsConsoleRoutes } from './auctions/routes.console.ts'
import { auditConsoleRoutes } from './audit/routes.console.ts'
import { blockTradesConsoleRoutes } from './block-trades/routes.console.ts'
import { calendarConsoleRoutes } from './calendar/routes.console.ts'
import { bankAccountsConsoleRoutes } from './bank-accounts/routes.console.ts'
import { bankStatementsConsoleRoutes } from './bank-statements/routes.console.ts'
import type { ConsoleRefusalCode } from './catalogue/console.ts'
import { couponsConsoleRoutes } from './coupons/routes.console.ts'
import { depositsConsoleRoutes } from './deposits/routes.console.ts'
import { drawsConsoleRoutes } from './draws/routes.console.ts'
import type { Refusal, Success } from './envelope.ts'
import { fundsConsoleRoutes } from './funds/routes.console.ts'
import { membersConsoleRoutes } from './members/routes.console.ts'
import { noticesConsoleRoutes } from './notices/routes.console.ts'
import { marketDataConsoleRoutes } from './market-data/routes.console.ts'
import { operatorsConsoleRoutes } from './operators/routes.console.ts'
import { ordersConsoleRoutes } from './orders/routes.console.ts'
import { positionsConsoleRoutes } from './positions/routes.console.ts'
import { siteConsoleRoutes } from './site/routes.console.ts'
import { statusConsoleRoutes } from './status/routes.console.ts'
import { uploadsConsoleRoutes } from './uploads/routes.console.ts'
import { withdrawalsConsoleRoutes } from './withdrawals/routes.console.ts'
import { newSharesConsoleRoutes } from './new-shares/routes.console.ts'
import { currencyExchangeConsoleRoutes } from './currency-exchange/routes.console.ts'
import { placementsConsoleRoutes } from './placements/routes.console.ts'
import { mentorsConsoleRoutes } from './mentors/routes.console.ts'
import { copyTradingConsoleRoutes } from './copy-trading/routes.console.ts'
import { savingsPlansConsoleRoutes } from './savings-plans/routes.console.ts'
import { newsConsoleRoutes } from './news/routes.console.ts'
import { supportConsoleRoutes } from './support/routes.console.ts'
import { creditConsoleRoutes } from './credit/routes.console.ts'
import { corporateActionsConsoleRoutes } from './corporate-actions/routes.console.ts'

export const consoleRoutes = {
  operators: operatorsConsoleRoutes,
  members: membersConsoleRoutes,
  uploads: uploadsConsoleRoutes,
  'bank-accounts': bankAccountsConsoleRoutes,
  'bank-statements': bankStatementsConsoleRoutes,
  deposits: depositsConsoleRoutes,
  withdrawals: withdrawalsConsoleRoutes,
  funds: fundsConsoleRoutes,
  orders: ordersConsoleRoutes,
  positions: positionsConsoleRoutes,
  'block-trades': blockTradesConsoleRoutes,
  coupons: couponsConsoleRoutes,
  draws: drawsConsoleRoutes,
  notices: noticesConsoleRoutes,
  site: siteConsoleRoutes,
  calendar: calendarConsoleRoutes,
  marketData: marketDataConsoleRoutes,
  audit: auditConsoleRoutes,
  status: statusConsoleRoutes,
  newShares: newSharesConsoleRoutes,
  auctions: auctionsConsoleRoutes,
  placements: placementsConsoleRoutes,
  currencyExchange: currencyExchangeConsoleRoutes,
  mentors: mentorsConsoleRoutes,
  copyTrading: copyTradingConsoleRoutes,
  savingsPlans: savingsPlansConsoleRoutes,
  news: newsConsoleRoutes,
  support: supportConsoleRoutes,
  credit: creditConsoleRoutes,
  corporateActions: corporateActionsConsoleRoutes,
} as const

export const consoleBase = '/api/console'

type AllRoutes = typeof consoleRoutes
type RouteOf = { [F in keyof AllRoutes]: AllRoutes[F][keyof AllRoutes[F]] }[keyof AllRoutes]

export type ConsolePath = RouteOf['path']
export type ConsoleRouteAt<P extends ConsolePath> = Extract<RouteOf, { path: P }>
export type ConsoleBodyOf<P extends ConsolePath> = z.input<ConsoleRouteAt<P>['body']>
export type ConsoleDataOf<P extends ConsolePath> = z.output<ConsoleRouteAt<P>['data']>

export interface ConsoleRefusal extends Omit<Refusal, 'msg'> {
  readonly msg: ConsoleRefusalCode
}
export type ConsoleEnvelope<Data> = Success<Data> | ConsoleRefusal
