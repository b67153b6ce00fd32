// Decides whether an order is accepted. Pure: no SQL, no clock, no randomness, so that the seeded simulation runs the
// same code.
//
// Two steps. `decideOpen` and `decideClose` use only market-wide facts and the member's request; they return a refusal
// or a draft. `decideOwn` uses the member's own current facts and must run under the member's lock: on PostgreSQL that
// is the function app.place_orders, which decides the same, and a test compares the two.

import { memberAccount, type PlaceOrder, type ReplaceOrder, shardOf } from '@fairlot/contract/venue'
import { type AccountCode, entry, type Entry, member, type SettlementDate, stock } from '@fairlot/ledger'
import {
  brokerage,
  checkClose,
  checkEntry,
  checkEquityShare,
  checkOrder,
  debtOf,
  heldFor,
  type HeldPosition,
  insufficient,
  isMarginEligible,
  lineFull,
  noShares,
  type OrderRefusal,
  quotaFull,
  ruleIdOf,
  stopRule,
  type TicketOrder,
  valueAt,
  worstPriceOf,
} from '@fairlot/rules/orders'
import { lotSize } from '@fairlot/rules/instruments'
import { formatMoney } from '@fairlot/money'
import type { CloseRequest, DayFacts, OpenRequest, OrderDraft } from './draft.ts'
import { holdId } from './hold-id.ts'
import { firstSteps, type OrderStep } from './steps.ts'

export type Decision<Taken> =
  { readonly ok: true; readonly taken: Taken } | { readonly ok: false; readonly refusal: OrderRefusal }

const refused = (refusal: OrderRefusal): { readonly ok: false; readonly refusal: OrderRefusal } => ({
  ok: false,
  refusal,
})

/** Facts that are not decided here get values that allow the order; `decideOwn` has the real ones. */
const unlimited = 10n ** 17n

export function decideOpen(day: DayFacts, request: OpenRequest): Decision<OrderDraft> {
  const { terms } = day
  if (request.terms !== undefined && request.terms !== day.termsHash)
    return refused({ msg: 'order.terms-changed' })
  const order: TicketOrder = request
  const refusal = checkOrder(
    {
      ...day,
      buyingPower: unlimited,
      equity: 0n,
      marginEligible: isMarginEligible(terms, day.reference, day.limited),
      owed: 0n,
      securing: 0n,
      securedDebt: 0n,
      lendable: Number.MAX_SAFE_INTEGER,
      dayTrading: { eligible: true, left: unlimited, tooLate: day.coverBegun },
      stopped: null,
      called: false,
    },
    order,
    request.origin === 'member' ? (request.acknowledged ?? []) : ['far-price', 'equity-share'],
  )
  if (refusal) return refused(refusal)
  const worstPrice = worstPriceOf(order, day.upper)
  if (worstPrice === null || day.date === null) return refused({ msg: 'stock.no-price' })
  const side = order.direction === 'long' ? 'buy' : 'sell'
  const riskLimited = request.origin === 'member' || request.origin === 'conditional'
  return {
    ok: true,
    taken: {
      ...common(day, request, day.date, side),
      purpose: 'open',
      positionId: request.orderId,
      direction: order.direction,
      multiple: order.direction === 'short' ? 100 : order.multiple,
      dayTrade: order.dayTrade,
      worstPrice,
      cash: heldFor(terms, { ...order, worstPrice, left: order.quantity, filled: 0n }),
      debt: debtOf(order, worstPrice),
      equityShare:
        request.origin !== 'member' || request.acknowledged?.includes('equity-share')
          ? null
          : terms.equityShare,
      riskLimited,
    },
  }
}

/** The facts of a position that closing it needs. */
export interface ClosingPosition extends HeldPosition {
  readonly positionId: string
  readonly symbol: string
  readonly multiple: number
}

export function decideClose(
  day: DayFacts,
  position: ClosingPosition,
  request: CloseRequest,
  nowMs: number,
): Decision<OrderDraft> {
  const { terms } = day
  if (request.terms !== undefined && request.terms !== day.termsHash)
    return refused({ msg: 'order.terms-changed' })
  if (day.date === null) return refused({ msg: 'stock.no-price' })
  // The platform closes when it must: locks, waiting times and confirmations apply only to members.
  const refusal =
    request.origin === 'member'
      ? checkClose(day, position, request, { date: day.date, nowMs }, request.acknowledged ?? [])
      : checkEntry(day, request)
  if (refusal) return refused(refusal)
  const isLong = position.direction === 'long'
  const side = isLong ? 'sell' : 'buy'
  // A sale holds shares, so its price does not matter; a buy-back is funded for its limit or the day's.
  const worstPrice = request.price ?? (isLong ? day.lower : day.upper)
  if (worstPrice === null) return refused({ msg: 'stock.no-price' })
  const value = valueAt(worstPrice, request.quantity)
  return {
    ok: true,
    taken: {
      ...common(day, request, day.date, side),
      purpose: 'close',
      positionId: position.positionId,
      direction: position.direction,
      multiple: position.multiple,
      dayTrade: position.dayTrade,
      worstPrice,
      cash: isLong ? 0n : value + brokerage(terms, value),
      debt: 0n,
      equityShare: null,
      riskLimited: false,
    },
  }
}

