// What must be true of trades and dividends, from the steps alone: days are numbers from a Wednesday on, a dividend is what is left when
// the part of a dollar is taken off, and the supplement is 2.11 percent from 20,000 dollars on. The figures stand here once more.

import type { Currency } from '@fairlot/money'
import { poolShares } from './start.ts'
import type { MoneyStep } from './steps.ts'

/** A fraction to the nearest whole, a half up. */
export const nearest = (top: bigint, bottom: bigint): bigint => (2n * top + bottom) / (2n * bottom)

/** What the sequences have to contain, besides their answers. */
export const dividendCases = [
  'dividend.due',
  'dividend.withheld',
  'dividend.owed',
  'dividend.supplement-owed',
  'dividend.shares',
  'dividend.shares-owed',
  'dividend.unsettled',
  'dividend.pledged',
  'debt.waits',
] as const
type DividendCase = (typeof dividendCases)[number]

interface Holder {
  readonly own: Map<Currency, bigint>
  shares: bigint
  readonly pledged: () => bigint
}
interface Dated {
  readonly on: number
  amount: bigint
}
interface Short {
  shares: bigint
  /** Margin and proceeds. */
  readonly collateral: bigint
}
interface Stock {
  comingCash: Dated[]
  comingShares: Dated[]
  debts: Dated[]
  dividends: Dated[]
  newShares: Dated[]
  shorts: Short[]
}
interface Announced {
  readonly micros: bigint
  /** New shares in millionths of a share. */
  readonly added: bigint
  readonly ex: number
  readonly pays: number
}

const price = 10_000n
const isWeekend = (day: number): boolean => (day + 2) % 7 > 4
const total = (amounts: readonly Dated[]): bigint => amounts.reduce((sum, { amount }) => sum + amount, 0n)
const isOf = (day: number) => (one: Dated) => one.on <= day
const after = (day: number) => (one: Dated) => one.on > day

const sharesOf = (shorts: readonly Short[]): bigint => shorts.reduce((sum, { shares }) => sum + shares, 0n)

