// A one-cancels-other pair keeps its take-profit in the book as an ordinary day limit order, and enters it again each
// day. While it rests there the order holds the shares; in between the pair holds them itself.

import { firedPrice } from '@fairlot/rules/orders'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { endConditional } from '../end-conditional.ts'
import { legOrderId } from '../leg-order-id.ts'
import { reserve, unreserve } from '../reserve.ts'
import { addClosing, type ConditionalRow, endRow, lockConditional, lockPosition } from '../store.ts'
import { notify } from '../notify.ts'
import { isArmed } from './firings-of.ts'
import { placeLeg } from '../../leg-orders.ts'
import type { ConditionalDeps } from '../deps.ts'
import { closingNeed, type Moment } from './moment.ts'
import { type LegOrderRow, readDay, readLegOrder, setFired, setResting } from './store.ts'

export function maintainPair(deps: ConditionalDeps, id: string, moment: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting' || row.kind !== 'one-cancels-other') return 0
    writesDurably(tx, 'conditional.maintain-pair')
    if (row.orderId === null) return row.due === null ? enterProfit(tx, deps, row, moment) : 0
    const order = await readLegOrder(tx, row.orderId)
    if (!order || order.state === 'entrusted') return 0
    return resumePair(tx, deps, row, row.orderId, order, moment)
  })
}

async function enterProfit(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  { now, date, isOpen }: Moment,
): Promise<number> {
  const day = await readDay(tx, row.symbol)
  if (!day || day.date !== date || !isOpen) return 0
  const side = row.direction === 'long' ? 'sell' : 'buy'
  const takeProfit = row.body.takeProfit!
  const limits = { upper: day.upper ?? undefined, lower: day.lower ?? undefined }
  const price = firedPrice({ kind: row.kind, takeProfit }, 'take-profit', side, limits)
  // Outside the day's limits: the stop is still watched, and tomorrow has other limits.
  if (price === undefined) return 0
  const position = await lockPosition(tx, row.memberId, row.positionId)
  if (!position || position.state === 'closed' || !isArmed(position, now, () => date)) return 0
  const { id, memberId, positionId, quantity, tries } = row
  const orderId = legOrderId(id, tries, now)
  await unreserve(tx, row, now)
  await addClosing(tx, positionId, -quantity)
  const refusal = await placeLeg(tx, deps, { orderId, memberId, positionId, quantity, price, now })
  if (refusal !== undefined) throw new Rollback(0)
  await setResting(tx, id, orderId, quantity, [])
  await notify(tx, deps, row, 'waiting', orderId, now)
  return 1
}

/** The resting order has ended: the pair continues with the shares it did not sell. */
async function resumePair(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  orderId: string,
  order: LegOrderRow,
  moment: Moment,
): Promise<number> {
  const { now, date } = moment
  const remaining = row.quantity - order.filled
  if (order.state === 'filled' || remaining <= 0) {
    await setFired(tx, row.id, orderId, true, now)
    await notify(tx, deps, row, 'fired', orderId, now)
    return 1
  }
  const end = async (state: 'cancelled' | 'expired' | 'failed', reason: string): Promise<number> => {
    await endRow(tx, row.id, state, reason, now)
    await notify(tx, deps, row, state, orderId, now)
    return 1
  }
  // The owner cancelled the resting leg, and thereby the pair.
  if (order.reason === 'asked') return end('cancelled', 'asked')
  if (row.expiresOn < date) return end('expired', 'expired')
  const position = await lockPosition(tx, row.memberId, row.positionId)
  if (!position || position.shares - position.closing < remaining) return end('cancelled', 'position-closed')
  const { id, memberId, symbol } = row
  const left = { ...row, quantity: remaining }
  const need = await closingNeed(tx, deps, left, position, moment)
  const holds = await reserve(tx, { id, memberId, symbol, need, now })
  if (!holds) return end('failed', 'balance.insufficient')
  await addClosing(tx, row.positionId, remaining)
  await setResting(tx, id, null, remaining, holds)
  return 1
}

/** Expires a waiting conditional order after its last day. Skips it while one of its legs has an order in the book. */
export function expire(deps: ConditionalDeps, id: string, { now, date, isOpen }: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting' || row.orderId !== null) return 0
    if (row.expiresOn >= date && (isOpen || row.expiresOn > date)) return 0
    writesDurably(tx, 'conditional.expire')
    await endConditional(tx, deps, row, 'expired', 'expired', now)
    return 1
  })
}
