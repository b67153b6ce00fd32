// A random account: a history of payments, orders, trades and interest, kept twice: as the ledger keeps it, and as a plain cash book
// and a share book that know no kinds of accounts. What the figures must be is read from the second.

import type { Currency } from '@fairlot/money'
import type { FigureBalance, FigurePosition } from '../index.ts'
import type { DayChange } from '../day.ts'
import { interest, valueAt, brokerage, borrowFee, transactionTax } from '../../orders/costs.ts'
import { closingShares, realisedOf } from '../../orders/closing-shares.ts'
import { Random } from './random.ts'
import { dues, kindOf, symbols } from './random-stocks.ts'
import { adjustPosition, shareRatios } from './random-share-action.ts'
import { termsOf, type TradingTerms } from '../../orders/terms.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }
type OpenPosition = Mutable<FigurePosition>

export const today = '2026-11-17'
const earlier = '2026-11-10'

/** The plain books: what the account must be worth. */
export interface Books {
  /** Foreign cash by currency, and what it cost in New Taiwan dollars. */
  readonly foreign: Map<Currency, bigint>
  foreignCost: bigint
  /** All cash less all debts in cash. */
  cash: bigint
  /** Own shares less borrowed ones. */
  readonly shares: Map<string, bigint>
  /** Deposits less withdrawals. */
  paid: bigint
  realised: bigint
  /** Fees that coupons paid back. */
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
  readonly mids: ReadonlyMap<Currency, bigint>
  readonly openingMids: ReadonlyMap<Currency, bigint>
  /** Foreign payments of the day, and of the whole history with exchanges. */
  readonly foreignPaid: bigint
  readonly foreignCost: bigint
  readonly changes: readonly DayChange[]
  readonly realisedByFills: bigint
  /** Of it, what fills realised that did not close their position. */
  readonly realisedByParts: bigint
  readonly called: bigint
  readonly books: Books
  /** The books when the day began. */
  readonly opening: Pick<Books, 'cash' | 'paid' | 'realised' | 'rebates' | 'foreignCost'> & {
    readonly shares: ReadonlyMap<string, bigint>
    readonly foreign: ReadonlyMap<Currency, bigint>
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
  /** Of everything ever closed, and what coupons ever paid back. */
  readonly results: { readonly realised: bigint; readonly rebates: bigint; readonly foreignPaid: bigint }
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

class Run {
  readonly random: Random
  private readonly terms = termsOf('practice')
  private readonly balances = new Map<string, bigint>()
  private readonly positions: OpenPosition[] = []
  private readonly marks = new Map<string, number>()
  private references = new Map<string, number>()
  private readonly mids = new Map<Currency, bigint>([
    ['USD', 31_250_000_000n],
    ['JPY', 205_000_000n],
  ])
  private openingMids = new Map<Currency, bigint>()
  private foreignPaid = 0n
  private changes: DayChange[] = []
  private realisedByFills = 0n
  private realisedByParts = 0n
  private dividends = 0n
  private date: string = earlier
  private opening: RandomAccount['opening'] | undefined
  private readonly books: Books = {
    foreign: new Map(),
    foreignCost: 0n,
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
      () => this.payForeign(BigInt(random.below(2_000_000)) - 500_000n),
      () => this.exchange(BigInt(1 + random.below(3_000_000))),
      () => this.moveRate(),
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
    const adjusted = this.adjustShares()
    const { cash, paid, realised, rebates, shares, foreign, foreignCost } = this.books
    this.opening = {
      cash,
      paid,
      realised,
      rebates,
      foreignCost,
      shares: new Map(shares),
      foreign: new Map(foreign),
    }
    this.openingMids = new Map(this.mids)
    this.foreignPaid = 0n
    this.references = new Map(this.marks)
    this.changes = []
    this.realisedByFills = 0n
    this.realisedByParts = 0n
    this.date = date
    if (dividend > 0n) this.post('dividend.accrued', [`TWD/dividend@${date}`, dividend])
    for (const line of adjusted) this.post('shares.adjusted', line)
    for (const symbol of symbols) if (this.random.below(3) > 0) this.movePrice(symbol)
    this.moveRate()
  }

  private moveRate(): void {
    const currency = this.random.one(['USD', 'JPY'] as const)
    this.mids.set(currency, (this.mids.get(currency)! * BigInt(900 + this.random.below(201))) / 1_000n)
  }

  private addForeign(currency: Currency, amount: bigint): void {
    this.books.foreign.set(currency, (this.books.foreign.get(currency) ?? 0n) + amount)
  }

  /** A deposit in dollars, or a withdrawal: first held, and sometimes paid. */
  private payForeign(amount: bigint): void {
    const free = this.balances.get('USD/available') ?? 0n
    if (amount === 0n || free + amount < 0n) return
    if (amount < 0n) {
      this.post('withdrawal.held', ['USD/available', amount], ['USD/held', -amount])
      if (this.random.below(2) === 0) return
    }
    const worth = (amount * this.mids.get('USD')!) / 1_000_000_000n
    if (amount > 0n) this.post('deposit.booked', ['USD/available', amount])
    else this.post('withdrawal.passed', ['USD/held', amount])
    this.addForeign('USD', amount)
    this.foreignPaid += worth
    this.books.paid += worth
    this.books.foreignCost += worth
  }

  /** New Taiwan dollars for yen at a worse rate than the mid, or back. */
  private exchange(twd: bigint): void {
    const yen = (twd * 990_000_000n) / this.mids.get('JPY')!
    const own = this.balances.get('JPY/available') ?? 0n
    const buys = this.random.below(2) === 0
    if (yen === 0n || (buys ? this.books.free < twd : own < yen)) return
    const sign = buys ? 1n : -1n
    this.post('currency.exchanged', ['TWD/available', -sign * twd], ['JPY/available', sign * yen])
    this.addForeign('JPY', sign * yen)
    this.books.free -= sign * twd
    this.books.cash -= sign * twd
    this.books.foreignCost += sign * twd
  }

  /** A stock dividend or a split at the begin of the day; answers the lines that the ledger gets a little later. */
  private adjustShares(): readonly (readonly [string, bigint])[] {
    if (this.random.below(3) > 0) return []
    const symbol = this.random.one(symbols)
    const ratio = this.random.one(shareRatios)
    const { books, marks } = this
    marks.set(symbol, Math.max(500, Number((BigInt(marks.get(symbol)!) * ratio.from) / ratio.to)))
    return this.positions
      .filter((one) => one.symbol === symbol && one.shares > 0)
      .map((position) => {
        const { added, realised } = adjustPosition(position, ratio)
        books.realised += realised
        const isLong = position.direction === 'long'
        this.take(symbol, BigInt(isLong ? added : -added))
        const account = isLong ? (added > 0 ? `dividend@${dues[0]}` : 'available') : 'loan'
        return [`stk:${symbol}/${account}`, BigInt(isLong ? added : -added)] as const
      })
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
    return { realised, rebates: this.books.rebates, foreignPaid: this.books.foreignCost }
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
      mids: new Map(this.mids),
      openingMids: this.openingMids,
      foreignPaid: this.foreignPaid,
      foreignCost: this.books.foreignCost,
      changes: [...this.changes],
      realisedByFills: this.realisedByFills,
      realisedByParts: this.realisedByParts,
      called: isCalled ? BigInt(1 + this.random.below(3_000_000)) : 0n,
      books: {
        ...this.books,
        foreign: new Map(this.books.foreign),
        shares: new Map(this.books.shares),
        comingOn: new Map(this.books.comingOn),
      },
      opening: this.opening!,
    }
  }
}
