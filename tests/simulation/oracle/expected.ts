// The outcome that the venue's events require, computed again from the beginning by the simplest possible code: no
// holds, no parts, no batches, just fills in their order. Settlement is checked against it.

import type { VenueEvent } from '@fairlot/contract/venue'
import {
  borrowFee,
  brokerage,
  heldFor,
  loanOf,
  marginOf,
  transactionTax,
  type TradingTerms,
} from '@fairlot/rules/orders'
import { type EventRow, type OrderRow, tables } from '../actors/rows.ts'
import type { Simulation } from '../actors/simulation.ts'

export interface ExpectedOrder {
  readonly order: OrderRow
  state: 'entrusted' | 'filled' | 'cancelled' | 'refused'
  reason: string | null
  isAccepted: boolean
  left: number
  filled: number
  value: bigint
  fee: bigint
  tax: bigint
  borrowFee: bigint
  /** From the loan or the collateral of the position it closes, by its fills so far. */
  taken: bigint
}

export interface ExpectedHolding {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly openedOn: string
  shares: number
  loan: bigint
  collateral: bigint
}

export interface Expected {
  readonly orders: Map<string, ExpectedOrder>
  readonly holdings: Map<string, ExpectedHolding>
  /** The change of all of a member's cash accounts, including collateral, excluding loans and interest. */
  readonly cash: Map<string, bigint>
  readonly fillKeys: Set<string>
  readonly seatTrades: { readonly buyer: string; readonly seller: string }[]
  readonly volumes: Map<string, { volume: number; trades: number; last: number }>
  readonly faults: string[]
  readonly repaid: Map<string, bigint>
}

export function expectedOf(simulation: Simulation): Expected {
  const expected: Expected = {
    orders: new Map(),
    holdings: new Map(),
    cash: new Map(),
    fillKeys: new Set(),
    seatTrades: [],
    volumes: new Map(),
    faults: [],
    repaid: new Map(),
  }
  for (const order of simulation.store.table<OrderRow>('orders').values())
    expected.orders.set(order.id, {
      order,
      state: 'entrusted',
      reason: null,
      isAccepted: false,
      left: order.quantity,
      filled: 0,
      value: 0n,
      fee: 0n,
      tax: 0n,
      borrowFee: 0n,
      taken: 0n,
    })
  for (const shard of simulation.shards) walkShard(simulation, expected, shard)
  return expected
}

function walkShard({ store, terms }: Simulation, expected: Expected, shard: number): void {
  let date = ''
  for (let event = 1; ; event += 1) {
    const row = store.read<EventRow>(tables.events, `${shard}/${event}`)
    if (!row) return
    const body = JSON.parse(row.body) as VenueEvent
    if (body.kind === 'phase' && body.phase === 'opening-call') ({ date } = body)
    else if (body.kind === 'traded' || body.kind === 'allocated') {
      trade(terms, expected, shard, event, date, body)
    } else if (body.kind === 'accepted' || body.kind === 'cancelled' || body.kind === 'reduced') {
      const order = expected.orders.get(body.order)
      if (!order) continue
      if (order.state !== 'entrusted')
        expected.faults.push(`I8 ${body.kind} of ${body.order}, which is ${order.state}`)
      if (body.kind === 'accepted') order.isAccepted = true
      else if (body.kind === 'reduced') order.left = body.left
      else {
        if (body.quantity !== order.left) expected.faults.push(`I8 cancels ${body.quantity} of ${order.left}`)
        order.left = 0
        order.state = 'cancelled'
        order.reason = body.reason
      }
    } else if (body.kind === 'refused' && (body.command === 'place' || body.command === 'replace')) {
      const order = expected.orders.get((body.command === 'place' ? body.order : body.newOrder) ?? '')
      if (!order) continue
      order.left = 0
      order.state = 'refused'
      order.reason = body.rule
    }
  }
}

