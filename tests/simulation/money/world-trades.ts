// Trades between the two members, so that holders change around an ex-date and one can be short. The postings of settlement make the
// entries; what arrives or is owed on a date is moved as the sweep of settlement does.

import {
  type AccountCode,
  type Asset,
  type Entry,
  type EntryHead,
  lending,
  member,
  type SettlementDate,
  stock,
} from '@fairlot/ledger'
import { addDays, addSettlementDays, taipeiMidnight } from '@fairlot/rules/calendar'
import { adjustShares, type HeldPosition, type ShareRatio } from '@fairlot/rules/corporate-actions'
import type { LedgerModel } from '@fairlot/testkit/ledger-model'
import {
  arrive,
  closeLong,
  closeShort,
  hold,
  openLong,
  openShort,
  type Taken,
} from '../../../apps/server/src/features/settlement/postings.ts'
import type { MoneyFault } from './faults.ts'
import { firstDate, marginPercent, memberIds, sharePrice, symbol } from './start.ts'
import type { MoneyStep } from './steps.ts'

const cash = 'TWD'
const asset = stock(symbol)

export interface Books {
  readonly ledger: LedgerModel
  /** Throws when the ledger refuses it. */
  readonly must: (posting: Entry) => void
  readonly newId: () => string
  /** Of an entry; differs from each before. */
  readonly at: () => Date
  readonly clock: { day: number; seconds: number }
  readonly fault: MoneyFault | undefined
}

export const todayOf = ({ clock }: Books): string => addDays(firstDate, clock.day)
export const nowOf = (books: Books): Date =>
  new Date(taipeiMidnight(todayOf(books)) + books.clock.seconds * 1_000)

interface Due {
  readonly memberId: string
  readonly asset: Asset
  readonly due: SettlementDate
}
interface Short {
  readonly memberId: string
  shares: number
  readonly collateral: bigint
}

