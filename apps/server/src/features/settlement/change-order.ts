// What happens to an order and its hold without a fill: it is reduced, it ends, or it replaces another.

import { heldFor } from '@fairlot/rules/orders'
import { holdId } from '#features/orders'
import { shortCloseNeeds } from './amounts.ts'
import { cashIn, giveBack, isCash, isShares, remainingOf, sharesIn, shrinkTo, sumOf } from './hold-parts.ts'
import * as postings from './postings.ts'
import type { Taken } from './postings.ts'
import type { SettlementBatch } from './settlement-batch.ts'
import type { SettlementOrder } from './settlement-input.ts'

interface At {
  readonly event: number
  readonly at: number
}

/** A close order that replaces another takes over its hold, so that the shares are not held twice. */
export const isReplacingClose = (order: SettlementOrder): boolean =>
  order.purpose === 'close' && order.replaces !== null && order.replaces !== undefined

export function reduceOrder(
  batch: SettlementBatch,
  order: SettlementOrder,
  { event, at, by, left }: At & { readonly by: number; readonly left: number },
): void {
  if (order.left - by !== left) throw batch.impossible(event, `${by} off ${order.left} leave ${left}`)
  order.left = left
  const released: Taken[] = []
  if (order.purpose === 'close') {
    const position = batch.position(order.positionId)
    position.closing -= by
    if (order.direction === 'long') giveBack(order.holdParts, isShares, BigInt(by), released)
    else shrinkTo(order, shortCloseNeeds(batch.termsOf(order), order, left, position), released)
  } else {
    shrinkTo(order, heldFor(batch.termsOf(order), { ...order, filled: order.filledValue, left }), released)
    if (order.direction === 'short') giveBack(order.holdParts, isShares, BigInt(by), released)
  }
  release(batch, order, { event, at }, 'reduced', released)
  batch.step(order, at, 'reduced', 'venue', { event, by, left, released: cashIn(released) })
  batch.memberEvents.orderChanged(order, at)
}

/** Every remaining part is released, no matter why the order ended. */
export function endOrder(
  batch: SettlementBatch,
  order: SettlementOrder,
  { event, at, state, reason }: At & { readonly state: 'cancelled' | 'refused'; readonly reason: string },
): readonly Taken[] {
  const released = remainingOf(order.holdParts)
  // A replacement counts as closing only once it has replaced the other order.
  const counted = isReplacingClose(order) && order.acceptedAt === null ? 0 : order.left
  if (order.purpose === 'close') leaveClosing(batch, order, counted)
  order.left = 0
  order.state = state
  order.reason = reason
  order.endedAt = at
  if (released.length > 0) {
    release(batch, order, { event, at }, 'released', released)
    batch.step(order, at, 'released', 'system', { cash: cashIn(released), shares: sharesIn(released) })
  }
  batch.memberEvents.orderChanged(order, at)
  return released
}

/** A close order ended: its shares may be closed again. */
export function leaveClosing(batch: SettlementBatch, order: SettlementOrder, shares: number): void {
  const position = batch.position(order.positionId)
  position.closing -= shares
  position.openCloses -= 1
  if (position.openCloses === 0 && position.state === 'preparing-to-close') position.state = 'holding'
}

/** Replaces another close order: holds again what was just released for that one. */
export function takeOverHold(
  batch: SettlementBatch,
  order: SettlementOrder,
  event: number,
  at: number,
): void {
  const { replaced } = batch
  if (replaced === undefined || replaced.id !== order.replaces)
    throw batch.impossible(event, `order ${order.id} replaces no order`)
  const position = batch.position(order.positionId)
  position.closing += order.quantity
  const isLong = order.direction === 'long'
  const of = isLong ? isShares : isCash
  const needs = isLong
    ? BigInt(order.quantity)
    : shortCloseNeeds(batch.termsOf(order), order, order.quantity, position)
  let lacks = needs - sumOf(order.holdParts, of)
  const held: Taken[] = []
  for (const { account, amount } of replaced.released) {
    if (lacks <= 0n) break
    if (!of({ account })) continue
    const some = amount < lacks ? amount : lacks
    // Nothing has been taken from the holds it opened at intake, so all of them are here and no id is used twice.
    const hold = { holdId: holdId(order.id, order.holdParts.length + 1), account }
    order.holdParts.push({ ...hold, remaining: some })
    held.push({ ...hold, amount: some })
    lacks -= some
  }
  if (isLong && lacks > 0n)
    throw batch.impossible(event, `order ${order.id} lacks ${lacks} shares of the order it replaced`)
  if (held.length === 0) return
  const key = `taken-over:${batch.input.shard}/${event}/${order.id}`
  batch.entries.push(
    postings.hold({ event: 'order.held', reference: order.id, key, postedAt: new Date(at) }, held),
  )
  batch.step(order, at, 'held', 'system', {
    cash: cashIn(held),
    shares: sharesIn(held),
    price: order.worstPrice,
  })
}

function release(
  { input, entries }: SettlementBatch,
  order: SettlementOrder,
  { event, at }: At,
  what: 'released' | 'reduced',
  released: readonly Taken[],
): void {
  if (released.length === 0) return
  const key = `${what}:${input.shard}/${event}/${order.id}`
  const head = { event: `order.${what}`, reference: order.id, key, postedAt: new Date(at) }
  entries.push(postings.releaseRemaining(head, released))
}
