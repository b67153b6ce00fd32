// Every rule of the platform in one list: for the members' page and for the operators' settings.

import { auctionsRules } from '../auctions/limits.ts'
import { authRules } from '../auth/limits.ts'
import { bankAccountsRules } from '../bank-accounts/limits.ts'
import { blockTradesRules } from '../block-trades/limits.ts'
import { copyTradingRules } from '../copy-trading/limits.ts'
import { creditRules } from '../credit/limits.ts'
import { corporateActionsRules } from '../corporate-actions/limits.ts'
import { currencyExchangeRules } from '../currency-exchange/limits.ts'
import { dayTradingRules } from '../day-trading/limits.ts'
import { depositsRules } from '../deposits/limits.ts'
import { favouritesRules } from '../favourites/limits.ts'
import { fundRequestsRules } from '../fund-requests/limits.ts'
import { fundsRules } from '../funds/limits.ts'
import { identityRules } from '../identity/limits.ts'
import { marketDataRules } from '../market-data/limits.ts'
import { membersRules } from '../members/limits.ts'
import { mentorsRules } from '../mentors/limits.ts'
import { savingsPlansRules } from '../savings-plans/limits.ts'
import { newSharesRules } from '../new-shares/limits.ts'
import { newsRules } from '../news/limits.ts'
import { noticesRules } from '../notices/limits.ts'
import { oddLotRules, ordersRules } from '../orders/limits.ts'
import { surveillanceRules } from '../orders/surveillance.ts'
import { positionsRules } from '../positions/limits.ts'
import type { Rule } from '../rule.ts'
import { supportRules } from '../support/limits.ts'
import { withdrawalsRules } from '../withdrawals/limits.ts'

export interface BookedRule extends Rule {
  readonly feature: string
}

const chapters: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  orders: { ...ordersRules, ...oddLotRules, ...surveillanceRules },
  positions: positionsRules,
  'day-trading': dayTradingRules,
  'block-trades': blockTradesRules,
  members: membersRules,
  auth: authRules,
  favourites: favouritesRules,
  'market-data': marketDataRules,
  identity: identityRules,
  'bank-accounts': bankAccountsRules,
  deposits: { ...depositsRules, ...fundRequestsRules },
  withdrawals: withdrawalsRules,
  'currency-exchange': currencyExchangeRules,
  funds: fundsRules,
  'new-shares': newSharesRules,
  auctions: auctionsRules,
  mentors: mentorsRules,
  'copy-trading': copyTradingRules,
  'savings-plans': savingsPlansRules,
  credit: creditRules,
  'corporate-actions': corporateActionsRules,
  notices: noticesRules,
  news: newsRules,
  support: supportRules,
}

export const rulebook: readonly BookedRule[] = Object.entries(chapters).flatMap(([feature, rules]) =>
  Object.values(rules).map((rule) => ({ feature, ...rule })),
)
