// Every route of the member API on one page. Server only: the app imports the types below and no schema.

import type * as z from 'zod/mini'
import { auctionsRoutes } from './auctions/index.ts'
import { auditRoutes } from './audit/index.ts'
import { authRoutes } from './auth/index.ts'
import { bankAccountsRoutes } from './bank-accounts/index.ts'
import { blockTradesRoutes } from './block-trades/index.ts'
import { calendarRoutes } from './calendar/index.ts'
import { couponsRoutes } from './coupons/index.ts'
import { depositsRoutes } from './deposits/index.ts'
import { drawsRoutes } from './draws/index.ts'
import { favouritesRoutes } from './favourites/index.ts'
import { dayTradingRoutes } from './day-trading/index.ts'
import { fundsRoutes } from './funds/index.ts'
import { identityRoutes } from './identity/index.ts'
import { instrumentsRoutes } from './instruments/index.ts'
import { liveRoutes } from './live/index.ts'
import { marketDataRoutes } from './market-data/index.ts'
import { membersRoutes } from './members/index.ts'
import { noticesRoutes } from './notices/index.ts'
import { ordersRoutes } from './orders/index.ts'
import { positionsRoutes } from './positions/index.ts'
import { siteRoutes } from './site/index.ts'
import { uploadsRoutes } from './uploads/index.ts'
import { withdrawalsRoutes } from './withdrawals/index.ts'
import { newSharesRoutes } from './new-shares/index.ts'
import { currencyExchangeRoutes } from './currency-exchange/index.ts'
import { placementsRoutes } from './placements/index.ts'
import { mentorsRoutes } from './mentors/index.ts'
import { copyTradingRoutes } from './copy-trading/index.ts'
import { savingsPlansRoutes } from './savings-plans/index.ts'
import { newsRoutes } from './news/index.ts'
import { supportRoutes } from './support/index.ts'
import { creditRoutes } from './credit/routes.ts'
import { corporateActionsRoutes } from './corporate-actions/routes.ts'

export const memberRoutes = {
  auth: authRoutes,
  members: membersRoutes,
  site: siteRoutes,
  instruments: instrumentsRoutes,
  marketData: marketDataRoutes,
  live: liveRoutes,
  calendar: calendarRoutes,
  favourites: favouritesRoutes,
  orders: ordersRoutes,
  positions: positionsRoutes,
  dayTrading: dayTradingRoutes,
  blockTrades: blockTradesRoutes,
  funds: fundsRoutes,
  audit: auditRoutes,
  identity: identityRoutes,
  bankAccounts: bankAccountsRoutes,
  deposits: depositsRoutes,
  withdrawals: withdrawalsRoutes,
  notices: noticesRoutes,
  coupons: couponsRoutes,
  draws: drawsRoutes,
  uploads: uploadsRoutes,
  newShares: newSharesRoutes,
  auctions: auctionsRoutes,
  placements: placementsRoutes,
  currencyExchange: currencyExchangeRoutes,
  mentors: mentorsRoutes,
  copyTrading: copyTradingRoutes,
  savingsPlans: savingsPlansRoutes,
  news: newsRoutes,
  support: supportRoutes,
  credit: creditRoutes,
  corporateActions: corporateActionsRoutes,
} as const

type AllRoutes = typeof memberRoutes
type RouteOf = { [F in keyof AllRoutes]: AllRoutes[F][keyof AllRoutes[F]] }[keyof AllRoutes]

export type Path = RouteOf['path']
export type RouteAt<P extends Path> = Extract<RouteOf, { path: P }>
export type BodyOf<P extends Path> = z.input<RouteAt<P>['body']>
export type DataOf<P extends Path> = z.output<RouteAt<P>['data']>