function common(
  { symbol, kind, terms, termsHash }: DayFacts,
  request: OpenRequest | CloseRequest,
  date: string,
  side: 'buy' | 'sell',
) {
  const { orderId, memberId, origin, price, quantity, validity, replaces, signature } = request
  const what = {
    account: memberAccount(memberId),
    symbol,
    ...(price !== undefined && { price }),
    quantity,
    validity,
    date,
  }
  const command: PlaceOrder | ReplaceOrder =
    replaces === undefined
      ? { kind: 'place', order: orderId, side, ...what }
      : { kind: 'replace', order: replaces.orderId, newOrder: orderId, ...what, left: replaces.left }
  const placed = {
    side,
    ...(price !== undefined && { price }),
    quantity,
    validity,
    origin,
    ...(replaces !== undefined && { replaces: replaces.orderId }),
  }
  return {
    id: orderId,
    memberId,
    symbol,
    kind,
    side,
    price: price ?? null,
    quantity,
    validity,
    date,
    origin,
    terms: termsHash,
    replaces: replaces?.orderId ?? null,
    deviceKey: signature?.deviceKey ?? null,
    signature: signature?.signature ?? null,
    shard: shardOf(symbol),
    command: JSON.stringify(command),
    placed: JSON.stringify(placed),
    line: terms.lineMax,
    quota: terms.dayTradeGross,
    quotaTimes: terms.dayTradeEquityTimes,
    orderRateLimit: terms.orderRateLimit,
  }
}

/** The member's own facts when the order is decided, read under the member's lock. */
export interface OwnFacts {
  /** Free cash. */
  readonly available: bigint
  /** Cash that arrives on later days, the earliest first. */
  readonly receivables: readonly { readonly due: SettlementDate; readonly amount: bigint }[]
  /** The same for the shares a sale closes. */
  readonly shares: bigint
  readonly shareReceivables: readonly { readonly due: SettlementDate; readonly amount: bigint }[]
  /** Shares of this instrument the pool can lend. */
  readonly lendable: bigint
  readonly stopped: 'member' | 'rule' | null
  readonly lossLimit: bigint | null
  readonly lostToday: bigint
  /** The member's own opening orders in the last ten seconds. */
  readonly recent: number
  readonly owed: bigint
  readonly equity: bigint
  readonly called: boolean
  readonly mayDayTrade: boolean
  readonly dayTraded: bigint
  /** The position a close names. */
  readonly position?: {
    readonly memberId: string
    readonly symbol: string
    readonly shares: number
    readonly closing: number
    readonly collateral: bigint
  }
  /** The order a replacement names, when it belongs to the member and can still be replaced. */
  readonly replaced?: { readonly left: number }
}

export interface HoldPart {
  readonly part: number
  readonly holdId: string
  readonly account: AccountCode
  readonly amount: bigint
}

export interface TakenOrder {
  readonly draft: OrderDraft
  /** Cash held. */
  readonly held: bigint
  readonly holdParts: readonly HoldPart[]
  /** Null when nothing has to be held. */
  readonly entry: Entry | null
  readonly steps: readonly OrderStep[]
}

/** Too many orders stop the member as well as the order: the caller sets the stop and cancels the open orders. */
export type OwnDecision = Decision<TakenOrder> & { readonly isOverRateLimit?: true }

export function decideOwn(draft: OrderDraft, own: OwnFacts, now: Date): OwnDecision {
  if (draft.replaces !== null && !own.replaced) return refused({ msg: 'order.not-pending' })
  const needs = draft.purpose === 'open' ? needsOfOpen(draft, own) : needsOfClose(draft, own)
  if (!needs.ok) return needs
  const { cash, shares } = needs.taken
  const owner = member(draft.memberId)
  const asset = stock(draft.symbol)
  const holdParts: { account: AccountCode; amount: bigint }[] = []
  const take = (
    need: bigint,
    free: readonly { readonly account: AccountCode; readonly amount: bigint }[],
  ): bigint => {
    let left = need
    for (const { account, amount } of free) {
      const part = amount < left ? amount : left
      if (part > 0n) holdParts.push({ account, amount: part })
      left -= part
    }
    return left
  }
  const missing = take(cash, [
    { account: owner.available('TWD'), amount: own.available },
    ...own.receivables.map(({ due, amount }) => ({ account: owner.receivable('TWD', due), amount })),
  ])
  // The house buys back even if the owner cannot pay: it holds what is there, and the shortfall of a fill becomes debt.
  if (missing > 0n && !isHouseClose(draft)) return refused(insufficient(missing))
  const heldCash = cash - missing
  if (shares > 0n && draft.purpose === 'open') {
    if (shares > own.lendable) return refused(noShares(Number(own.lendable)))
    holdParts.push({ account: `lending/pool/${asset}/available`, amount: shares })
  } else if (shares > 0n) {
    const lacking = take(shares, [
      { account: owner.available(asset), amount: own.shares },
      ...own.shareReceivables.map(({ due, amount }) => ({ account: owner.receivable(asset, due), amount })),
    ])
    if (lacking > 0n) throw new Error(`position ${draft.positionId} has more shares than its owner`)
  }
  const held = holdParts.map((part, index) => ({
    part: index + 1,
    holdId: holdId(draft.id, index + 1),
    ...part,
  }))
  return {
    ok: true,
    taken: {
      draft,
      held: heldCash,
      holdParts: held,
      entry: held.length === 0 ? null : holdEntry(draft.id, held, now),
      steps: firstSteps(draft, heldCash, shares, now),
    },
  }
}

