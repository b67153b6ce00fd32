// The decision of settlement: facts and the venue's events in, all changes out. No SQL, no clock, no randomness: the
// seeded simulation runs this same function. An impossible state throws, and nothing of the batch is applied.

import { memberAccount, seatAccount, type Traded } from '@fairlot/contract/venue'
import type { Entry } from '@fairlot/ledger'
import { addSettlementDays } from '@fairlot/rules/calendar'
import { heldFor, type TradingTerms, valueAt } from '@fairlot/rules/orders'
import { type CloseReason, positionsRules } from '@fairlot/rules/positions'
import { closingAmounts, openingAmounts, shortCloseNeeds } from './amounts.ts'
import { beginPosition } from './begin-position.ts'
import type { OrderFact, OrderOrigin, PositionFact, SettlementFacts } from './settlement-input.ts'
import {
  cashIn,
  cashSum,
  giveBack,
  isCash,
  isShares,
  restOf,
  sharesIn,
  shrinkTo,
  sumOf,
  take,
} from './frozen-parts.ts'
import * as postings from './postings.ts'
import type { Taken } from './postings.ts'
import { holdIdOf } from './hold-id.ts'
import { type Charged, fillRow } from './fill-row.ts'
import { openNews } from './news.ts'
import { seatSums } from './seat-sums.ts'
import type { FillRow, NewHeld, Settled } from './settlement-result.ts'
import { addStep, type Step } from './step-chain.ts'
import type { SettlementEvent } from './event-orders.ts'

export type { FillRow, NewHeld, News, SeatNetChange, Settled } from './settlement-result.ts'

/** The pool is topped up by more than one loan needs, so that the next loans are covered too. */
const poolStep = 1_000_000_000_000n