function trade(
  terms: TradingTerms,
  expected: Expected,
  shard: number,
  event: number,
  date: string,
  body: Extract<VenueEvent, { kind: 'traded' | 'allocated' }>,
): void {
  const volume = expected.volumes.get(body.symbol) ?? { volume: 0, trades: 0, last: 0 }
  // A line of a block is no trade of the market.
  if (body.kind === 'traded')
    expected.volumes.set(body.symbol, {
      volume: volume.volume + body.quantity,
      trades: volume.trades + 1,
      last: body.price,
    })
  for (const side of ['buy', 'sell'] as const) {
    const account = side === 'buy' ? body.buyAccount : body.sellAccount
    if (!account.startsWith('member:')) continue
    const order = expected.orders.get(side === 'buy' ? body.buyOrder : body.sellOrder)
    if (!order) {
      expected.faults.push(`a fill of an unknown order: ${shard}/${event}`)
      continue
    }
    if (order.state !== 'entrusted') expected.faults.push(`I8 a fill of an order that is ${order.state}`)
    if (order.left < body.quantity) expected.faults.push('I8 a fill beyond its shares')
    const limit = order.order.price
    if (limit !== null && (side === 'buy' ? body.price > limit : body.price < limit))
      expected.faults.push('I9 a fill beyond its limit')
    expected.fillKeys.add(`fill:${shard}/${event}/${side}`)
    charge(terms, expected, order, date, body.price, body.quantity)
  }
}

function charge(
  terms: TradingTerms,
  expected: Expected,
  filled: ExpectedOrder,
  date: string,
  price: number,
  quantity: number,
): void {
  const { order } = filled
  const value = BigInt(price) * BigInt(quantity)
  const before = filled.value
  const after = before + value
  const fee = brokerage(terms, after) - brokerage(terms, before)
  filled.value = after
  filled.filled += quantity
  filled.left -= quantity
  filled.fee += fee
  if (filled.left === 0) filled.state = 'filled'
  const addCash = (amount: bigint): void => {
    expected.cash.set(order.memberId, (expected.cash.get(order.memberId) ?? 0n) + amount)
  }
  const taxOf = (half: boolean): bigint =>
    transactionTax(terms, order.kind, half, after) - transactionTax(terms, order.kind, half, before)
  if (order.purpose === 'open') {
    const holding = expected.holdings.get(order.id) ?? {
      id: order.id,
      memberId: order.memberId,
      symbol: order.symbol,
      direction: order.direction,
      openedOn: date,
      shares: 0,
      loan: 0n,
      collateral: 0n,
    }
    expected.holdings.set(order.id, holding)
    holding.shares += quantity
    if (order.direction === 'long') {
      const loan = loanOf(order.multiple, after) - loanOf(order.multiple, before)
      holding.loan += loan
      addCash(loan - value - fee)
      return
    }
    const taxed = taxOf(order.dayTrade)
    const borrowed = borrowFee(terms, order.dayTrade, after) - borrowFee(terms, order.dayTrade, before)
    filled.tax += taxed
    filled.borrowFee += borrowed
    holding.collateral += marginOf(terms, after) - marginOf(terms, before) + value - fee - taxed - borrowed
    addCash(value - fee - taxed - borrowed)
    return
  }
  const holding = expected.holdings.get(order.positionId)
  if (!holding || holding.shares < quantity) {
    expected.faults.push(`I7 closes ${quantity} of ${holding?.shares ?? 'nothing'}`)
    return
  }
  // The fills of one order together take what a single fill would, and the last shares take all that is left.
  const partOf = (left: bigint): bigint => {
    if (quantity === holding.shares) return left
    const atFirst = BigInt(holding.shares + filled.filled - quantity)
    const part = ((left + filled.taken) * BigInt(filled.filled)) / atFirst - filled.taken
    return part < 0n ? 0n : part > left ? left : part
  }
  if (order.direction === 'long') {
    const taxed = taxOf(order.dayTrade && holding.openedOn === date)
    const loan = partOf(holding.loan)
    filled.tax += taxed
    holding.loan -= loan
    filled.taken += loan
    addCash(value - fee - taxed - loan)
  } else {
    const freed = partOf(holding.collateral)
    holding.collateral -= freed
    filled.taken += freed
    addCash(-value - fee)
  }
  holding.shares -= quantity
}

/** What must be held for an open order now: cash of its owner, and shares of the owner or the pool. */
export function expectedHoldOf(
  terms: TradingTerms,
  { order, left, value, state }: ExpectedOrder,
): { readonly cash: bigint | 'by-collateral'; readonly shares: bigint } {
  if (state !== 'entrusted') return { cash: 0n, shares: 0n }
  const isShort = order.direction === 'short'
  if (order.purpose === 'close')
    return { cash: isShort ? 'by-collateral' : 0n, shares: isShort ? 0n : BigInt(left) }
  const { direction, multiple, worstPrice } = order
  return {
    cash: heldFor(terms, { direction, multiple, worstPrice, left, filled: value }),
    shares: isShort ? BigInt(left) : 0n,
  }
}
