// The product's side: its rules decide, its postings make the entries, the model ledger books them. The rows of quotes and loans are
// kept as the database keeps them.

import { type AccountCode, type Entry, entry, houseAccounts, lending, member, stock } from '@fairlot/ledger'
import { currencies, type Currency } from '@fairlot/money'
import { borrowableOf, creditInterest, creditTermsOf, splitRepayment } from '@fairlot/rules/credit'
import { pairRefusal, priceExchange } from '@fairlot/rules/currency-exchange'
import { createLedgerModel } from '@fairlot/testkit/ledger-model'
import {
  accrueEntry,
  disburseEntry,
  freeEntry,
  pledgeEntry,
  repayEntry,
} from '../../../apps/server/src/features/credit/postings.ts'
import { exchangeEntry } from '../../../apps/server/src/features/currency-exchange/postings.ts'
import type { MoneyFault } from './faults.ts'
import {
  firstMids,
  memberIds,
  poolShares,
  quoteSeconds,
  sharePrice,
  startOf,
  startShares,
  symbol,
} from './start.ts'
import type { MoneyStep } from './steps.ts'
import { openDividends } from './world-dividends.ts'
import { type Books, openTrades } from './world-trades.ts'

const cash = 'TWD'

interface Quote {
  readonly id: string
  readonly memberId: string
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: bigint
  readonly getAmount: bigint
  readonly endsAt: number
  used: boolean
}
interface Loan {
  readonly loanId: string
  readonly memberId: string
  readonly aprPpm: number
  readonly holdId: string
  readonly shares: number
  principal: bigint
  interest: bigint
  accruesFrom: number
  through: number
}

const terms = creditTermsOf(new Map())
export const aprPpm = terms.apr

