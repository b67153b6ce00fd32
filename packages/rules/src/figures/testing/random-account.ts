// A random account: a history of payments, orders, trades and interest, kept twice. Once as the ledger keeps it, in
// balances and positions; once as a plain cash book and a share book that know no kinds of accounts. What the figures
// must be is read from the second.

import type { FigureBalance, FigurePosition } from '../index.ts'
import type { DayChange } from '../day.ts'
import { interest, valueAt, brokerage, borrowFee, transactionTax } from '../../orders/costs.ts'
import { closingShares, realisedOf } from '../../orders/closing-shares.ts'
import { termsOf, type TradingTerms } from '../../orders/terms.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type OpenPosition = Mutable<FigurePosition>

const symbols = ['2330', '2317', '2603', '0050'] as const
const kindOf = (symbol: string) => (symbol === '0050' ? 'etf' : 'stock')
export const today = '2026-11-17'
const earlier = '2026-11-10'
const dues = ['2026-11-18', '2026-11-19'] as const

/** The plain books: what the account must be worth. */
export interface Books {
  /** All cash less all debts in cash. */
  cash: bigint
  /** Own shares less borrowed ones. */
  readonly shares: Map<string, bigint>
  /** Deposits less withdrawals. */
  paid: bigint
  realised: bigint
  /** Fees that vouchers paid back. */
  rebates: bigint
  free: bigint
  held: bigint
  coming: bigint
  readonly comingOn: Map<string, bigint>
}

export interface RandomAccount {
  readonly terms: TradingTerms
  readonly balances: readonly FigureBalance[]
  readonly positions: readonly FigurePosition[]
  readonly marks: ReadonlyMap<string, number>
  readonly references: ReadonlyMap<string, number>
  readonly changes: readonly DayChange[]
  readonly realisedByFills: bigint
  /** Of it, what fills realised that did not close their position. */
  readonly realisedByParts: bigint
  readonly called: bigint
  readonly books: Books
  /** The books when the day began. */
  readonly opening: Pick<Books, 'cash' | 'paid' | 'realised' | 'rebates'> & {
    readonly shares: ReadonlyMap<string, bigint>
  }
}

export function randomAccount(seed: number): RandomAccount {
  const run = new Run(seed)
  run.pay('practice-grant', 1_000_000_000n)
  for (let at = run.random.below(14); at > 0; at -= 1) run.act()
  run.beginDay()
  for (let at = run.random.below(14); at > 0; at -= 1) run.act()
  return run.done()
}

export interface RandomDay {
  readonly date: string
  /** Somewhere within the day. */
  readonly account: RandomAccount
  /** Of everything ever closed, and what vouchers ever paid back. */
  readonly results: { readonly realised: bigint; readonly rebates: bigint }
}

/** The same account on days that follow each other. */
export function randomDays(seed: number, dates: readonly string[]): readonly RandomDay[] {
  const run = new Run(seed)
  run.pay('practice-grant', 1_000_000_000n)
  return dates.map((date) => {
    run.beginDay(date)
    for (let at = run.random.below(10); at > 0; at -= 1) run.act()
    const day = { date, account: run.done(), results: run.results() }
    for (let at = run.random.below(6); at > 0; at -= 1) run.act()
    return day
  })
}

/** Mulberry32: small, and the same on every machine. */
export class Random {
  private state: number
  constructor(seed: number) {
    this.state = seed
  }
  below(limit: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  one<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}

class Run {
  readonly random: Random
  private readonly terms = termsOf('practice')
  private readonly balances = new Map<string, bigint>()
  private readonly positions: OpenPosition[] = []
  private readonly marks = new Map<string, number>()
  private references = new Map<string, number>()
  private changes: DayChange[] = []
  private realisedByFills = 0n
  private realisedByParts = 0n
  private dividends = 0n
  private date: string = earlier
  private opening: RandomAccount['opening'] | undefined
  private readonly books: Books = {
    cash: 0n,
    shares: new Map(),
    paid: 0n,
    realised: 0n,
    rebates: 0n,
    free: 0n,
    held: 0n,
    coming: 0n,
    comingOn: new Map(),
  }

