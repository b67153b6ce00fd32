// What must be true of trades and dividends, from the steps alone. Days are numbers, a Wednesday is day 0; a dividend is cut to whole
// dollars by a remainder and the supplement is 2.11 percent of it from 20,000 dollars on, as the law says.

import type { Currency } from '@fairlot/money'
import type { MoneyStep } from './steps.ts'

/** A fraction to the nearest whole, a half up. */
export const nearest = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom)

export interface Holder {
  readonly own: Map<Currency, bigint>
  shares: bigint
  readonly pledged: () => bigint
}
interface Dated {
  readonly on: number
  amount: bigint
}
interface Stock {
  comingCash: Dated[]
  comingShares: Dated[]
  debts: Dated[]
  dividends: Dated[]
  readonly shorts: bigint[]
}
interface Announced {
  readonly micros: bigint
  readonly ex: number
  readonly pays: number
}

const price = 10_000n
const isWeekend = (day: number): boolean => (day + 2) % 7 > 4
const total = (amounts: readonly Dated[]): bigint => amounts.reduce((sum, { amount }) => sum + amount, 0n)
const isOf = (day: number) => (one: Dated) => one.on <= day
const after = (day: number) => (one: Dated) => one.on > day

function secondWorkday(day: number): number {
  const days = [1, 2, 3, 4].map((later) => day + later).filter((later) => !isWeekend(later))
  return days[1]!
}

export function openStockModel(people: readonly Holder[]) {
  const stocks: readonly Stock[] = people.map(() => ({
    comingCash: [],
    comingShares: [],
    debts: [],
    dividends: [],
    shorts: [],
  }))
  const announced: Announced[] = []
  let proposal: (Announced & { readonly by: number; readonly day: number; isOpen: boolean }) | undefined
  let issuers = 0n
  let supplement = 0n
  const cashOf = (n: number): bigint => people[n]!.own.get('TWD')!
  const earn = (n: number, amount: bigint): void => void people[n]!.own.set('TWD', cashOf(n) + amount)

  function sell({ who, shares: count, short }: Extract<MoneyStep, { kind: 'sell' }>, day: number): string {
    const shares = BigInt(count)
    const value = shares * price
    const buyer = 1 - who
    const margin = value - value / 10n
    if ((short ? cashOf(who) < margin : people[who]!.shares < shares) || cashOf(buyer) < value)
      return 'balance.insufficient'
    const on = secondWorkday(day)
    if (short) {
      earn(who, -margin)
      stocks[who]!.shorts.push(shares)
    } else {
      people[who]!.shares -= shares
      stocks[who]!.comingCash.push({ on, amount: value })
    }
    earn(buyer, -value)
    stocks[buyer]!.comingShares.push({ on, amount: shares })
    return short ? 'done.short' : 'done.sale'
  }

  function cover(who: number, day: number): string {
    const [shares] = stocks[who]!.shorts
    if (shares === undefined) return 'request.not-found'
    const seller = 1 - who
    if (people[seller]!.shares < shares) return 'balance.insufficient'
    const on = secondWorkday(day)
    people[seller]!.shares -= shares
    stocks[seller]!.comingCash.push({ on, amount: shares * price })
    stocks[who]!.shorts.shift()
    // Margin and proceeds come back less what the shares cost.
    stocks[who]!.comingCash.push({ on, amount: (shares * price * 9n) / 10n })
    return 'done.cover'
  }

  const isAllowed = ({ micros, ex, pays }: Announced, day: number): boolean =>
    micros * 2n <= 100_000_000n &&
    ex > day &&
    !isWeekend(ex) &&
    pays > ex &&
    !isWeekend(pays) &&
    announced.every((one) => one.ex !== ex)

  function propose(
    { by, cashMicros, exIn, paysIn }: Extract<MoneyStep, { kind: 'propose' }>,
    day: number,
  ): string {
    const terms = { micros: BigInt(cashMicros), ex: day + exIn, pays: day + exIn + paysIn }
    if (!isAllowed(terms, day)) return 'offer.terms'
    proposal = { ...terms, by, day, isOpen: true }
    return 'proposed'
  }

  function approve(by: number, day: number): string {
    if (proposal === undefined) return 'request.not-found'
    if (!proposal.isOpen) return 'review.not-open'
    // After three days. The seconds within a day only grow.
    if (day >= proposal.day + 3) return 'review.expired'
    if (proposal.by === by) return 'review.same-person'
    proposal.isOpen = false
    if (!isAllowed(proposal, day)) return 'past-opening'
    announced.push(proposal)
    return 'announced'
  }

  function passExDate({ micros, pays }: Announced): void {
    const dollars = (shares: bigint): bigint =>
      (shares * micros - ((shares * micros) % 1_000_000n)) / 1_000_000n
    for (const [n, { comingShares, dividends, debts, shorts }] of stocks.entries()) {
      const gross = dollars(people[n]!.shares + people[n]!.pledged() + total(comingShares))
      const withheld = gross < 20_000n ? 0n : nearest(gross * 211n, 10_000n)
      const owed = dollars(shorts.reduce((sum, shares) => sum + shares, 0n))
      if (gross > withheld) dividends.push({ on: pays, amount: (gross - withheld) * 100n })
      if (owed > 0n) debts.push({ on: pays, amount: owed * 100n })
      supplement += withheld * 100n
      issuers += (owed - gross) * 100n
    }
  }

  /** Of one member: each date in its order, first what comes in, then what is owed. */
  function settle(n: number, day: number): void {
    const one = stocks[n]!
    for (const on of new Set(
      [...one.comingCash, ...one.debts]
        .filter(isOf(day))
        .map((due) => due.on)
        .toSorted((a, b) => a - b),
    )) {
      earn(n, total(one.comingCash.filter((due) => due.on === on)))
      for (const debt of one.debts.filter((due) => due.on === on)) {
        const pays = debt.amount < cashOf(n) ? debt.amount : cashOf(n)
        earn(n, -pays)
        debt.amount -= pays
      }
    }
    people[n]!.shares += total(one.comingShares.filter(isOf(day)))
    one.comingCash = one.comingCash.filter(after(day))
    one.comingShares = one.comingShares.filter(after(day))
    one.debts = one.debts.filter(({ amount }) => amount > 0n)
  }

  function night(day: number): void {
    for (const one of announced) if (one.ex === day) passExDate(one)
    for (const [n, one] of stocks.entries()) {
      earn(n, total(one.dividends.filter(isOf(day))))
      one.dividends = one.dividends.filter(after(day))
      settle(n, day)
    }
  }

  return {
    sell,
    cover,
    propose,
    approve,
    night,
    issuers: () => issuers,
    supplement: () => supplement,
    of: (n: number) => {
      const { comingCash, comingShares, debts, dividends, shorts } = stocks[n]!
      const short = shorts.reduce((sum, shares) => sum + shares, 0n)
      return {
        receivable: total(comingCash),
        receivableShares: total(comingShares),
        payable: total(debts),
        dividend: total(dividends),
        short,
        collateral: (short * price * 19n) / 10n,
      }
    },
  }
}