export function openWorld(fault?: MoneyFault) {
  const ledger = createLedgerModel()
  const mids = new Map(firstMids)
  const quotes: Quote[] = []
  const loans = new Map<string, Loan>()
  const exchanged = new Set<string>()
  const clock = { day: 0, seconds: 0 }
  let made = 0
  const at = () => new Date(Date.UTC(2026, 10, 18) + made)
  const newId = (): string => `01900000-0000-7000-9000-${String((made += 1)).padStart(12, '0')}`
  const book = (posting: Entry): string => ledger.apply({ op: 'post', entry: posting })
  const must = (posting: Entry): void => {
    const answer = book(posting)
    if (answer !== 'posted') throw new Error(`${posting.key}: ${answer}`)
  }
  const give = (amount: bigint, from: AccountCode, to: AccountCode): void => {
    const id = newId()
    must(
      entry({ event: 'test.given', reference: id, key: `given ${id}`, postedAt: at() })
        .move(amount, from, to)
        .done(),
    )
  }
  for (const memberId of memberIds) {
    for (const currency of currencies)
      give(startOf[currency], houseAccounts.bank(currency), member(memberId).available(currency))
    give(startShares, houseAccounts.issue(stock(symbol)), member(memberId).available(stock(symbol)))
  }
  give(100_000_000_000n, houseAccounts.capital(cash), lending.available(cash))
  give(poolShares, houseAccounts.issue(stock(symbol)), lending.available(stock(symbol)))
  const books: Books = { ledger, must, newId, at, clock, fault }
  const trades = openTrades(books)
  const dividends = openDividends(books, trades)

  const available = (memberId: string, currency: Currency): bigint =>
    ledger.balance(member(memberId).available(currency))

  function quote({ who, pay, get, percent, spreadBps }: Extract<MoneyStep, { kind: 'quote' }>): string {
    const refused = fault === 'exchanges-any-pair' && pay !== get ? undefined : pairRefusal(pay, get)
    if (refused) return refused
    const memberId = memberIds[who]!
    const payAmount = (available(memberId, pay) * BigInt(percent)) / 100n
    const priced = priceExchange(mids, pay, get, payAmount, fault === 'forgets-the-spread' ? 0 : spreadBps)!
    if (payAmount === 0n || priced.get === 0n) return 'currency.amount'
    if (payAmount > available(memberId, pay)) return 'balance.insufficient'
    const getAmount = priced.get + (fault === 'rounds-up' ? 1n : 0n)
    for (const open of quotes)
      if (open.memberId === memberId && !open.used) Object.assign(open, { endsAt: clock.seconds })
    quotes.push({
      id: newId(),
      memberId,
      pay,
      get,
      payAmount,
      getAmount,
      endsAt: clock.seconds + quoteSeconds,
      used: false,
    })
    return 'quoted'
  }

  function deal({ who, pick }: Extract<MoneyStep, { kind: 'deal' }>): string {
    const chosen = quotes.filter(({ memberId }) => memberId === memberIds[who]).at(-1 - pick)
    if (chosen === undefined) return 'request.not-found'
    if (chosen.used && fault !== 'uses-a-quote-twice') return 'currency.quote-used'
    if (clock.seconds >= chosen.endsAt && fault !== 'uses-an-expired-quote') return 'currency.quote-expired'
    const posting = exchangeEntry(chosen, at())
    const lines =
      fault === 'forgets-a-leg'
        ? posting.lines.filter(({ account }) => account.includes(`/${chosen.pay}/`))
        : posting.lines
    const key = chosen.used ? `${posting.key} again` : posting.key
    const answer = book({ ...posting, lines, key })
    if (answer !== 'posted') return `balance.${answer}`
    chosen.used = true
    exchanged.add(`${chosen.pay} ${chosen.get}`)
    return 'done.exchange'
  }

  function accrue(loan: Loan): void {
    const whole = (through: number) => creditInterest(loan.principal, loan.aprPpm, through - loan.accruesFrom)
    const grown =
      fault === 'rounds-interest-daily'
        ? creditInterest(loan.principal, loan.aprPpm, 1) * BigInt(clock.day - loan.through)
        : whole(clock.day) - whole(loan.through)
    if (grown > 0n) must(accrueEntry(loan, String(clock.day), grown, at()))
    loan.interest += grown
    loan.through = clock.day
  }

  function borrow({ who, lots, percent }: Extract<MoneyStep, { kind: 'borrow' }>): string {
    const memberId = memberIds[who]!
    if (loans.has(memberId)) return 'credit.open'
    const shares = lots * 1_000
    const max = borrowableOf(terms, BigInt(terms.limitStart), [{ shares, price: sharePrice }])
    const amount = (max * BigInt(percent)) / 100n
    if (amount === 0n || (amount > max && fault !== 'lends-above-the-pledge')) return 'credit.amount'
    const loan = {
      loanId: newId(),
      memberId,
      aprPpm,
      holdId: newId(),
      shares,
      principal: amount,
      interest: 0n,
      accruesFrom: clock.day,
      through: clock.day,
    }
    const answer = book(pledgeEntry(loan, { ...loan, symbol }, at()))
    if (answer !== 'posted') return `balance.${answer}`
    must(disburseEntry(loan, amount, at()))
    loans.set(memberId, loan)
    return 'done.credit'
  }

  function repay({ who, percent }: Extract<MoneyStep, { kind: 'repay' }>): string {
    const loan = loans.get(memberIds[who]!)
    if (loan === undefined) return 'request.not-found'
    accrue(loan)
    const amount = ((loan.principal + loan.interest) * BigInt(percent)) / 100n
    const split = splitOf(loan, amount)
    if (split === undefined || amount === 0n) return 'credit.repay-amount'
    const by = { event: 'credit.repaid', key: newId(), due: null } as const
    const answer = book(repayEntry(loan, split, by, at()))
    if (answer !== 'posted') return `balance.${answer}`
    loan.interest -= split.interest
    loan.principal -= split.principal
    if (split.principal > 0n && fault !== 'charges-repaid-principal') loan.accruesFrom = clock.day
    if (loan.principal + loan.interest > 0n) return 'done.repayment'
    loans.delete(loan.memberId)
    if (fault !== 'keeps-the-pledge') must(freeEntry(loan, { ...loan, symbol }, 'repaid', at()))
    return 'done.repaid'
  }

  function splitOf(loan: Loan, amount: bigint) {
    if (fault === 'repays-principal-first') {
      const principal = amount < loan.principal ? amount : loan.principal
      return amount - principal > loan.interest ? undefined : { principal, interest: amount - principal }
    }
    const owed = loan.principal + loan.interest
    return splitRepayment(loan, fault === 'accepts-too-much' && amount > owed ? owed : amount)
  }

  function apply(step: MoneyStep): string {
    switch (step.kind) {
      case 'deposit':
        give(
          BigInt(step.amount),
          houseAccounts.bank(step.currency),
          member(memberIds[step.who]!).available(step.currency),
        )
        return 'deposited'
      case 'move-rate': {
        const mid = mids.get(step.currency)
        if (mid !== undefined) mids.set(step.currency, (mid * BigInt(step.percent)) / 100n)
        return 'moved'
      }
      case 'quote':
        return quote(step)
      case 'deal':
        return deal(step)
      case 'wait':
        clock.seconds += step.seconds
        return 'waited'
      case 'next-days':
        // Every night of them.
        for (let night = 0; night < step.days; night += 1) {
          clock.day += 1
          dividends.night()
          trades.sweep()
          if (night % 3 === 0 || night === step.days - 1) for (const loan of loans.values()) accrue(loan)
        }
        return 'accrued'
      case 'borrow':
        return borrow(step)
      case 'repay':
        return repay(step)
      case 'sell':
        return trades.trade(step)
      case 'cover':
        return trades.cover(step)
      case 'propose':
        return dividends.propose(step)
      case 'approve':
        return dividends.approve(step)
    }
  }
  return { apply, ledger, exchanged }
}
