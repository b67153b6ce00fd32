// Firing, in one transaction: what was reserved goes back, the order freezes the same again as its own, the command
// stands in the venue's queue, and the conditional order is fired. A worker that dies before the commit has done none of
// it, and one that dies after it finds nothing waiting.

import type { RefusalCode } from '@fairlot/contract'
import { firedPrice } from '@fairlot/rules/orders'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { endConditional } from '../end-conditional.ts'
import { legOrderId } from '../leg-order-id.ts'
import { reserve, unreserve } from '../reserve.ts'
import { addClosing, type ConditionalRow, lockConditional, lockPosition, type PositionRow } from '../store.ts'
import { tell } from '../tell.ts'
import { closingNeed, type Moment, type WatchDeps } from './moment.ts'
import { readDay, readLegOrder, setFired, setTaken, setWaitingAgain } from './store.ts'

/** The venue takes no orders now, or not this kind: the leg stays due and is tried at the next look. */
const passing: ReadonlySet<RefusalCode> = new Set([
  'time.outside-trading',
  'order.choice',
  'order.terms-changed',
  'request.too-frequent',
  'stock.no-price',
  'system.busy',
])

/** An order the venue refused is tried again so often: more would be a loop. */
const mostTries = 3

/** Answers 1 when an order went out. */
export function fireDue(deps: WatchDeps, id: string, moment: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting' || row.due === null) return 0
    const day = await readDay(tx, row.symbol)
    // Between two days nothing can be entered, and before the new day's first word its limits are not known.
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
  deps: WatchDeps,
  row: ConditionalRow,
  price: number,
  { now }: Moment,
): Promise<number> {
  const orderId = legOrderId(row.id, row.tries)
  await unreserve(tx, row.id, now)
  await addClosing(tx, row.positionId, -row.quantity)
  const { memberId, positionId, quantity } = row
  const refusal = await deps.doors.close(tx, { orderId, memberId, positionId, quantity, price, now })
  if (refusal !== undefined && passing.has(refusal)) throw new Rollback(0)
  if (refusal !== undefined) {
    // Nothing is reserved any more, and nothing counts as closing: only the row has to end.
    await addClosing(tx, positionId, quantity)
    await endConditional(tx, deps, row, 'failed', refusal, now)
    return 0
  }
  await setFired(tx, row.id, orderId, false, now)
  await tell(tx, deps, row, 'fired', orderId, now)
  return 1
}

/** The stop of a pair whose profit is in the book: one command ends that and enters this. */
async function fireResting(
  tx: Tx,
  deps: WatchDeps,
  row: ConditionalRow,
  resting: string,
  price: number,
  { now }: Moment,
): Promise<number> {
  const order = await readLegOrder(tx, resting)
  // Filled or off the book by itself: the look after the pairs ends it or makes it free to fire.
  if (order?.state !== 'entrusted') return 0
  const orderId = legOrderId(row.id, row.tries)
  const { memberId, positionId } = row
  const refusal = await deps.doors.replace(tx, {
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
  await tell(tx, deps, row, 'fired', orderId, now)
  return 1
}

/** After the venue's answer: taken, or back to waiting with its leg still due. */
export function followUp(deps: WatchDeps, id: string, moment: Moment): Promise<number> {
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
      // The profit was quicker: it is what the pair became.
      await setFired(tx, id, order.replaces!, true, now)
      await tell(tx, deps, row, 'fired', order.replaces, now)
      return 1
    }
    if (resting?.state === 'entrusted') {
      await setWaitingAgain(tx, id, order.replaces)
      await tell(tx, deps, row, 'waiting', order.replaces, now)
      return 1
    }
    const position = await lockPosition(tx, row.memberId, row.positionId)
    if (position && row.tries < mostTries && (await waitAgain(tx, deps, row, position, moment))) return 1
    await setTaken(tx, id)
    return 0
  })
}

async function waitAgain(
  tx: Tx,
  deps: WatchDeps,
  row: ConditionalRow,
  position: PositionRow,
  moment: Moment,
): Promise<boolean> {
  if (position.shares - position.closing < row.quantity) return false
  const need = await closingNeed(tx, deps, row, position, moment)
  const { id, memberId, symbol } = row
  if (!(await reserve(tx, { id, memberId, symbol, need, now: moment.now }))) return false
  await addClosing(tx, row.positionId, row.quantity)
  await setWaitingAgain(tx, id, null)
  await tell(tx, deps, row, 'waiting', null, moment.now)
  return true
}
