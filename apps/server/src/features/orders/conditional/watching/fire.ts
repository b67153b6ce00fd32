// Firing, in one transaction: the reservation is released, the order holds the same amount itself, the command enters
// the venue's queue, and the conditional order is marked as fired. After a crash before the commit nothing has
// happened; after the commit nothing is waiting any more.

import type { RefusalCode } from '@fairlot/contract'
import { firedPrice } from '@fairlot/rules/orders'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { endConditional } from '../end-conditional.ts'
import { legOrderId } from '../leg-order-id.ts'
import { reserve, unreserve } from '../reserve.ts'
import { addClosing, type ConditionalRow, lockConditional, lockPosition, type PositionRow } from '../store.ts'
import { notify } from '../notify.ts'
import { placeLeg, replaceLeg } from '../../leg-orders.ts'
import type { ConditionalDeps } from '../deps.ts'
import { closingNeed, type Moment } from './moment.ts'
import { readDay, readLegOrder, setFired, setTaken, setWaitingAgain } from './store.ts'

/** The venue accepts no orders now, or not this kind: the leg stays due and the next run tries again. */
export const passing: ReadonlySet<RefusalCode> = new Set([
  'time.outside-trading',
  'order.choice',
  'order.terms-changed',
  'request.too-frequent',
  'stock.no-price',
  'system.busy',
])

/** An order the venue refused is tried again this often: more would be a loop. */
export const maxTries = 3

/** Answers 1 when an order went out. */
export function fireDue(deps: ConditionalDeps, id: string, moment: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting' || row.due === null) return 0
    const day = await readDay(tx, row.symbol)
    // Between two days no order can be entered, and before the new day's first event its limits are unknown.
    if (!day || day.date !== moment.date || !moment.isOpen) return 0
    const position = await lockPosition(tx, row.memberId, row.positionId)
    if (!position || position.state === 'closed') {
      await endConditional(tx, deps, row, 'cancelled', 'position-closed', moment.now)
      return 0
    }
    const side = row.direction === 'long' ? 'sell' : 'buy'
    const terms = {
      kind: row.kind,
      stop: row.body.stop ?? undefined,
      takeProfit: row.body.takeProfit ?? undefined,
    }
    const limits = { upper: day.upper ?? undefined, lower: day.lower ?? undefined }
    const price = firedPrice(terms, row.due, side, limits)
    if (price === undefined) {
      await endConditional(tx, deps, row, 'failed', 'order.price-limit', moment.now)
      return 0
    }
    writesDurably(tx, 'conditional.fire')
    return row.orderId === null
      ? fireFree(tx, deps, row, price, moment)
      : fireResting(tx, deps, row, row.orderId, price, moment)
  })
}

async function fireFree(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  price: number,
  { now }: Moment,
): Promise<number> {
  const orderId = legOrderId(row.id, row.tries, now)
  await unreserve(tx, row, now)
  await addClosing(tx, row.positionId, -row.quantity)
  const { memberId, positionId, quantity } = row
  const refusal = await placeLeg(tx, deps, { orderId, memberId, positionId, quantity, price, now })
  if (refusal !== undefined && passing.has(refusal)) throw new Rollback(0)
  if (refusal !== undefined) {
    // The reservation is already released. Count the shares as closing again, because endConditional subtracts them.
    await addClosing(tx, positionId, quantity)
    await endConditional(tx, deps, row, 'failed', refusal, now)
    return 0
  }
  await setFired(tx, row.id, orderId, false, now)
  await notify(tx, deps, row, 'fired', orderId, now)
  return 1
}

/** The stop of a pair whose take-profit rests in the book: one command cancels that and enters this. */
async function fireResting(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  resting: string,
  price: number,
  { now }: Moment,
): Promise<number> {
  const order = await readLegOrder(tx, resting)
  // Filled or already ended: the pairs' run ends it or makes it ready to fire.
  if (order?.state !== 'entrusted') return 0
  const orderId = legOrderId(row.id, row.tries, now)
  const { memberId, positionId } = row
  const refusal = await replaceLeg(tx, deps, {
    orderId,
    replaces: resting,
    memberId,
    positionId,
    quantity: order.left,
    price,
    now,
  })
  if (refusal !== undefined) throw new Rollback(0)
  await setFired(tx, row.id, orderId, false, now)
  await notify(tx, deps, row, 'fired', orderId, now)
  return 1
}

/** After the venue's answer: taken, or back to waiting with its leg still due. */
export function followUp(deps: ConditionalDeps, id: string, moment: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'fired' || row.orderId === null) return 0
    const order = await readLegOrder(tx, row.orderId)
    if (!order || (order.state === 'entrusted' && !order.accepted)) return 0
    writesDurably(tx, 'conditional.follow-up')
    if (order.state !== 'refused') {
      await setTaken(tx, id)
      return 0
    }
    const { now } = moment
    const resting = order.replaces === null ? undefined : await readLegOrder(tx, order.replaces)
    if (resting?.state === 'filled') {
      // The take-profit filled first: the pair ends with it.
      await setFired(tx, id, order.replaces!, true, now)
      await notify(tx, deps, row, 'fired', order.replaces, now)
      return 1
    }
    if (resting?.state === 'entrusted') {
      await setWaitingAgain(tx, id, order.replaces, [])
      await notify(tx, deps, row, 'waiting', order.replaces, now)
      return 1
    }
    const position = await lockPosition(tx, row.memberId, row.positionId)
    if (position && row.tries < maxTries && (await waitAgain(tx, deps, row, position, moment))) return 1
    await setTaken(tx, id)
    return 0
  })
}

async function waitAgain(
  tx: Tx,
  deps: ConditionalDeps,
  row: ConditionalRow,
  position: PositionRow,
  moment: Moment,
): Promise<boolean> {
  if (position.shares - position.closing < row.quantity) return false
  const need = await closingNeed(tx, deps, row, position, moment)
  const { id, memberId, symbol } = row
  const holds = await reserve(tx, { id, memberId, symbol, need, now: moment.now })
  if (!holds) return false
  await addClosing(tx, row.positionId, row.quantity)
  await setWaitingAgain(tx, id, null, holds)
  await notify(tx, deps, row, 'waiting', null, moment.now)
  return true
}
