// The whole account at one moment: balances of the ledger, positions at their last price, and the figures of them.

import { type Balance, balancesOf } from '@fairlot/ledger'
import { tradingDateAt } from '@fairlot/rules/calendar'
import { type AccountFacts, type Figures, figuresOf, isShareAsset, symbolOf } from '@fairlot/rules/figures'
import { termsOf, type TradingTerms } from '@fairlot/rules/orders'
import { callAsksOf, type Secured } from '@fairlot/rules/positions'
import { readClosures } from '#features/calendar'
import { readValuationRates, type ValuationRate } from '#features/currency-exchange'
import { readRuleValues, ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import type { MarketFacts } from './deps.ts'
import { readOpenCall } from './margin/store.ts'
import { type HoldingRow, readOpenHoldings, readPrices } from './store.ts'

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
  readonly rates: readonly ValuationRate[]
  readonly secured: readonly Secured[]
  readonly facts: AccountFacts
  readonly figures: Figures
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

/** The caller reads in one snapshot: balances and positions of two moments do not add up. */
export async function readAccount(tx: Tx, facts: MarketFacts, memberId: string, now: Date): Promise<Account> {
  const today = await readToday(tx, facts, now)
  const holdings = await readOpenHoldings(tx, memberId)
  const balances = await balancesOf(tx, memberId)
  const prices = await readPrices(tx, symbolsOf(balances))
  const secured = holdings.map(securedOf)
  const rates = await readValuationRates(tx)
  const call = await readOpenCall(tx, memberId)
  const read: AccountFacts = {
    balances,
    marks: new Map(prices.map(({ symbol, mark }) => [symbol, mark])),
    mids: new Map(rates.map(({ currency, mid }) => [currency, mid])),
    positions: holdings,
    terms: today.terms,
    date: today.date,
    called: call === undefined ? 0n : callAsksOf(call, secured, today.terms),
  }
  return { today, balances, holdings, rates, secured, facts: read, figures: figuresOf(read) }
}

export const symbolsOf = (rows: readonly { readonly asset: string }[]): string[] => [
  ...new Set(rows.filter(({ asset }) => isShareAsset(asset)).map(({ asset }) => symbolOf(asset))),
]

/** Debts by settlement date: what a close lacked to repay its loan. */
export const owedOf = async (tx: Tx, memberId: string): Promise<bigint> =>
  (await balancesOf(tx, memberId))
    .filter(({ asset, kind }) => asset === 'TWD' && kind === 'payable')
    .reduce((sum, { amount }) => sum - amount, 0n)

const written = <Name extends string>(amounts: Readonly<Record<Name, bigint>>): Record<Name, string> =>
  Object.fromEntries(
    Object.entries<bigint>(amounts).map(([name, amount]) => [name, amount.toString()]),
  ) as Record<Name, string>

export const shownFigures = (figures: Figures, asOf: Date) => ({
  terms: written(figures.terms),
  parts: written(figures.parts),
  total: figures.total.toString(),
  buyingPower: figures.buyingPower.toString(),
  withdrawable: figures.withdrawable.toString(),
  called: figures.called.toString(),
  unsettledOn: figures.unsettledOn.map(({ on, amount }) => ({ on, amount: amount.toString() })),
  margin: figures.margin.toString(),
  interestDue: figures.interestDue.toString(),
  unrealisedBefore: figures.unrealisedBefore.toString(),
  exitCost: figures.exitCost.toString(),
  unrealised: figures.unrealised.toString(),
  ratioBp: figures.ratioBp,
  asOf: asOf.toISOString(),
})

/** Cash in other currencies, each with its rate: together the term `foreign` of the total. */
export const foreignOf = ({ balances, rates, figures }: Account) =>
  figures.foreign.map(({ currency, amount, twd }) => {
    const rate = rates.find((one) => one.currency === currency)
    const free = balances.find(({ asset, kind }) => asset === currency && kind === 'available')
    return {
      currency,
      amount: amount.toString(),
      available: (free?.amount ?? 0n).toString(),
      twd: twd?.toString() ?? null,
      rate: rate
        ? { mid: rate.mid.toString(), source: rate.source, at: rate.at.toISOString(), stopped: rate.stopped }
        : null,
    }
  })