/** Of a share after the ex-date, in cents: what is left of 100 dollars, divided among the shares it becomes, at the nearest tick. */
function referenceOf(micros: bigint, added: bigint): bigint {
  const [top, bottom] = [(100_000_000n - micros) * 100n, 1_000_000n + added]
  const exact = top / bottom
  const tick = exact < 5_000n ? 5n : exact < 10_000n ? 10n : 50n
  return nearest(top, bottom * tick) * tick
}

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
    newShares: [],
    shorts: [],
  }))
  const announced: Announced[] = []
  let proposal: (Announced & { readonly by: number; readonly day: number; isOpen: boolean }) | undefined
  let issuers = 0n
  /** Shares that the pool can lend. */
  let toLend = poolShares
  const met = new Map<DividendCase, number>()
  const meet = (what: DividendCase, is: boolean): void => void (is && met.set(what, (met.get(what) ?? 0) + 1))
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
      stocks[who]!.shorts.push({ shares, collateral: value + margin })
      toLend -= shares
    } else {
      people[who]!.shares -= shares
      stocks[who]!.comingCash.push({ on, amount: value })
    }
    earn(buyer, -value)
    stocks[buyer]!.comingShares.push({ on, amount: shares })
    return short ? 'done.short' : 'done.sale'
  }

  function cover(who: number, day: number): string {
    const [short] = stocks[who]!.shorts
    if (short === undefined) return 'request.not-found'
    const { shares, collateral } = short
    const seller = 1 - who
    if (people[seller]!.shares < shares) return 'balance.insufficient'
    const on = secondWorkday(day)
    people[seller]!.shares -= shares
    stocks[seller]!.comingCash.push({ on, amount: shares * price })
    stocks[who]!.shorts.shift()
    toLend += shares
    const left = collateral - shares * price
    if (left >= 0n) stocks[who]!.comingCash.push({ on, amount: left })
    else {
      // Free cash at once, the rest on the settlement date.
      const now = cashOf(who) < -left ? cashOf(who) : -left
      earn(who, -now)
      stocks[who]!.debts.push({ on, amount: -left - now })
    }
    return 'done.cover'
  }

  const isAllowed = ({ micros, added, ex, pays }: Announced, day: number): boolean =>
    added <= 1_000_000n &&
    micros * 2n <= 100_000_000n &&
    ex > day &&
    !isWeekend(ex) &&
    pays > ex &&
    !isWeekend(pays) &&
    announced.every((one) => one.ex !== ex) &&
    // One at a time changes shares.
    (added === 0n ||
      announced.every((one) => one.added === 0n || one.pays <= day || one.ex > pays || one.pays < ex))

  function propose(
    { by, cashMicros, stockMicros, exIn, paysIn }: Extract<MoneyStep, { kind: 'propose' }>,
    day: number,
  ): string {
    const [micros, added] = [BigInt(cashMicros), BigInt(stockMicros)]
    const terms = { micros, added, ex: day + exIn, pays: day + exIn + paysIn }
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

  function passExDate({ micros, added, pays }: Announced): void {
    const cut = (millionths: bigint): bigint => (millionths - (millionths % 1_000_000n)) / 1_000_000n
    const reference = referenceOf(micros, added)
    /** Whole dollars for millionths of a share. */
    const worth = (fractions: bigint): bigint => (fractions * reference) / 100_000_000n
    for (const [n, one] of stocks.entries()) {
      const { comingShares, newShares, dividends, debts, shorts } = one
      const long = people[n]!.shares + people[n]!.pledged() + total(comingShares) + total(newShares)
      const more = cut(long * added)
      const gross = cut(long * micros) + worth(long * added - more * 1_000_000n)
      // A new share is income of ten dollars.
      const income = gross + more * 10n
      const due = income < 20_000n ? 0n : nearest(income * 211n, 10_000n)
      const withheld = due < gross ? due : gross
      const short = sharesOf(shorts)
      const fractions = shorts.reduce((sum, { shares }) => sum + ((shares * added) % 1_000_000n), 0n)
      const owed = cut(short * micros) + worth(fractions)
      if (gross > withheld) dividends.push({ on: pays, amount: (gross - withheld) * 100n })
      if (more > 0n) newShares.push({ on: pays, amount: more })
      debts.push({ on: pays, amount: (owed + due - withheld) * 100n })
      one.shorts = shorts.map((each) => ({ ...each, shares: each.shares + cut(each.shares * added) }))
      supplement += due * 100n
      meet('dividend.due', gross > withheld)
      meet('dividend.withheld', withheld > 0n)
      meet('dividend.owed', owed > 0n)
      meet('dividend.supplement-owed', due > withheld)
      meet('dividend.shares', more > 0n)
      meet(
        'dividend.shares-owed',
        one.shorts.some(({ shares }, at) => shares > shorts[at]!.shares),
      )
      meet('dividend.unsettled', total(comingShares) > 0n)
      meet('dividend.pledged', people[n]!.pledged() > 0n)
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
    meet('debt.waits', total(one.debts.filter(isOf(day))) > 0n)
    one.debts = one.debts.filter(({ amount }) => amount > 0n)
  }

  function night(day: number): void {
    for (const one of announced) if (one.ex === day) passExDate(one)
    for (const [n, one] of stocks.entries()) {
      earn(n, total(one.dividends.filter(isOf(day))))
      one.dividends = one.dividends.filter(after(day))
      people[n]!.shares += total(one.newShares.filter(isOf(day)))
      one.newShares = one.newShares.filter(after(day))
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
    toLend: () => toLend,
    met,
    supplement: () => supplement,
    of: (n: number) => {
      const { comingCash, comingShares, debts, dividends, newShares, shorts } = stocks[n]!
      return {
        receivable: total(comingCash),
        receivableShares: total(comingShares),
        payable: total(debts),
        dividend: total(dividends),
        newShares: total(newShares),
        short: sharesOf(shorts),
        collateral: shorts.reduce((sum, { collateral }) => sum + collateral, 0n),
      }
    },
  }
}
