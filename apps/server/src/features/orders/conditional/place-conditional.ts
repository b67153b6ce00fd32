import type { Side } from '@fairlot/contract/venue'
import { shardOf } from '@fairlot/contract/venue'
import { leadRules } from '@fairlot/rules/copy-trading'
import { lotSize } from '@fairlot/rules/instruments'
import {
  conditionalProblem,
  type ConditionalKind,
  ordersRules,
  type StopLeg,
  type TradingTerms,
} from '@fairlot/rules/orders'
import { findInstrument } from '#features/instruments'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import { currentTerms } from '../terms/current-terms.ts'
import type { ConditionalDeps } from './deps.ts'
import { endConditional } from './end-conditional.ts'
import { readEntry } from './entry/store.ts'
import { firstDayOf, refusalOfExpiry } from './expiry.ts'
import { needOf, reserve } from './reserve.ts'
import {
  addClosing,
  type ConditionalRow,
  countWaiting,
  insertConditional,
  isCopied,
  lockConditional,
  lockPosition,
  type PositionRow,
  readConditional,
  readStanding,
} from './store.ts'
import { notify } from './notify.ts'

export interface WantedConditional {
  readonly conditionalId: string
  readonly positionId: string
  readonly kind: ConditionalKind
  readonly quantity: number
  readonly stop?: StopLeg | undefined
  readonly takeProfit?: { readonly price: number } | undefined
  readonly expiresOn: string
  readonly terms: string
  /** A waiting one of the same position, which ends in the same transaction. */
  readonly replaces?: string | undefined
}

type Placed = Outcome<{ conditionalId: string; held: string }>

/** The same id and body get the first answer again; the refusals are listed with the route. */
export async function placeConditional(
  deps: ConditionalDeps,
  memberId: string,
  wanted: WantedConditional,
  now: Date,
): Promise<Placed> {
  const today = await firstDayOf(deps, now)
  return deps.db.transaction(async (tx): Promise<Placed> => {
    const { replaces } = wanted
    // Firing and cancelling lock the conditional order before its position too.
    const replaced = replaces === undefined ? undefined : await lockConditional(tx, replaces)
    const position = await lockPosition(tx, memberId, wanted.positionId)
    if (!position) return refuse('order.not-found')
    // Read under the position's lock: two concurrent identical requests become one conditional order.
    const before = await readConditional(tx, wanted.conditionalId)
    if (before) return isSame(before, memberId, wanted) ? answer(before) : refuse('order.duplicate-id')
    if (await readEntry(tx, wanted.conditionalId)) return refuse('order.duplicate-id')
    if (replaces === undefined) return place(tx, deps, memberId, wanted, { position, today, now })
    if (replaced?.memberId !== memberId || replaced.positionId !== wanted.positionId)
      return refuse('order.not-found')
    // A leg in the book must be cancelled by the venue first.
    if (replaced.state !== 'waiting' || replaced.orderId !== null) return refuse('order.not-pending')
    await endConditional(tx, deps, replaced, 'cancelled', 'replaced', now)
    const freed = (await lockPosition(tx, memberId, wanted.positionId))!
    const placed = await place(tx, deps, memberId, wanted, { position: freed, today, now })
    // The old one stays if the new one is refused.
    if (!placed.ok) throw new Rollback(placed)
    return placed
  })
}

interface Ground {
  readonly position: PositionRow
  /** The first day on which it can fire. */
  readonly today: string
  readonly now: Date
}

