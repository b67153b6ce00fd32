// The facts for intake's decisions, read from the store: the instrument's day for the draft, and under lock what
// app.lock_order_facts and app.read_member_facts read.

import { type AccountCode, lending, member, stock } from '@fairlot/ledger'
import { rateWindowMs } from '../../../apps/server/src/features/orders/intake/decide-batch.ts'
import type { ClosingPosition, Decision } from '../../../apps/server/src/features/orders/intake/decide.ts'
import type { DayFacts, OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'
import {
  type BatchFacts,
  type FreeBalance,
  type KnownOrder,
  type MemberFacts,
  type MoreMemberFacts,
  sharesKey,
} from '../../../apps/server/src/features/orders/intake/facts.ts'
import { balanceOf, type HeldAmount } from '../world/ledger.ts'
import type { Routine } from '../world/scheduler.ts'
import type { Row, Transaction } from '../world/store.ts'
import {
  type FillRow,
  type HoldingRow,
  type MarginCallRow,
  noRiskLimits,
  type OrderRow,
  type OwnerRow,
  type QuoteRow,
  type RiskLimitsRow,
} from './rows.ts'
import { type EnteringRequest, idOf } from './requests.ts'
import type { Simulation } from './simulation.ts'

type Refused = Extract<Decision<OrderDraft>, { ok: false }>
const refusal = (msg: Refused['refusal']['msg']): Refused => ({ ok: false, refusal: { msg } })

function dayOf({ instruments, store, terms, termsHash }: Simulation, symbol: string): DayFacts | undefined {
  const instrument = instruments.find((listed) => listed.symbol === symbol)
  const quote = store.read<QuoteRow>('settlement.prices', symbol)
  if (!instrument || !quote) return undefined
  const { state, date, reference, upper, lower, last } = quote
  return {
    symbol,
    kind: instrument.kind,
    limited: true,
    state: state as DayFacts['state'],
    date,
    reference,
    upper,
    lower,
    last: last ?? null,
    coverBegun: false,
    terms,
    termsHash,
  }
}

/** Without a lock, as in production: what it reads may have changed when the batch is decided. */
export function draftOf(
  simulation: Simulation,
  memberId: string,
  request: EnteringRequest,
  nowMs: number,
): Decision<OrderDraft> {
  const { store, cores } = simulation
  const { quantity, validity, price } = request
  const old = request.kind === 'replace' ? store.read<OrderRow>('orders', request.orderId) : undefined
  if (request.kind === 'replace' && old?.memberId !== memberId) return refusal('order.not-found')
  if (old && (old.state !== 'entrusted' || old.cancelAsked)) return refusal('order.not-pending')
  const common = {
    orderId: idOf(request),
    memberId,
    origin: 'member' as const,
    price,
    quantity,
    validity,
    terms: simulation.termsHash,
    acknowledged: request.acknowledged ? (['far-price', 'equity-share'] as const) : (['far-price'] as const),
    ...(old && { replaces: { orderId: old.id, left: old.left } }),
  }
  const positionId =
    request.kind === 'close' ? request.positionId : old?.purpose === 'close' ? old.positionId : undefined
  if (positionId !== undefined) {
    const position = store.read<HoldingRow>('positions', positionId)
    if (position?.memberId !== memberId) return refusal('order.not-found')
    const day = dayOf(simulation, position.symbol)
    if (!day) return refusal('stock.no-price')
    return cores.decideClose(day, closingOf(position, old), { ...common, positionId }, nowMs)
  }
  const like = request.kind === 'place' ? request : old
  const day = like && dayOf(simulation, like.symbol)
  if (!like || !day) return refusal('stock.no-price')
  const { direction, multiple, dayTrade } = like
  return cores.decideOpen(day, { ...common, direction, multiple, dayTrade })
}

/** The shares of a replaced order are free for the new one. */
const closingOf = (position: HoldingRow, old: OrderRow | undefined): ClosingPosition => ({
  ...position,
  positionId: position.id,
  closing: position.closing - (old?.left ?? 0),
  closeAskedAt: null,
})

/** Locks members who open, then orders, then positions; reads in a statement of its own. */
export function* lockFacts(
  { planted }: Simulation,
  tx: Transaction,
  drafts: readonly OrderDraft[],
  nowMs: number,
): Routine<BatchFacts> {
  const opening = drafts.filter(({ purpose }) => purpose === 'open')
  const closing = drafts.filter(({ purpose }) => purpose === 'close')
  const replacedIds = drafts.flatMap(({ replaces }) => replaces ?? [])
  if (planted !== 'open-without-lock') yield* tx.lock(...opening.map(({ memberId }) => `trading/${memberId}`))
  yield* tx.lock(...replacedIds.map((id) => `orders/${id}`))
  if (planted !== 'close-without-lock')
    yield* tx.lock(...closing.map(({ positionId }) => `positions/${positionId}`))
  yield* tx.statement('facts')
  const orders = allOf<OrderRow>(tx, 'orders')
  const borrowed = opening.filter(({ direction }) => direction === 'short')
  const sales = closing.filter(({ direction }) => direction === 'long')
  return {
    known: byId(
      drafts.flatMap(({ id }) => tx.get<OrderRow>('orders', id) ?? []),
      (row) => knownOf(tx, row),
    ),
    replaced: byId(
      replacedIds.flatMap((id) => tx.get<OrderRow>('orders', id) ?? []),
      (row) => row,
    ),
    positions: byId(
      closing.flatMap(({ positionId }) => tx.get<HoldingRow>('positions', positionId) ?? []),
      (row) => row,
    ),
    members: new Map(drafts.map(({ memberId }) => [memberId, memberFacts(tx, orders, memberId, nowMs)])),
    lendable: new Map(
      borrowed.map(({ symbol }) => [symbol, balanceOf(tx, lending.available(stock(symbol)))]),
    ),
    shares: new Map(
      sales.map(({ memberId, symbol }) => [sharesKey(memberId, symbol), freeShares(tx, memberId, symbol)]),
    ),
  }
}

const byId = <From extends { readonly id: string }, To>(
  rows: readonly From[],
  to: (row: From) => To,
): ReadonlyMap<string, To> => new Map(rows.map((row) => [row.id, to(row)]))

const allOf = <Kept extends Row>(tx: Transaction, table: string): readonly Kept[] =>
  [...tx.rows<Kept>(table)].map(([, row]) => row)

const knownOf = (tx: Transaction, row: OrderRow): KnownOrder => ({
  ...row,
  placedMs: row.placedAt,
  held: row.holdParts.reduce(
    (sum, { account, holdId }) =>
      /^member\/[^/]+\/TWD\//.test(account) ? sum + tx.get<HeldAmount>('holds', holdId)!.opened : sum,
    0n,
  ),
})

function memberFacts(
  tx: Transaction,
  orders: readonly OrderRow[],
  memberId: string,
  nowMs: number,
): MemberFacts {
  const { stoppedBy, lossLimit } = tx.get<RiskLimitsRow>('risk_limits', memberId) ?? noRiskLimits
  return {
    id: memberId,
    available: balanceOf(tx, member(memberId).available('TWD')),
    stopped: stoppedBy,
    lossLimit,
    recent: orders.filter(
      (row) =>
        row.memberId === memberId &&
        row.placedAt > nowMs - rateWindowMs &&
        row.purpose === 'open' &&
        (row.origin === 'member' || row.origin === 'conditional'),
    ).length,
    ownerGroup: tx.get<OwnerRow>('directory.owners', memberId)?.ownerGroup ?? null,
  }
}

const freeShares = (tx: Transaction, memberId: string, symbol: string): readonly FreeBalance[] => {
  const account = member(memberId).available(stock(symbol))
  const amount = balanceOf(tx, account)
  const dated = datedOf(tx, memberId, stock(symbol))
  return amount > 0n ? [{ account, amount }, ...dated] : dated
}

/** What arrives later, the earliest first. */
function datedOf(tx: Transaction, memberId: string, asset: string): readonly FreeBalance[] {
  const start = `member/${memberId}/${asset}/receivable@`
  return [...tx.rows<bigint>('balances')]
    .filter(([account, amount]) => account.startsWith(start) && amount > 0n)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([account, amount]) => ({ account: account as AccountCode, amount }))
}