export function openTrades(books: Books) {
  const { ledger, must, newId, at } = books
  const shorts: Short[] = []
  let dues: Due[] = []
  const owes = (due: Due): void => {
    if (!dues.some((one) => Object.keys(due).every((key) => one[key as keyof Due] === due[key as keyof Due])))
      dues.push(due)
  }
  const head = (event: string): EntryHead => {
    const reference = newId()
    return { event, reference, key: `${event} ${reference}`, postedAt: at() }
  }
  const take = (account: AccountCode, amount: bigint): readonly Taken[] => {
    const taken = [{ holdId: newId(), account, amount }]
    must(hold(head('order.held'), taken))
    return taken
  }
  const has = (account: AccountCode, amount: bigint): boolean => ledger.balance(account) >= amount

  interface Trade {
    readonly memberId: string
    readonly quantity: number
    readonly value: bigint
    readonly due: SettlementDate
  }
  const noCosts = { fee: 0n, tax: 0n, borrowFee: 0n, loan: 0n, interest: 0n, margin: 0n, collateral: 0n }
  const sideOf = ({ memberId, quantity, due }: Trade, captured: readonly Taken[]) => ({
    head: head('order.filled'),
    memberId,
    symbol,
    quantity,
    due,
    captured,
    released: [],
  })

  function buy(trade: Trade): void {
    const { memberId, value, due } = trade
    const captured = take(member(memberId).available(cash), value)
    must(openLong({ ...sideOf(trade, captured), amounts: { ...noCosts, value }, poolTopUp: 0n }))
    owes({ memberId, asset, due })
  }
  function sell(trade: Trade): void {
    const { memberId, quantity, value, due } = trade
    const captured = take(member(memberId).available(asset), BigInt(quantity))
    must(
      closeLong({
        ...sideOf(trade, captured),
        amounts: { ...noCosts, value },
        fromAvailable: 0n,
        owed: 0n,
      }),
    )
    owes({ memberId, asset: cash, due })
  }
  function sellShort(trade: Trade, margin: bigint): void {
    const { memberId, quantity, value } = trade
    const captured = take(member(memberId).available(cash), margin)
    const lent = take(lending.available(asset), BigInt(quantity))
    must(openShort({ ...sideOf(trade, captured), amounts: { ...noCosts, value, margin }, lent }))
    shorts.push({ memberId, shares: quantity, collateral: value + margin })
  }
  /** After a stock dividend a short can cost more than its collateral. */
  function buyBack(trade: Trade, { collateral }: Short): void {
    const { memberId, value, due } = trade
    const lacks = value > collateral ? value - collateral : 0n
    const free = ledger.balance(member(memberId).available(cash))
    const fromAvailable = lacks < free ? lacks : free
    must(
      closeShort({
        ...sideOf(trade, []),
        amounts: { ...noCosts, value, collateral },
        fromAvailable,
        owed: lacks - fromAvailable,
      }),
    )
    owes({ memberId, asset: cash, due })
  }

  const tradeOf = (memberId: string, quantity: number): Trade => ({
    memberId,
    quantity,
    value: BigInt(quantity) * BigInt(sharePrice),
    due: addSettlementDays('twse', new Map(), todayOf(books), 2),
  })
  const otherOf = (who: number): string => memberIds.find((_id, n) => n !== who)!

  /** The other member buys. */
  function trade({ who, shares, short }: Extract<MoneyStep, { kind: 'sell' }>): string {
    const own = member(memberIds[who]!)
    const [selling, buying] = [tradeOf(memberIds[who]!, shares), tradeOf(otherOf(who), shares)]
    const margin = (selling.value * marginPercent) / 100n
    const isCovered = short ? has(own.available(cash), margin) : has(own.available(asset), BigInt(shares))
    if (!isCovered || !has(member(buying.memberId).available(cash), buying.value))
      return 'balance.insufficient'
    if (short) sellShort(selling, margin)
    else sell(selling)
    buy(buying)
    return short ? 'done.short' : 'done.sale'
  }

  /** Buys back the oldest short from the other member. */
  function cover({ who }: Extract<MoneyStep, { kind: 'cover' }>): string {
    const short = shorts.find(({ memberId }) => memberId === memberIds[who])
    if (short === undefined) return 'request.not-found'
    const selling = tradeOf(otherOf(who), short.shares)
    if (!has(member(selling.memberId).available(asset), BigInt(short.shares))) return 'balance.insufficient'
    sell(selling)
    buyBack(tradeOf(short.memberId, short.shares), short)
    shorts.splice(shorts.indexOf(short), 1)
    return 'done.cover'
  }

  /** By the trade: unsettled purchases count, pledged shares, and new ones that have not arrived. */
  function positionsOf(memberId: string, arriving: bigint): readonly HeldPosition[] {
    const own = member(memberId)
    const unsettled =
      books.fault === 'forgets-unsettled-purchases'
        ? []
        : dues.filter((due) => due.memberId === memberId && due.asset === asset)
    const long = [
      own.available(asset),
      own.held(asset),
      ...unsettled.map(({ due }) => own.receivable(asset, due)),
    ].reduce((sum, account) => sum + ledger.balance(account), arriving)
    return [
      { direction: 'long', shares: Number(long), owes: false },
      ...shorts
        .filter((short) => short.memberId === memberId)
        .map(({ shares }) => ({ direction: 'short' as const, shares, owes: false })),
    ]
  }

  /** Of everybody who is short. */
  function adjustShorts(ratio: ShareRatio): void {
    for (const short of shorts) short.shares = adjustShares(short.shares, ratio, true).shares
  }

  /** What comes in on a date is free, then the debts of that date are collected; the rest is owed until there is money. */
  function sweep(): void {
    const today = todayOf(books)
    dues = dues.toSorted((a, b) => (a.due < b.due ? -1 : Number(a.due > b.due)))
    for (const { memberId, asset: of, due } of dues.filter((one) => one.due <= today)) {
      const own = member(memberId)
      const [available, receivable, payable] = [
        own.available(of),
        own.receivable(of, due),
        own.payable(of, due),
      ]
      const comes = ledger.balance(receivable)
      const owed = -ledger.balance(payable)
      const free = ledger.balance(available) + comes
      const pays = owed < free ? owed : free
      if (comes === 0n && pays === 0n) continue
      must(
        arrive(head('settlement.arrived'), [
          { account: receivable, to: available, amount: comes },
          { account: available, to: payable, amount: pays },
        ]),
      )
    }
    dues = dues.filter(
      ({ memberId, asset: of, due }) =>
        due > today ||
        (books.fault !== 'forgives-waiting-debts' &&
          ledger.balance(member(memberId).payable(of, due)) !== 0n),
    )
  }

  return { trade, cover, positionsOf, adjustShorts, sweep, owes }
}
