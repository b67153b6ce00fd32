// Every rule of the platform in one list: what the member reads at one place and what operators may set.

import { authRules } from '../auth/limits.ts'
import { bankAccountsRules } from '../bank-accounts/limits.ts'
import { dayTradingRules } from '../day-trading/limits.ts'
import { depositsRules } from '../deposits/limits.ts'
import { favouritesRules } from '../favourites/limits.ts'
import { identityRules } from '../identity/limits.ts'
import { membersRules } from '../members/limits.ts'
import { noticesRules } from '../notices/limits.ts'
import { ordersRules } from '../orders/limits.ts'
import { positionsRules } from '../positions/limits.ts'
import type { Rule } from '../rule.ts'
import { withdrawalsRules } from '../withdrawals/limits.ts'

export interface BookedRule extends Rule {
  readonly feature: string
}

const chapters: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  orders: ordersRules,
  positions: positionsRules,
  'day-trading': dayTradingRules,
  members: membersRules,
  auth: authRules,
  favourites: favouritesRules,
  identity: identityRules,
  'bank-accounts': bankAccountsRules,
  deposits: depositsRules,
  withdrawals: withdrawalsRules,
  notices: noticesRules,
}

export const rulebook: readonly BookedRule[] = Object.entries(chapters).flatMap(([feature, rules]) =>
  Object.values(rules).map((rule) => ({ feature, ...rule })),
)
