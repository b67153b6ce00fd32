// What must be true of exchanges and loans, from the steps alone: amounts per member and currency, and debts. It shares no arithmetic with
// the rules: a rate is a fraction that is cut to six digits as text, and interest is computed once for each stretch of days with the same
// principal.

import type { Currency } from '@fairlot/money'
import type { MoneyStep } from './steps.ts'
import { nearest, openStockModel } from './model-stock.ts'
import { firstMids, memberIds, quoteSeconds, sharePrice, startOf, startShares } from './start.ts'
import { aprPpm } from './world.ts'

const billion = 1_000_000_000n
const paired: readonly Currency[] = ['USD', 'INR']

/** Six digits of a rate in billionths, written as text and cut there. */
function sixDigits(rate: bigint): bigint {
  const text = rate.toString()
  if (text.length <= 6) return rate
  const zeros = '0'.repeat(text.length - 6)
  const kept = BigInt(text.slice(0, 6)) + (Number(text[6]) >= 5 ? 1n : 0n)
  return BigInt(`${kept}${zeros}`)
}

interface Stretch {
  readonly principal: bigint
  readonly from: number
}
interface Debt {
  principal: bigint
  /** Of stretches that have ended. */
  earlier: bigint
  paid: bigint
  stretch: Stretch
  readonly shares: bigint
}
interface Offered {
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: bigint
  readonly getAmount: bigint
  endsAt: number
  used: boolean
}

interface Person {
  readonly own: Map<Currency, bigint>
  readonly quotes: Offered[]
  shares: bigint
  debt: Debt | undefined
}

