// The profit of the day: total assets now, less total assets when the day began, less the money that came in or went out
// since. Before exit cost, as the total is.

import type { Figures, FigurePosition } from './figures.ts'
import { resultOf } from './figures.ts'
import type { AccountFacts } from './figures.ts'
import type { Mids } from '../currency-exchange/convert.ts'
import { figureCurrency, foreignCashOf, foreignValueOf, isForeign, isShareAsset, symbolOf } from './parts.ts'
import { profitPercent } from './percent.ts'

/** What the ledger posted to the member's accounts since the day began, added up by asset, kind and event. */
export interface DayChange {
  readonly asset: string
  readonly kind: string
  readonly event: string
  readonly amount: bigint
}

export interface DayFacts {
  readonly changes: readonly DayChange[]
  /** The price of each symbol at the last close. */
  readonly references: ReadonlyMap<string, number>
  /** The rates when the day began. */
  readonly openingMids: Mids
  /**
   * What foreign cash that came in or went out since was worth in New Taiwan dollars at its moment. Exchanges are no
   * part of it: their other side is in `changes`.
   */
  readonly foreignPaid: bigint
  /** Result of the day's closing fills, partial closes included. */
  readonly realisedByFills: bigint
}

export interface DayFigures {
  /** Total assets when the day began, at the last close. */
  readonly opening: bigint
  /** Of it, foreign cash at the rates of then. */
  readonly openingForeign: bigint
  /** Deposits less withdrawals, grants and corrections since. */
  readonly paidIn: bigint
  readonly profit: bigint
  readonly profitBp: number | null
  /** Of closed parts; interest paid by hand is a result at once. */
  readonly realised: bigint
  /** The change of the unrealised result before exit cost: `profit` less the other parts. */
  readonly unrealised: bigint
  /** Fees that coupons paid back. */
  readonly rebates: bigint
  /** What rates and the cost of exchanges made of foreign cash. */
  readonly currency: bigint
  /** Today's result of each position that is still open, before exit cost. */
  readonly positions: readonly { readonly positionId: string; readonly amount: bigint }[]
  /** What the open positions do not explain: closed ones until yesterday, interest. */
  readonly rest: bigint
}

const exchange = 'currency.exchanged'

/** Money that is no result of trading. */
const isPayment = (event: string): boolean =>
  event === 'practice-grant' ||
  event === 'journal.posted' ||
  event.startsWith('deposit.') ||
  event.startsWith('withdrawal.')

/**
 * A dividend and a split belong to the moment at which the ex-date begins: the shares count at the new reference from then on.
 * They are booked a little earlier or later, and are no part of what happened since.
 */
const isOfTheBegin = ({ event }: DayChange): boolean =>
  event === 'dividend.accrued' || event === 'shares.adjusted'

export function dayFiguresOf(account: AccountFacts, figures: Figures, facts: DayFacts): DayFigures {
  const day = { ...facts, changes: facts.changes.filter((change) => !isOfTheBegin(change)) }
  const openingForeign = openingForeignOf(account, day)
  const opening = openingOf(account, day, openingForeign)
  const cash = day.changes.filter(({ asset }) => asset === figureCurrency)
  const paidIn =
    sum(cash.filter(({ event }) => isPayment(event)).map(({ amount }) => amount)) + facts.foreignPaid
  const profit = figures.total - opening - paidIn
  const byHand = sum(
    cash
      .filter(({ kind, event }) => kind === 'interest' && event === 'margin.top-up')
      .map(({ amount }) => amount),
  )
  const realised = day.realisedByFills - byHand
  const rebates = sum(cash.filter(({ event }) => event === 'coupon.rebated').map(({ amount }) => amount))
  // What was paid for foreign cash, less what it brought.
  const exchanged = -sum(cash.filter(({ event }) => event === exchange).map(({ amount }) => amount))
  const currency = figures.terms.foreign - openingForeign - exchanged - facts.foreignPaid
  const unrealised = profit - realised - rebates - currency
  const positions = account.positions.map((one) => ({
    positionId: one.positionId,
    amount: moveOf(account, one, day),
  }))
  return {
    opening,
    openingForeign,
    paidIn,
    profit,
    profitBp: profitPercent(profit, opening, paidIn),
    realised,
    unrealised,
    rebates,
    currency,
    positions,
    rest: unrealised - sum(positions.map(({ amount }) => amount)),
  }
}

/** The balances of now less what was posted since, shares at the last close, foreign cash at the rates of then. */
function openingOf(
  { balances }: AccountFacts,
  { changes, references }: DayFacts,
  openingForeign: bigint,
): bigint {
  const then = new Map<string, bigint>()
  const add = (asset: string, amount: bigint): void => {
    if (asset === figureCurrency || isShareAsset(asset)) then.set(asset, (then.get(asset) ?? 0n) + amount)
  }
  for (const { asset, amount } of balances) add(asset, amount)
  for (const { asset, amount } of changes) add(asset, -amount)
  let total = openingForeign
  for (const [asset, amount] of then) {
    if (asset === figureCurrency || amount === 0n) {
      total += amount
      continue
    }
    const reference = references.get(symbolOf(asset))
    if (reference === undefined) throw new Error(`no price of the last close for ${asset}`)
    total += BigInt(reference) * amount
  }
  return total
}

const openingForeignOf = ({ balances }: AccountFacts, { changes, openingMids }: DayFacts): bigint =>
  foreignValueOf(
    foreignCashOf(
      [...balances, ...changes.map((change) => ({ ...change, amount: -change.amount }))].filter(({ asset }) =>
        isForeign(asset),
      ),
      openingMids,
    ),
  )

/** A position opened today counts with its costs, an older one with the move of its price since the last close. */
function moveOf(account: AccountFacts, position: FigurePosition, { references }: DayFacts): bigint {
  if (position.openedOn >= account.date) return resultOf(account, position).before
  const reference = references.get(position.symbol) ?? position.mark
  const move = BigInt(position.mark - reference) * BigInt(position.shares)
  return position.direction === 'long' ? move : -move
}

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
