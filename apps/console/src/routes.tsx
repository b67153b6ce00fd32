// Every page of the console, in menu order. A feature lists its own in features/<feature>/pages.ts; adding one means a
// line here and nothing in the shell.

import { auditPages } from './features/audit/pages.ts'
import { bankAccountsPages } from './features/bank-accounts/pages.ts'
import { bankStatementsPages } from './features/bank-statements/pages.ts'
import { auctionsPages } from './features/auctions/pages.ts'
import { blockTradesPages } from './features/block-trades/pages.ts'
import { calendarPages } from './features/calendar/pages.ts'
import { couponsPages } from './features/coupons/pages.ts'
import { depositsPages } from './features/deposits/pages.ts'
import { drawsPages } from './features/draws/pages.ts'
import { fundsPages } from './features/funds/pages.ts'
import { marketDataPages } from './features/market-data/pages.ts'
import { newSharesPages } from './features/new-shares/pages.ts'
import { noticesPages } from './features/notices/pages.ts'
import { membersPages } from './features/members/pages.ts'
import { ordersPages } from './features/orders/pages.ts'
import { currencyExchangePages } from './features/currency-exchange/pages.ts'
import { placementsPages } from './features/placements/pages.ts'
import { homePages, peoplePages, queuePages, signInPage } from './features/operators/pages.ts'
import { sitePages } from './features/site/pages.ts'
import { withdrawalsPages } from './features/withdrawals/pages.ts'
import { statusPages } from './features/status/pages.ts'
import { copyTradingPages } from './features/copy-trading/pages.ts'
import { mentorsPages } from './features/mentors/pages.ts'
import { newsPages } from './features/news/pages.ts'
import { supportPages } from './features/support/pages.ts'
import { creditPages } from './features/credit/pages.ts'
import { corporateActionsPages } from './features/corporate-actions/pages.ts'
import type { ConsolePage } from './shell/page.ts'

export const signIn: ConsolePage = signInPage
export const pages: readonly ConsolePage[] = [
  ...homePages,
  ...queuePages,
  ...membersPages,
  ...ordersPages,
  // Before the deposits, whose path is the beginning of theirs.
  ...bankStatementsPages,
  ...depositsPages,
  ...withdrawalsPages,
  ...bankAccountsPages,
  ...fundsPages,
  ...couponsPages,
  ...noticesPages,
  ...newSharesPages,
  ...auctionsPages,
  ...currencyExchangePages,
  ...placementsPages,
  ...marketDataPages,
  ...blockTradesPages,
  ...calendarPages,
  ...drawsPages,
  ...auditPages,
  ...statusPages,
  ...mentorsPages,
  ...newsPages,
  ...supportPages,
  ...creditPages,
  ...copyTradingPages,
  ...corporateActionsPages,
  ...sitePages,
  ...peoplePages,
]