const isHouseClose = ({ purpose, origin }: OrderDraft): boolean =>
  purpose === 'close' && (origin === 'liquidation' || origin === 'auto-cover')

function holdEntry(orderId: string, holdParts: readonly HoldPart[], postedAt: Date): Entry {
  const building = entry({
    event: 'order.held',
    reference: orderId,
    key: `order/${orderId}/hold`,
    postedAt,
  })
  for (const part of holdParts) building.hold(part.holdId, part.amount, part.account)
  return building.done()
}

type Needs = Decision<{ readonly cash: bigint; readonly shares: bigint }> & {
  readonly isOverRateLimit?: true
}

function needsOfOpen(draft: OrderDraft, own: OwnFacts): Needs {
  if (draft.riskLimited) {
    if (own.stopped !== null) return refused(stopped(own.stopped))
    if (own.lossLimit !== null && own.lostToday >= own.lossLimit) return refused(dailyLoss(own.lossLimit))
    if (own.recent >= draft.orderRateLimit) return { ...refused(stopped('rule')), isOverRateLimit: true }
  }
  if (draft.dayTrade && !own.mayDayTrade) return refused(notEligible)
  if (draft.debt > 0n) {
    if (own.called) return refused(marginCalled)
    const left = BigInt(draft.line) - own.owed
    if (draft.debt > left) return refused(lineFull(left))
  }
  const worth = valueAt(draft.worstPrice, draft.quantity)
  if (draft.dayTrade) {
    const byEquity = (own.equity > 0n ? own.equity : 0n) * BigInt(draft.quotaTimes)
    const quota = BigInt(draft.quota) < byEquity ? BigInt(draft.quota) : byEquity
    if (worth > quota - own.dayTraded) return refused(quotaFull(quota - own.dayTraded))
  }
  if (draft.equityShare !== null) {
    const far =
      draft.cash * 1_000_000n > own.available * BigInt(draft.equityShare)
        ? checkEquityShare({ equityShare: draft.equityShare }, draft.cash, own.equity)
        : undefined
    if (far) return refused(far)
  }
  const shares = draft.direction === 'short' ? BigInt(draft.quantity) : 0n
  return { ok: true, taken: { cash: draft.cash, shares } }
}

function needsOfClose(draft: OrderDraft, { position, replaced }: OwnFacts): Needs {
  if (
    !position ||
    position.memberId !== draft.memberId ||
    position.symbol !== draft.symbol ||
    position.shares === 0
  )
    return refused({ msg: 'order.not-holding' })
  const free = draft.replaces === null ? position.shares - position.closing : (replaced?.left ?? 0)
  if (free < draft.quantity) return refused(tooMany(free))
  // A replacement takes over the hold of the old order once the venue has replaced it; until then the old one may still
  // fill.
  if (draft.replaces !== null) return { ok: true, taken: { cash: 0n, shares: 0n } }
  if (draft.direction === 'long') return { ok: true, taken: { cash: 0n, shares: BigInt(draft.quantity) } }
  const needed = draft.cash - (position.collateral * BigInt(draft.quantity)) / BigInt(position.shares)
  return { ok: true, taken: { cash: needed > 0n ? needed : 0n, shares: 0n } }
}

/** Refusals of the decision under lock, with the same text for PostgreSQL's answer and for `decideOwn`. */
export const stopped = (by: 'member' | 'rule'): OrderRefusal => ({
  msg: 'order.stopped',
  rule: stopRule(by),
})
export const marginCalled: OrderRefusal = { msg: 'margin.called', rule: ruleIdOf('callRatio') }
export const notEligible: OrderRefusal = {
  msg: 'day-trading.not-eligible',
  rule: ruleIdOf('dayTradeAccountDays'),
}
export const dailyLoss = (limit: bigint): OrderRefusal => ({
  msg: 'guard.daily-loss',
  rule: 'guard.dailyLoss',
  params: { limit: formatMoney(limit, { symbol: true }) },
})
export const tooMany = (free: number): OrderRefusal => ({
  msg: 'order.lots',
  field: 'quantity',
  rule: ruleIdOf('maxLots'),
  params: { max: Math.floor(free / lotSize) },
})
