// Compares figures with the plain books of a random account, without the table of parts.

import { brokerage, transactionTax, valueAt } from '../../orders/costs.ts'
import { interestDue } from '../../positions/valuation.ts'
import type { AllocationLine } from '../allocation.ts'
import type { DayFigures } from '../day.ts'
import type { Figures } from '../figures.ts'
import { type RandomAccount, today } from './random-account.ts'

export interface Answer {
  readonly figures: Figures
  readonly day: DayFigures
  readonly allocation: readonly AllocationLine[]
}

/** The names of the figures that differ. */
export function differencesOf(account: RandomAccount, { figures, day, allocation }: Answer): string[] {
  const { books, opening, marks, references, balances } = account
  const worth = (
    { cash, shares }: { readonly cash: bigint; readonly shares: ReadonlyMap<string, bigint> },
    prices: ReadonlyMap<string, number>,
  ): bigint => [...shares].reduce((sum, [symbol, count]) => sum + BigInt(prices.get(symbol)!) * count, cash)
  const of = (kind: string): bigint =>
    sum(balances.filter((one) => one.asset === 'TWD' && one.kind === kind).map(({ amount }) => amount))
  const abroad = (cash: ReadonlyMap<string, bigint>, mids: ReadonlyMap<string, bigint>): bigint =>
    sum([...cash].map(([currency, amount]) => (amount * mids.get(currency)! * 2n + scale) / (scale * 2n)))
  const foreign = abroad(books.foreign, account.mids)
  const foreignThen = abroad(opening.foreign, account.openingMids)
  const total = worth(books, marks) + foreign
  const then = worth(opening, references) + foreignThen
  const made = total - books.paid - books.realised - books.rebates - (foreign - books.foreignCost)
  const currency = foreign - books.foreignCost - (foreignThen - opening.foreignCost)
  const paid = books.paid - opening.paid
  const profit = total - then - paid
  const realised = books.realised - opening.realised
  const rebates = books.rebates - opening.rebates
  const own = [...books.shares].filter(([, count]) => count !== 0n)
  const exit = sum(account.positions.map((one) => exitOf(account, one)))
  const free = books.free + of('payable') + of('interest') - account.called
  const base = then + (paid > 0n ? paid : 0n)
  const expected: readonly (readonly [name: string, is: unknown, must: unknown])[] = [
    ['total', figures.total, total],
    ['identity', sum(Object.values(figures.terms)), total],
    ['available', figures.terms.available, books.free],
    ['held', figures.terms.held, books.held],
    ['unsettled', figures.terms.unsettled, books.coming + of('dividend')],
    ['settlement dates', sum(figures.unsettledOn.map(({ amount }) => amount)), books.coming + of('dividend')],
    ['collateral', figures.terms.collateral, sum(account.positions.map((one) => one.collateral))],
    ['cash loans', -figures.parts.cashLoans, sum(account.positions.map((one) => one.loan))],
    ['unpaid interest', -figures.parts.interest, sum(account.positions.map((one) => one.interest))],
    ['buying power', figures.buyingPower, books.free + books.coming],
    ['withdrawable', figures.withdrawable, free > 0n ? free : 0n],
    ['exit cost', figures.exitCost, exit],
    ['results', figures.unrealisedBefore, made],
    ['unrealised', figures.unrealised, made - exit],
    ['opening', day.opening, then],
    ['paid in', day.paidIn, paid],
    ['profit of the day', day.profit, profit],
    ['realised of the day', day.realised, realised],
    ['rebates of the day', day.rebates, rebates],
    ['foreign cash', figures.terms.foreign, foreign],
    ['foreign cash when the day began', day.openingForeign, foreignThen],
    ['currencies of the day', day.currency, currency],
    ['unrealised of the day', day.unrealised, profit - realised - rebates - currency],
    ['parts of the day', sum(day.positions.map(({ amount }) => amount)) + day.rest, day.unrealised],
    ['percentage', day.profitBp, base <= 0n ? null : nearest(profit * 10_000n, base)],
    ['allocation', sum(allocation.map(({ amount }) => amount)), total],
    ...own.map(
      ([symbol, count]) =>
        [
          `allocation of ${symbol}`,
          sum(allocation.filter((one) => one.symbol === symbol).map(({ amount }) => amount)),
          BigInt(marks.get(symbol)!) * count,
        ] as const,
    ),
  ]
  return expected.filter(([, is, must]) => is !== must).map(([name]) => name)
}

const scale = 1_000_000_000n

function exitOf({ terms }: RandomAccount, one: RandomAccount['positions'][number]): bigint {
  const odd = one.shares % 1_000
  const whole = one.shares - odd
  const sameDay = one.dayTrade && one.openedOn === today
  const costs = [whole, odd].map((shares) => {
    const value = valueAt(one.mark, shares)
    const tax = one.direction === 'long' ? transactionTax(terms, one.kind, sameDay, value) : 0n
    return brokerage(terms, value, shares) + tax
  })
  return sum(costs) + interestDue(terms, one, today) - one.interest
}

/** The nearest whole number, the farther one from zero at a half, by trying its neighbours. */
function nearest(part: bigint, whole: bigint): number {
  const size = part < 0n ? -part : part
  const low = size / whole
  const near = (size - low * whole) * 2n >= whole ? low + 1n : low
  return Number(part < 0n ? -near : near)
}

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