  constructor(seed: number) {
    this.random = new Random(seed)
    for (const symbol of symbols) this.marks.set(symbol, 1_000 + this.random.below(90_000) * 5)
  }

  private post(event: string, ...lines: readonly (readonly [string, bigint])[]): void {
    for (const [account, amount] of lines) {
      const [asset = '', kind = ''] = account.split('/')
      this.balances.set(account, (this.balances.get(account) ?? 0n) + amount)
      this.changes.push({ asset, kind: kind.replace(/@.*/, ''), event, amount })
    }
  }

  pay(event: string, amount: bigint): void {
    this.post(event, ['TWD/available', amount])
    this.books.cash += amount
    this.books.paid += amount
    this.books.free += amount
  }

  act(): void {
    const { random } = this
    const actions = [
      () => this.pay('deposit.booked', BigInt(1 + random.below(10_000_000))),
      () => this.withdraw(random.below(4) === 0 ? this.books.free : BigInt(1 + random.below(5_000_000))),
      () => this.rebate(BigInt(1 + random.below(50_000))),
      () => this.hold(BigInt(1 + random.below(50_000_000))),
      () => this.openLong(),
      () => this.openLong(),
      () => this.openShort(),
      () => this.close(),
      () => this.close(),
      () => this.accrue(),
      () => this.payInterest(),
      () => this.settle(),
      () => this.movePrice(),
    ]
    random.one(actions)()
  }

  beginDay(date: string = today): void {
    // An ex-date: the dividend is there when the day begins, and is booked a little later.
    const long = [...this.books.shares.values()].find((count) => count > 0n) ?? 0n
    const dividend = long * 180n
    this.books.cash += dividend
    this.books.realised += dividend
    this.dividends += dividend
    const { cash, paid, realised, rebates, shares } = this.books
    this.opening = { cash, paid, realised, rebates, shares: new Map(shares) }
    this.references = new Map(this.marks)
    this.changes = []
    this.realisedByFills = 0n
    this.realisedByParts = 0n
    this.date = date
    if (dividend > 0n) this.post('dividend.accrued', [`TWD/dividend@${date}`, dividend])
    for (const symbol of symbols) if (this.random.below(3) > 0) this.movePrice(symbol)
  }

  private movePrice(symbol: string = this.random.one(symbols)): void {
    const mark = this.marks.get(symbol)!
    // Mostly a few ticks; now and then as far as a debt outgrows what secures it.
    const moved = this.random.below(8) === 0 ? mark * 3 : mark + (this.random.below(401) - 200) * 5
    this.marks.set(symbol, Math.max(500, this.random.below(8) === 0 ? Math.floor(moved / 15) * 5 : moved))
  }

  private withdraw(amount: bigint): void {
    if (amount === 0n || this.books.free < amount) return
    this.post('withdrawal.held', ['TWD/available', -amount], ['TWD/held', amount])
    this.books.free -= amount
    this.books.held += amount
    if (this.random.below(2) === 0) return
    this.post('withdrawal.passed', ['TWD/held', -amount])
    this.books.held -= amount
    this.books.cash -= amount
    this.books.paid -= amount
  }

  private rebate(amount: bigint): void {
    this.post('coupon.rebated', ['TWD/available', amount])
    this.books.cash += amount
    this.books.rebates += amount
    this.books.free += amount
  }

  private hold(amount: bigint): void {
    if (this.books.coming >= amount && this.random.below(2) === 0) {
      const due = [...this.books.comingOn].find(([, coming]) => coming >= amount)?.[0]
      if (due === undefined) return
      this.post('order.held', [`TWD/receivable@${due}`, -amount], [`TWD/held-receivable@${due}`, amount])
      this.come(due, -amount)
    } else {
      if (this.books.free < amount) return
      this.post('order.held', ['TWD/available', -amount], ['TWD/held', amount])
      this.books.free -= amount
    }
    this.books.held += amount
  }