export function settle(facts: SettlementFacts, events: readonly SettlementEvent[]): Settled {
  const orders = new Map<string, OrderFact>()
  const positions = new Map<string, PositionFact>()
  const made = new Set<string>()
  const entries: Entry[] = []
  const fills: FillRow[] = []
  const steps: Step[] = []
  const nets = seatSums()
  const seatMoves = seatSums()
  const news = openNews()
  const freeCash = new Map(facts.freeCash)
  const dues = new Map<string, string>()
  const held: NewHeld[] = []
  // The hold released by the order just replaced: the venue's next event concerns its replacement.
  let replaced: { readonly id: string; readonly released: readonly Taken[] } | undefined
  let poolCash = facts.poolCash
  let date = facts.date

  for (const { event, at, body } of events) {
    switch (body.kind) {
      case 'phase':
        if (body.phase === 'opening-call') date = body.date
        break
      case 'accepted': {
        const order = openOrder(body.order)
        order.acceptedAt = at
        step(order, at, 'accepted', 'venue', { event, quantity: body.quantity })
        if (takesOver(order)) takeOver(order, event, at)
        news.orderChanged(order, at)
        break
      }
      case 'reduced':
        reduce(openOrder(body.order), event, at, body.by, body.left)
        break
      case 'cancelled': {
        const order = openOrder(body.order)
        if (body.quantity !== order.left) throw fault(event, `cancels ${body.quantity} of ${order.left}`)
        const what = body.reason === 'replaced' ? 'replaced' : 'cancelled'
        step(order, at, what, 'venue', { event, quantity: body.quantity, reason: body.reason })
        const released = end(order, 'cancelled', body.reason, event, at)
        if (body.reason === 'replaced') replaced = { id: order.id, released }
        break
      }
      case 'refused': {
        const id = body.command === 'place' ? body.order : body.newOrder
        if (id === undefined || (body.command !== 'place' && body.command !== 'replace')) break
        const order = openOrder(id)
        step(order, at, 'refused', 'venue', { event, rule: body.rule })
        end(order, 'refused', body.rule, event, at)
        break
      }
      case 'traded':
        trade(event, at, body)
        break
    }
  }

  settleSeats()
  return {
    date,
    entries,
    orders: [...orders.values()],
    held,
    made: [...positions.values()].filter(({ id }) => made.has(id)),
    positions: [...positions.values()].filter(({ id }) => !made.has(id)),
    fills,
    steps,
    seatNets: nets.left(),
    news: news.all(),
  }

  /** Seats' sides of trades with members: at once, and as one entry for all of them. */
  function settleSeats(): void {
    const moves = seatMoves.left()
    const first = events[0]
    const last = events.at(-1)
    if (moves.length === 0 || !first || !last) return
    const range = `${facts.shard}/${first.event}-${last.event}`
    const head = { event: 'seat.trade', reference: range, key: `seats:${range}`, postedAt: new Date(last.at) }
    entries.push(
      postings.seatTrades(
        head,
        moves.map(({ seat, ...move }) => ({ ...move, ledgerId: seat })),
        facts.short,
      ),
    )
  }

  /** Facts are copied at first use: they may be needed again after a refusal of the ledger. */
  function orderOf(id: string): OrderFact {
    const working = orders.get(id)
    if (working) return working
    const known = facts.orders.get(id)
    if (!known) throw new Error(`shard ${facts.shard}: the venue reports an unknown order ${id}`)
    const copy = { ...known, parts: known.parts.map((part) => ({ ...part })) }
    orders.set(id, copy)
    return copy
  }

  function openOrder(id: string): OrderFact {
    const order = orderOf(id)
    if (order.state !== 'entrusted') throw new Error(`order ${id} is already ${order.state}`)
    return order
  }

  function positionOf(id: string): PositionFact {
    const working = positions.get(id)
    if (working) return working
    const known = facts.positions.get(id)
    if (!known) throw new Error(`holding ${id} does not exist`)
    const copy = { ...known }
    positions.set(id, copy)
    return copy
  }

  function fault(event: number, what: string): Error {
    return new Error(`shard ${facts.shard}, event ${event}: ${what}`)
  }

  function termsOf(order: OrderFact): TradingTerms {
    const terms = facts.terms.get(order.terms)
    if (!terms) throw new Error(`order ${order.id} was placed under unknown terms ${order.terms}`)
    return terms
  }

  function step(
    order: OrderFact,
    at: number,
    what: string,
    who: Step['who'],
    data: Readonly<Record<string, unknown>>,
  ): void {
    steps.push(addStep(order, at, what, who, data))
  }

  function reduce(order: OrderFact, event: number, at: number, by: number, left: number): void {
    if (order.left - by !== left) throw fault(event, `${by} off ${order.left} leave ${left}`)
    order.left = left
    const released: Taken[] = []
    if (order.purpose === 'close') {
      const position = positionOf(order.positionId)
      position.closing -= by
      if (order.direction === 'long') giveBack(order.parts, isShares, BigInt(by), released)
      else shrinkTo(order, shortCloseNeeds(termsOf(order), order, left, position), released)
      news.positionChanged(position, at)
    } else {
      shrinkTo(order, heldFor(termsOf(order), { ...order, filled: order.filledValue, left }), released)
      if (order.direction === 'short') giveBack(order.parts, isShares, BigInt(by), released)
    }
    if (released.length > 0) entries.push(postings.releaseRest(headOf(order, event, at, 'reduced'), released))
    step(order, at, 'reduced', 'venue', { event, by, left, released: cashIn(released) })
    news.orderChanged(order, at)
  }

  /** Every remaining part is released, no matter why the order ended. */
  function end(
    order: OrderFact,
    state: 'cancelled' | 'refused',
    reason: string,
    event: number,
    at: number,
  ): readonly Taken[] {
    const released = restOf(order.parts)
    // A replacement counts as closing only once it has replaced the other order.
    const counted = takesOver(order) && order.acceptedAt === null ? 0 : order.left
    if (order.purpose === 'close') leaveClosing(order, counted, at)
    order.left = 0
    order.state = state
    order.reason = reason
    order.endedAt = at
    if (released.length > 0) {
      entries.push(postings.releaseRest(headOf(order, event, at, 'released'), released))
      step(order, at, 'released', 'system', { cash: cashIn(released), shares: sharesIn(released) })
    }
    news.orderChanged(order, at)
    return released
  }

  /** Replaces another close order: holds again what was just released for that one. */
  function takeOver(order: OrderFact, event: number, at: number): void {
    const before = replaced
    if (before === undefined || before.id !== order.replaces)
      throw fault(event, `order ${order.id} replaces no order`)
    const position = positionOf(order.positionId)
    position.closing += order.quantity
    const isLong = order.direction === 'long'
    const of = isLong ? isShares : isCash
    let lacks =
      (isLong ? BigInt(order.quantity) : shortCloseNeeds(termsOf(order), order, order.quantity, position)) -
      sumOf(order.parts, of)
    const frozen: NewHeld[] = []
    for (const { account, amount } of before.released) {
      if (lacks <= 0n) break
      if (!of({ account })) continue
      const some = amount < lacks ? amount : lacks
      const part = (order.parts.at(-1)?.part ?? 0) + 1
      const holdId = holdIdOf(order.id, part)
      order.parts.push({ part, holdId, account, remaining: some })
      frozen.push({ orderId: order.id, part, holdId, account, amount: some })
      lacks -= some
    }
    if (isLong && lacks > 0n)
      throw fault(event, `order ${order.id} lacks ${lacks} shares of the order it replaced`)
    if (frozen.length === 0) return
    const key = `taken-over:${facts.shard}/${event}/${order.id}`
    entries.push(
      postings.hold({ event: 'order.held', reference: order.id, key, postedAt: new Date(at) }, frozen),
    )
    held.push(...frozen)
    step(order, at, 'held', 'system', {
      cash: cashIn(frozen),
      shares: sharesIn(frozen),
      price: order.worstPrice,
    })
  }

  /** A close order ended: its shares may be closed again. */
  function leaveClosing(order: OrderFact, shares: number, at: number): void {
    const position = positionOf(order.positionId)
    position.closing -= shares
    position.openCloses -= 1
    if (position.openCloses === 0 && position.state === 'preparing-to-close') position.state = 'holding'
    news.positionChanged(position, at)
  }

  function headOf(order: OrderFact, event: number, at: number, what: 'released' | 'reduced') {
    return {
      event: `order.${what}`,
      reference: order.id,
      key: `${what}:${facts.shard}/${event}/${order.id}`,
      postedAt: new Date(at),
    }
  }

  function dueOf(event: number): { day: string; due: string } {
    if (date === null) throw fault(event, 'a trade before the first day')
    let due = dues.get(date)
    if (due === undefined) {
      due = addSettlementDays(facts.calendar, facts.closures, date, positionsRules.settlementDays.default)
      dues.set(date, due)
    }
    return { day: date, due }
  }

  function trade(event: number, at: number, body: Traded): void {
    const { due } = dueOf(event)
    const value = valueAt(body.price, body.quantity)
    const buyer = seatOf(event, body.buyAccount)
    const seller = seatOf(event, body.sellAccount)
    if (buyer !== undefined && seller !== undefined) {
      // If one seat is on both sides, the two amounts cancel out.
      nets.add(buyer, 'buy', body.symbol, body.quantity, value, due)
      nets.add(seller, 'sell', body.symbol, body.quantity, value, due)
      return
    }
    for (const which of ['buy', 'sell'] as const) {
      const seat = which === 'buy' ? buyer : seller
      if (seat === undefined) fill(event, at, body, which)
      else seatMoves.add(seat, which, body.symbol, body.quantity, value, due)
    }
  }

  /** The ledger id of a seat; undefined for a member. Any other party has no account and must not be settled. */
  function seatOf(event: number, account: string): string | undefined {
    if (account.startsWith(memberAccount(''))) return undefined
    const ledgerId = account.startsWith(seatAccount(''))
      ? facts.seats.get(account.slice(seatAccount('').length))
      : undefined
    if (ledgerId === undefined) throw fault(event, `account ${account} has no owner on the ledger`)
    return ledgerId
  }

  function fillHead(name: string, event: number, which: string, reference: string, at: number) {
    return {
      event: name,
      reference,
      key: `fill:${facts.shard}/${event}/${which}`,
      postedAt: new Date(at),
    }
  }

  function fill(event: number, at: number, body: Traded, which: 'buy' | 'sell'): void {
    const order = openOrder(which === 'buy' ? body.buyOrder : body.sellOrder)
    const left = which === 'buy' ? body.buyLeft : body.sellLeft
    const account = which === 'buy' ? body.buyAccount : body.sellAccount
    const { price, quantity } = body
    if (order.side !== which || order.symbol !== body.symbol || memberAccount(order.memberId) !== account)
      throw fault(event, `order ${order.id} is not the one that traded`)
    if (order.left - quantity !== left) throw fault(event, `${quantity} of ${order.left} leave ${left}`)
    const charged =
      order.purpose === 'open'
        ? fillOpening(order, event, at, price, quantity, left)
        : fillClosing(order, event, at, price, quantity, left)
    order.left = left
    order.filled += quantity
    order.filledValue += valueAt(price, quantity)
    order.fee += charged.fee
    order.tax += charged.tax
    order.borrowFee += charged.borrowFee
    if (left === 0) {
      order.state = 'filled'
      order.endedAt = at
    }
    const { day, due } = dueOf(event)
    fills.push(fillRow(order, { event, at, body }, charged, { day, due }))
    step(order, at, 'filled', 'venue', {
      event,
      price,
      quantity,
      left,
      fee: String(charged.fee),
      tax: String(charged.tax),
      borrowFee: String(charged.borrowFee),
      released: String(charged.released),
    })
    news.orderFilled(order, event, price, quantity, at)
    news.orderChanged(order, at)
    news.positionChanged(positionOf(order.positionId), at)
  }

  function fillOpening(
    order: OrderFact,
    event: number,
    at: number,
    price: number,
    quantity: number,
    left: number,
  ): Charged {
    const { day, due } = dueOf(event)
    const terms = termsOf(order)
    const amounts = openingAmounts(terms, order, price, quantity, left)
    const captured = take(order, isCash, amounts.captured)
    const released: Taken[] = []
    shrinkTo(order, amounts.heldAfter, released)
    const head = fillHead(`trade.open-${order.direction}`, event, order.side, order.id, at)
    const common = {
      head,
      memberId: order.memberId,
      symbol: order.symbol,
      quantity,
      due,
      amounts,
      captured,
      released,
    }
    if (order.direction === 'long') {
      const poolTopUp = amounts.loan > poolCash ? amounts.loan - poolCash + poolStep : 0n
      poolCash += poolTopUp - amounts.loan
      entries.push(postings.openLong({ ...common, poolTopUp }))
    } else {
      const lent = take(order, isShares, BigInt(quantity))
      entries.push(postings.openShort({ ...common, lent }))
    }

    const known = made.has(order.positionId) || facts.positions.has(order.positionId)
    const position = known
      ? positionOf(order.positionId)
      : beginPosition(facts, order, { at, day, due }, terms)
    positions.set(position.id, position)
    if (!known) made.add(position.id)
    if (position.state === 'closed') {
      position.state = 'holding'
      position.closedAt = null
    }
    position.openedShares += quantity
    position.shares += quantity
    position.openedValue += amounts.value
    position.openFee += amounts.fee
    position.openTax += amounts.tax
    position.borrowFee += amounts.borrowFee
    position.loan += amounts.loan
    if (order.direction === 'short')
      position.collateral += amounts.margin + amounts.value - amounts.fee - amounts.tax - amounts.borrowFee
    return { ...amounts, realised: null, released: cashSum(released), key: head.key }
  }

  function fillClosing(
    order: OrderFact,
    event: number,
    at: number,
    price: number,
    quantity: number,
    left: number,
  ): Charged {
    const { day, due } = dueOf(event)
    const position = positionOf(order.positionId)
    if (position.shares < quantity) throw fault(event, `closes ${quantity} of ${position.shares}`)
    const terms = termsOf(order)
    const amounts = closingAmounts(terms, order, position, price, quantity, day)
    const released: Taken[] = []
    const isLong = order.direction === 'long'
    const costs = amounts.fee + amounts.tax + amounts.loan + amounts.interest
    const lacks = isLong ? costs - amounts.value : amounts.value + amounts.fee - amounts.collateral
    let captured: Taken[]
    let unpaid = lacks > 0n ? lacks : 0n
    position.shares -= quantity
    position.collateral -= amounts.collateral
    if (isLong) captured = take(order, isShares, BigInt(quantity))
    else {
      const own = sumOf(order.parts, isCash)
      captured = take(order, isCash, unpaid < own ? unpaid : own)
      unpaid -= cashSum(captured)
      const soFar = {
        ...order,
        filled: order.filled + quantity,
        filledValue: order.filledValue + amounts.value,
        collateralFreed: order.collateralFreed + amounts.collateral,
      }
      shrinkTo(order, shortCloseNeeds(terms, soFar, left, position), released)
    }
    const free = freeCash.get(order.memberId) ?? 0n
    const fromAvailable = unpaid < free ? unpaid : free
    freeCash.set(order.memberId, free - fromAvailable)
    const head = fillHead(`trade.close-${order.direction}`, event, order.side, order.id, at)
    const build = isLong ? postings.closeLong : postings.closeShort
    entries.push(
      build({
        head,
        memberId: order.memberId,
        symbol: order.symbol,
        quantity,
        due,
        amounts,
        captured,
        released,
        fromAvailable,
        owed: unpaid - fromAvailable,
      }),
    )
    order.loanRepaid += amounts.loan
    order.interestPaid += amounts.interest
    order.collateralFreed += amounts.collateral
    position.closing -= quantity
    position.loan -= amounts.loan
    position.interest -= amounts.interest
    position.interestPaid += amounts.interest
    position.closedValue += amounts.value
    position.closeFee += amounts.fee
    position.closeTax += amounts.tax
    position.closedBasis += amounts.basis
    position.realised += amounts.realised
    position.reason = closeReason[order.origin]
    if (left === 0) leaveClosing(order, 0, at)
    if (position.shares === 0) {
      position.state = 'closed'
      position.closedAt = at
    }
    return { ...amounts, released: cashSum(released), key: head.key }
  }
}

/** A close order that replaces another takes over its hold, so that the shares are not held twice. */
const takesOver = (order: OrderFact): boolean =>
  order.purpose === 'close' && order.replaces !== null && order.replaces !== undefined

const closeReason: Readonly<Record<OrderOrigin, CloseReason>> = {
  member: 'member',
  conditional: 'conditional',
  liquidation: 'liquidated',
  'auto-cover': 'auto-cover',
}
