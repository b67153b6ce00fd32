// Every screen of the app. A feature lists its own in features/<feature>/pages.ts; a new one needs a line here. The
// paths are the specification's; no other code spells them as names. Screens and their texts load lazily.

import { collectRoutes } from './feature-pages.ts'
import { auditPages } from './features/audit/pages.ts'
import { authPages } from './features/auth/pages.ts'
import { bankAccountsPages } from './features/bank-accounts/pages.ts'
import { couponsPages } from './features/coupons/pages.ts'
import { drawsPages } from './features/draws/pages.ts'
import { auctionsPages } from './features/auctions/pages.ts'
import { blockTradesPages } from './features/block-trades/pages.ts'
import { currencyExchangePages } from './features/currency-exchange/pages.ts'
import { dayTradingPages } from './features/day-trading/pages.ts'
import { depositsPages } from './features/deposits/pages.ts'
import { favouritesPages } from './features/favourites/pages.ts'
import { fundsPages } from './features/funds/pages.ts'
import { identityPages } from './features/identity/pages.ts'
import { instrumentsPages } from './features/instruments/pages.ts'
import { marketDataPages } from './features/market-data/pages.ts'
import { membersPages } from './features/members/pages.ts'
import { newSharesPages } from './features/new-shares/pages.ts'
import { placementsPages } from './features/placements/pages.ts'
import { noticesPages } from './features/notices/pages.ts'
import { ordersPages } from './features/orders/pages.ts'
import { positionsPages } from './features/positions/pages.ts'
import { sitePages } from './features/site/pages.ts'
import { withdrawalsPages } from './features/withdrawals/pages.ts'
import { copyTradingPages } from './features/copy-trading/pages.ts'
import { mentorsPages } from './features/mentors/pages.ts'
import { savingsPlansPages } from './features/savings-plans/pages.ts'
import { newsPages } from './features/news/pages.ts'
import { helpPages } from './features/help/pages.ts'
import { creditPages } from './features/credit/pages.ts'
import { corporateActionsPages } from './features/corporate-actions/pages.ts'

export const routes = collectRoutes([
  authPages,
  sitePages,
  noticesPages,
  couponsPages,
  drawsPages,
  instrumentsPages,
  marketDataPages,
  favouritesPages,
  membersPages,
  identityPages,
  ordersPages,
  positionsPages,
  fundsPages,
  bankAccountsPages,
  depositsPages,
  withdrawalsPages,
  currencyExchangePages,
  dayTradingPages,
  newSharesPages,
  auctionsPages,
  placementsPages,
  blockTradesPages,
  auditPages,
  mentorsPages,
  savingsPlansPages,
  newsPages,
  helpPages,
  creditPages,
  copyTradingPages,
  corporateActionsPages,
])