  private come(due: string, amount: bigint): void {
    this.books.coming += amount
    this.books.comingOn.set(due, (this.books.comingOn.get(due) ?? 0n) + amount)
  }

  private take(symbol: string, shares: bigint): void {
    this.books.shares.set(symbol, (this.books.shares.get(symbol) ?? 0n) + shares)
  }

  private add(symbol: string, direction: 'long' | 'short', shares: number, value: bigint): OpenPosition {
    const position: OpenPosition = {
      positionId: `${this.positions.length}`,
      symbol,
      kind: kindOf(symbol),
      mark: 0,
      direction,
      dayTrade: this.random.below(4) === 0,
      openedOn: this.date,
      openedShares: shares,
      shares,
      openedValue: value,
      openFee: brokerage(this.terms, value),
      openTax: 0n,
      borrowFee: 0n,
      loan: 0n,
      collateral: 0n,
      interest: 0n,
      interestThrough: this.date,
      closedValue: 0n,
      closeFee: 0n,
      closeTax: 0n,
      interestPaid: 0n,
      realised: 0n,
    }
    this.positions.push(position)
    return position
  }

  private openLong(): void {
    const symbol = this.random.one(symbols)
    const isCash = this.random.below(2) === 0
    // Any number of shares, except on a loan.
    const shares = 1_000 * (1 + this.random.below(3)) - (isCash ? this.random.below(1_000) : 0)
    const value = valueAt(this.marks.get(symbol)!, shares)
    const loan = isCash ? 0n : ((value * 3n) / 5n / 100_000n) * 100_000n
    const fee = brokerage(this.terms, value)
    const own = value - loan + fee
    if (this.books.free < own) return
    this.add(symbol, 'long', shares, value).loan = loan
    this.post(
      'trade.open-long',
      ['TWD/available', -own],
      ['TWD/loan', -loan],
      [`stk:${symbol}/receivable@${this.random.one(dues)}`, BigInt(shares)],
    )
    this.books.free -= own
    this.books.cash -= value + fee
    this.take(symbol, BigInt(shares))
  }

  private openShort(): void {
    const symbol = this.random.one(symbols)
    const shares = 1_000 * (1 + this.random.below(3))
    const value = valueAt(this.marks.get(symbol)!, shares)
    const margin = (value * 9n) / 10n
    if (this.books.free < margin) return
    const position = this.add(symbol, 'short', shares, value)
    position.openTax = transactionTax(this.terms, position.kind, position.dayTrade, value)
    position.borrowFee = borrowFee(this.terms, position.dayTrade, value)
    const costs = position.openFee + position.openTax + position.borrowFee
    position.collateral = margin + value - costs
    this.post(
      'trade.open-short',
      ['TWD/available', -margin],
      ['TWD/collateral', position.collateral],
      [`stk:${symbol}/loan`, BigInt(-shares)],
    )
    this.books.free -= margin
    this.books.cash += value - costs
    this.take(symbol, BigInt(-shares))
  }