/** The same facts with the `more` of these members, in a statement of its own. */
export function* withMore(
  simulation: Simulation,
  tx: Transaction,
  facts: BatchFacts,
  memberIds: readonly string[],
  date: string,
): Routine<BatchFacts> {
  yield* tx.statement('more')
  const members = new Map(facts.members)
  for (const id of memberIds) members.set(id, { ...members.get(id)!, more: moreOf(simulation, tx, id, date) })
  return { ...facts, members }
}

const sumOf = <Item>(items: readonly Item[], of: (item: Item) => bigint): bigint =>
  items.reduce((sum, item) => sum + of(item), 0n)

function moreOf(
  { instruments, eligible }: Simulation,
  tx: Transaction,
  memberId: string,
  date: string,
): MoreMemberFacts {
  const isOwn = (row: { readonly memberId: string }): boolean => row.memberId === memberId
  const orders = allOf<OrderRow>(tx, 'orders').filter(isOwn)
  const opening = orders.filter(({ purpose }) => purpose === 'open')
  const dayTrades = opening.filter((row) => row.dayTrade && row.date === date)
  const priceOf = (symbol: string): number => {
    const quote = tx.get<QuoteRow>('settlement.prices', symbol)
    return (
      quote?.last ?? quote?.reference ?? instruments.find((listed) => listed.symbol === symbol)!.reference
    )
  }
  return {
    cash: [...tx.rows<bigint>('balances')].reduce(
      (sum, [account, balance]) => (account.startsWith(`member/${memberId}/TWD/`) ? sum + balance : sum),
      0n,
    ),
    receivables: datedOf(tx, memberId, 'TWD'),
    holdings: allOf<HoldingRow>(tx, 'positions')
      .filter((row) => isOwn(row) && row.state !== 'closed')
      .map(({ direction, shares, loan, openedValue, openedShares, symbol }) => ({
        direction,
        shares,
        loan,
        openedValue,
        openedShares,
        price: priceOf(symbol),
      })),
    openOrders: opening
      .filter(({ state }) => state === 'entrusted')
      .map(({ direction, multiple, left, worstPrice }) => ({
        direction,
        multiple,
        quantity: left,
        worstPrice,
      })),
    dayTrades: dayTrades.map(({ filledValue, left, worstPrice }) => ({
      filledValue,
      quantity: left,
      worstPrice,
    })),
    realised: sumOf(
      allOf<FillRow>(tx, 'fills').filter((fill) => isOwn(fill) && fill.date === date),
      ({ realised }) => realised ?? 0n,
    ),
    called: tx.get<MarginCallRow>('margin_calls', memberId)?.isOpen ?? false,
    mayDayTrade: eligible.has(memberId),
  }
}
