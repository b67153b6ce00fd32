// The whole account at one moment: balances of the ledger, positions at their last price, debts.

import { type Balance, balancesOf } from '@fairlot/ledger'
import { sessionHours, tradingDateAt } from '@fairlot/rules/calendar'
import { termsOf, type TradingTerms, valueAt } from '@fairlot/rules/orders'
import { interestDue, maintenance, marginIn, type Secured, unrealised } from '@fairlot/rules/positions'
import { readClosures } from '#features/calendar'
import { readRuleValues, ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import type { MarketFacts } from './deps.ts'
import { type HoldingRow, readOpenHoldings, sumRealised } from './store.ts'

/** The facts of the day that every valuation needs. */
export interface Today {
  readonly terms: TradingTerms
  /** The current trading day, or the last one. */
  readonly date: string
  readonly now: Date
}

export async function readToday(tx: Tx, facts: MarketFacts, now: Date): Promise<Today> {
  const closures = await readClosures(tx)
  const values = await readRuleValues(tx, now)
  return {
    terms: termsOf(ruleProfileOf(facts.money), values),
    date: tradingDateAt(facts.calendar, closures, now.getTime()),
    now,
  }
}

export interface Account {
  readonly today: Today
  readonly balances: readonly Balance[]
  readonly holdings: readonly HoldingRow[]
  readonly secured: readonly Secured[]
  readonly amounts: Amounts
}

export interface Amounts {
  readonly buyingPower: bigint
  readonly cash: bigint
  readonly incoming: bigint
  readonly held: bigint
  readonly owed: bigint
  readonly longValue: bigint
  readonly shortValue: bigint
  readonly margin: bigint
  readonly loans: bigint
  readonly collateral: bigint
  readonly interest: bigint
  readonly equity: bigint
  readonly unrealised: bigint
  readonly realisedToday: bigint
  readonly ratioBp: number | null
}

export const securedOf = (row: HoldingRow): Secured => ({
  positionId: row.positionId,
  symbol: row.symbol,
  direction: row.direction,
  shares: row.shares,
  loan: row.loan,
  collateral: row.collateral,
  interest: row.interest,
  last: row.mark,
})

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

/**
 * The caller reads in one snapshot: balances and positions of two moments do not add up. `date` is the trading day to
 * compute for, when that is not the current one.
 */
export async function readAccount(
  tx: Tx,
  facts: MarketFacts,
  memberId: string,
  now: Date,
  date?: string,
): Promise<Account> {
  const moment = await readToday(tx, facts, now)
  const today = date === undefined ? moment : { ...moment, date }
  const holdings = await readOpenHoldings(tx, memberId)
  const balances = await balancesOf(tx, memberId)
  const began = new Date(sessionHours(facts.calendar, today.date).openingCallAt)
  const realisedToday = await sumRealised(tx, memberId, today.date, began)
  const secured = holdings.map(securedOf)
  return { today, balances, holdings, secured, amounts: amountsOf(today, balances, holdings, realisedToday) }
}

/** Debts by settlement date: what a close lacked to repay its loan. */
export const owedOf = async (tx: Tx, memberId: string): Promise<bigint> =>
  -sum(
    (await balancesOf(tx, memberId))
      .filter(({ asset, kind }) => asset === 'TWD' && kind === 'payable')
      .map(({ amount }) => amount),
  )

function amountsOf(
  { terms, date }: Today,
  balances: readonly Balance[],
  holdings: readonly HoldingRow[],
  realisedToday: bigint,
): Amounts {
  const twd = balances.filter(({ asset }) => asset === 'TWD')
  const of = (...kinds: readonly string[]): bigint =>
    sum(twd.filter(({ kind }) => kinds.includes(kind)).map(({ amount }) => amount))
  const worth = (direction: 'long' | 'short'): bigint =>
    sum(holdings.filter((one) => one.direction === direction).map((one) => valueAt(one.mark, one.shares)))
  const cash = of('available')
  const incoming = of('receivable')
  const longValue = worth('long')
  const shortValue = worth('short')
  return {
    buyingPower: cash + incoming,
    cash,
    incoming,
    held: of('held', 'held-receivable'),
    owed: -of('payable'),
    longValue,
    shortValue,
    margin: sum(holdings.map(marginIn)),
    loans: sum(holdings.map(({ loan }) => loan)),
    collateral: of('collateral'),
    interest: sum(holdings.map((one) => interestDue(terms, one, date))),
    equity: sum(twd.map(({ amount }) => amount)) + longValue - shortValue,
    unrealised: sum(holdings.map((one) => unrealised(terms, one, one.mark, one.kind, date))),
    realisedToday,
    ratioBp: maintenance(holdings.map(securedOf)),
  }
}

export const shownAmounts = (amounts: Amounts, asOf: Date) => ({
  buyingPower: amounts.buyingPower.toString(),
  cash: amounts.cash.toString(),
  incoming: amounts.incoming.toString(),
  held: amounts.held.toString(),
  owed: amounts.owed.toString(),
  longValue: amounts.longValue.toString(),
  shortValue: amounts.shortValue.toString(),
  margin: amounts.margin.toString(),
  loans: amounts.loans.toString(),
  collateral: amounts.collateral.toString(),
  interest: amounts.interest.toString(),
  equity: amounts.equity.toString(),
  unrealised: amounts.unrealised.toString(),
  realisedToday: amounts.realisedToday.toString(),
  ratioBp: amounts.ratioBp,
  asOf: asOf.toISOString(),
})