  /** A part or all of one position, at the current price. */
  private close(): void {
    const open = this.positions.filter(({ shares }) => shares > 0)
    if (open.length === 0) return
    const position = this.random.one(open)
    const quantity = Math.min(position.shares, 1_000 * (1 + this.random.below(3)))
    const value = valueAt(this.marks.get(position.symbol)!, quantity)
    const fee = brokerage(this.terms, value)
    const isLong = position.direction === 'long'
    const sameDay = position.dayTrade && position.openedOn === this.date
    const tax = isLong ? transactionTax(this.terms, position.kind, sameDay, value) : 0n
    const part = closingShares(position, quantity)
    const realised = realisedOf(position.direction, part, { value, fee, tax, interest: part.interest })
    const back = isLong ? value - fee - tax - part.loan - part.interest : part.collateral - value - fee
    const due = this.random.one(dues)
    this.post(
      isLong ? 'trade.close-long' : 'trade.close-short',
      back >= 0n ? [`TWD/receivable@${due}`, back] : [`TWD/payable@${due}`, back],
      ['TWD/loan', part.loan],
      ['TWD/interest', part.interest],
      ['TWD/collateral', -part.collateral],
    )
    if (isLong) this.giveShares(position.symbol, BigInt(quantity))
    else this.post('trade.close-short', [`stk:${position.symbol}/loan`, BigInt(quantity)])
    if (back > 0n) this.come(due, back)
    this.books.cash += isLong ? value - fee - tax : -value - fee
    this.take(position.symbol, BigInt(isLong ? -quantity : quantity))
    position.shares -= quantity
    position.loan -= part.loan
    position.interest -= part.interest
    position.collateral -= part.collateral
    position.closedValue += value
    position.closeFee += fee
    position.closeTax += tax
    position.interestPaid += part.interest
    position.realised += realised
    this.books.realised += realised
    this.realisedByFills += realised
    if (position.shares > 0) this.realisedByParts += realised
  }

  private giveShares(symbol: string, quantity: bigint): void {
    let left = quantity
    for (const [account, amount] of this.balances) {
      if (left === 0n || !account.startsWith(`stk:${symbol}/`) || account.endsWith('/loan')) continue
      const taken = amount < left ? amount : left
      if (taken > 0n) this.post('trade.close-long', [account, -taken])
      left -= taken > 0n ? taken : 0n
    }
  }

  private accrue(): void {
    for (const position of this.positions.filter(({ loan, shares }) => loan > 0n && shares > 0)) {
      const amount = interest(this.terms, position.loan, 1 + this.random.below(5))
      this.post('interest.accrued', ['TWD/interest', -amount])
      position.interest += amount
      this.books.cash -= amount
    }
  }

  private payInterest(): void {
    const position = this.positions.find((one) => one.interest > 0n && one.shares > 0)
    if (position === undefined || this.books.free < position.interest) return
    const amount = position.interest
    this.post('margin.top-up', ['TWD/available', -amount], ['TWD/interest', amount])
    this.books.free -= amount
    position.interest = 0n
    position.interestPaid += amount
    position.realised -= amount
    this.books.realised -= amount
  }

  private settle(): void {
    for (const [due, amount] of this.books.comingOn) {
      if (amount <= 0n) continue
      this.post('settlement.arrived', [`TWD/receivable@${due}`, -amount], ['TWD/available', amount])
      this.come(due, -amount)
      this.books.free += amount
    }
  }

  results(): RandomDay['results'] {
    const realised = this.positions.reduce((sum, one) => sum + one.realised, this.dividends)
    return { realised, rebates: this.books.rebates }
  }

  done(): RandomAccount {
    const isCalled = this.random.below(6) === 0
    return {
      terms: this.terms,
      balances: [...this.balances].map(([account, amount]) => {
        const [asset = '', tail = ''] = account.split('/')
        const [kind = '', due] = tail.split('@')
        return { asset, kind, due: due ?? null, amount }
      }),
      positions: this.positions
        .filter(({ shares }) => shares > 0)
        .map((one) => ({ ...one, mark: this.marks.get(one.symbol)! })),
      marks: new Map(this.marks),
      references: this.references,
      changes: [...this.changes],
      realisedByFills: this.realisedByFills,
      realisedByParts: this.realisedByParts,
      called: isCalled ? BigInt(1 + this.random.below(3_000_000)) : 0n,
      books: { ...this.books, shares: new Map(this.books.shares), comingOn: new Map(this.books.comingOn) },
      opening: this.opening!,
    }
  }
}