export function openModel() {
  const people: readonly Person[] = memberIds.map(() => ({
    own: new Map(Object.entries(startOf) as [Currency, bigint][]),
    quotes: [],
    shares: startShares,
    debt: undefined,
  }))
  const stocks = openStockModel(
    people.map((person) => Object.assign(person, { pledged: () => person.debt?.shares ?? 0n })),
  )
  const mids = new Map<Currency, bigint>([...firstMids, ['TWD', billion]])
  /** What the house has gained in each currency. */
  const house = new Map<Currency, bigint>()
  let seconds = 0
  let day = 0
  const add = (to: Map<Currency, bigint>, currency: Currency, amount: bigint): void =>
    void to.set(currency, (to.get(currency) ?? 0n) + amount)
  const interestOf = ({ stretch, earlier, paid }: Debt): bigint =>
    earlier + nearest(stretch.principal * BigInt(aprPpm) * BigInt(day - stretch.from), 365_000_000n) - paid

  function priced(pay: Currency, get: Currency, amount: bigint, spreadBps: number): bigint {
    const [payMid, getMid] = [mids.get(pay)!, mids.get(get)!]
    const paysBase = pay !== 'TWD' && (get === 'TWD' || payMid >= getMid)
    const mid = sixDigits(paysBase ? nearest(payMid * billion, getMid) : nearest(getMid * billion, payMid))
    const spread = BigInt(paysBase ? 10_000 - spreadBps : 10_000 + spreadBps)
    const rate = sixDigits(nearest(mid * spread, 10_000n))
    return paysBase ? (amount * rate) / billion : (amount * billion) / rate
  }

  function quote(
    person: Person,
    { pay, get, percent, spreadBps }: Extract<MoneyStep, { kind: 'quote' }>,
  ): string {
    if (pay === get) return 'currency.same'
    if (paired.includes(pay) !== paired.includes(get)) return 'currency.pair'
    const own = person.own.get(pay)!
    const payAmount = (own * BigInt(percent)) / 100n
    const getAmount = priced(pay, get, payAmount, spreadBps)
    if (payAmount === 0n || getAmount === 0n) return 'currency.amount'
    if (payAmount > own) return 'balance.insufficient'
    for (const open of person.quotes) if (!open.used) open.endsAt = Math.min(open.endsAt, seconds)
    person.quotes.push({ pay, get, payAmount, getAmount, endsAt: seconds + quoteSeconds, used: false })
    return 'quoted'
  }

  function deal(person: Person, pick: number): string {
    const chosen = person.quotes.at(-1 - pick)
    if (chosen === undefined) return 'request.not-found'
    if (chosen.used) return 'currency.quote-used'
    if (seconds >= chosen.endsAt) return 'currency.quote-expired'
    if (person.own.get(chosen.pay)! < chosen.payAmount) return 'balance.insufficient'
    add(person.own, chosen.pay, -chosen.payAmount)
    add(person.own, chosen.get, chosen.getAmount)
    add(house, chosen.pay, chosen.payAmount)
    add(house, chosen.get, -chosen.getAmount)
    chosen.used = true
    return 'done.exchange'
  }

  function borrow(person: Person, { lots, percent }: Extract<MoneyStep, { kind: 'borrow' }>): string {
    if (person.debt !== undefined) return 'credit.open'
    // Six tenths of the pledge, the limit of a new member, in steps of 1,000 dollars.
    const max = BigInt(Math.min(Math.floor((lots * 1_000 * sharePrice * 6) / 10), 10_000_000))
    const whole = max - (max % 100_000n)
    const amount = (whole * BigInt(percent)) / 100n
    if (amount === 0n || amount > whole) return 'credit.amount'
    const shares = BigInt(lots) * 1_000n
    if (shares > person.shares) return 'balance.insufficient'
    person.debt = {
      principal: amount,
      earlier: 0n,
      paid: 0n,
      stretch: { principal: amount, from: day },
      shares,
    }
    person.shares -= shares
    add(person.own, 'TWD', amount)
    return 'done.credit'
  }

  function repay(person: Person, percent: number): string {
    const { debt } = person
    if (debt === undefined) return 'request.not-found'
    const interest = interestOf(debt)
    const owed = debt.principal + interest
    const amount = (owed * BigInt(percent)) / 100n
    if (amount === 0n || amount > owed) return 'credit.repay-amount'
    if (amount > person.own.get('TWD')!) return 'balance.insufficient'
    add(person.own, 'TWD', -amount)
    const toInterest = amount < interest ? amount : interest
    if (amount > toInterest) {
      debt.earlier = interest + debt.paid
      debt.principal -= amount - toInterest
      debt.stretch = { principal: debt.principal, from: day }
    }
    debt.paid += toInterest
    if (amount < owed) return 'done.repayment'
    person.shares += debt.shares
    person.debt = undefined
    return 'done.repaid'
  }

  function apply(step: MoneyStep): string {
    const person = 'who' in step ? people[step.who]! : people[0]!
    switch (step.kind) {
      case 'deposit':
        add(person.own, step.currency, BigInt(step.amount))
        return 'deposited'
      case 'move-rate':
        if (step.currency !== 'TWD')
          mids.set(step.currency, (mids.get(step.currency)! * BigInt(step.percent)) / 100n)
        return 'moved'
      case 'quote':
        return quote(person, step)
      case 'deal':
        return deal(person, step.pick)
      case 'wait':
        seconds += step.seconds
        return 'waited'
      case 'next-days':
        for (let night = 0; night < step.days; night += 1) {
          day += 1
          stocks.night(day)
        }
        return 'accrued'
      case 'borrow':
        return borrow(person, step)
      case 'repay':
        return repay(person, step.percent)
      case 'sell':
        return stocks.sell(step, day)
      case 'cover':
        return stocks.cover(step.who, day)
      case 'propose':
        return stocks.propose(step, day)
      case 'approve':
        return stocks.approve(step.by, day)
    }
  }
  return {
    apply,
    stocks,
    house: (currency: Currency): bigint => house.get(currency) ?? 0n,
    person: (n: number) => {
      const { own, shares, debt } = people[n]!
      const interest = debt === undefined ? 0n : interestOf(debt)
      return { own, shares, pledged: debt?.shares ?? 0n, principal: debt?.principal ?? 0n, interest }
    },
  }
}