async function place(
  tx: Tx,
  deps: ConditionalDeps,
  memberId: string,
  wanted: WantedConditional,
  { position, today, now }: Ground,
): Promise<Placed> {
  const { hash, terms } = await currentTerms(tx, deps.money, now)
  if (hash !== wanted.terms) return refuse('order.terms-changed')
  // It would sell the mentor's shares without those of the copies.
  if (await isCopied(tx, wanted.positionId))
    return refuse('order.choice', { params: { rule: leadRules.limitRod }, rule: leadRules.limitRod })
  const refusal =
    refusalOfQuantity(position, wanted.quantity, terms) ??
    refusalOfExpiry(wanted.expiresOn, today, now, terms)
  if (refusal) return refusal
  const instrument = await findInstrument(tx, position.symbol)
  const standing = await readStanding(tx, position.symbol, shardOf(position.symbol))
  const last = standing.last ?? standing.reference
  if (!instrument || last === null) return refuse('stock.no-price')
  const side: Side = position.direction === 'long' ? 'sell' : 'buy'
  const limited = standing.upper !== null
  const problem = conditionalProblem(wanted, { instrument: instrument.kind, limited, side, last })
  if (problem) return refusalOf(problem)
  if ((await countWaiting(tx, memberId)) >= terms.maxConditional) {
    return refuse('order.conditional-full', {
      params: { max: terms.maxConditional },
      rule: ordersRules.maxConditional.id,
    })
  }
  writesDurably(tx, 'conditional.place')
  const worst =
    wanted.stop?.price ?? (wanted.kind === 'take-profit' ? wanted.takeProfit!.price : standing.upper)
  const need = needOf(terms, position, wanted.quantity, worst)
  const { conditionalId: id } = wanted
  const holds = await reserve(tx, { id, memberId, symbol: position.symbol, need, now })
  if (!holds) throw new Rollback(refuse('balance.insufficient'))
  await insertConditional(tx, {
    id,
    memberId,
    symbol: position.symbol,
    positionId: wanted.positionId,
    kind: wanted.kind,
    body: { quantity: wanted.quantity, stop: wanted.stop ?? null, takeProfit: wanted.takeProfit ?? null },
    quantity: wanted.quantity,
    bestPrice: wanted.kind === 'trailing' ? last : null,
    expiresOn: wanted.expiresOn,
    createdAt: now,
    afterEvent: standing.event,
    pricedOn: standing.date ?? today,
    holds,
    worstPrice: null,
  })
  await addClosing(tx, wanted.positionId, wanted.quantity)
  await notify(tx, deps, { id, memberId }, 'waiting', null, now)
  return done({ conditionalId: id, held: String(need.cash) }, 'done.conditional-placed')
}

const answer = (row: ConditionalRow): Placed =>
  done({ conditionalId: row.id, held: String(row.held) }, 'done.conditional-placed')

const isSame = (row: ConditionalRow, memberId: string, wanted: WantedConditional): boolean =>
  row.memberId === memberId &&
  row.positionId === wanted.positionId &&
  row.kind === wanted.kind &&
  row.body.quantity === wanted.quantity &&
  row.expiresOn === wanted.expiresOn &&
  row.body.stop?.trigger === wanted.stop?.trigger &&
  row.body.stop?.distance === wanted.stop?.distance &&
  row.body.stop?.price === wanted.stop?.price &&
  row.body.takeProfit?.price === wanted.takeProfit?.price

function refusalOfQuantity(
  position: PositionRow,
  quantity: number,
  { maxLots }: TradingTerms,
): Refused | undefined {
  const free = position.shares - position.closing
  if (position.state === 'closed' || free < lotSize) return refuse('order.not-holding')
  const max = Math.min(maxLots, Math.floor(free / lotSize))
  if (quantity % lotSize === 0 && quantity <= max * lotSize) return undefined
  return refuse('order.lots', { field: 'quantity', params: { max }, rule: ordersRules.maxLots.id })
}

function refusalOf(problem: NonNullable<ReturnType<typeof conditionalProblem>>): Refused {
  const { code, field } = problem
  if (code === 'order.tick') {
    return refuse(code, { field, params: { tick: (problem.tick / 100).toFixed(2) }, rule: 'order.tick' })
  }
  if (code === 'order.choice')
    return refuse(code, { field, params: { rule: problem.rule }, rule: problem.rule })
  return refuse(code, { field })
}
