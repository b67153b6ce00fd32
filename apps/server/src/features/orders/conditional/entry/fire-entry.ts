// An entry whose trigger was reached becomes an order, in one transaction: its hold is released, the order holds the same
// money again before anyone else can take it, the command enters the venue's queue, and the entry is marked as fired.

import { blockedBy } from '@fairlot/rules/members'
import { entryPrice } from '@fairlot/rules/orders'
import { barsOfMember } from '#features/members'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { decideOpen } from '../../intake/decide.ts'
import { takeInTransaction } from '../../intake/take.ts'
import { readMarketDay } from '../../market-day.ts'
import type { ConditionalDeps } from '../deps.ts'
import { legOrderId } from '../leg-order-id.ts'
import { notify } from '../notify.ts'
import { unreserve } from '../reserve.ts'
import { maxTries, passing } from '../watching/fire.ts'
import type { Moment } from '../watching/moment.ts'
import { readDay, readLegOrder, setFired, setTaken, setWaitingAgain } from '../watching/store.ts'
import { endEntry, sendEntryNotice } from './end-entry.ts'
import { priceEntry } from './reprice-entry.ts'
import { reserveEntry } from './reserve-entry.ts'
import { type EntryRow, lockEntry, lockTrading, readEntry } from './store.ts'

/** Answers 1 when an order went out. */
export function fireEntry(deps: ConditionalDeps, id: string, moment: Moment): Promise<number> {
  const { now } = moment
  return deps.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, id)
    if (!row || row.due === null) return 0
    const day = await readDay(tx, row.symbol)
    // Between two days no order can be entered, and before the new day's first event its limits are unknown.
    if (!day || day.date !== moment.date || !moment.isOpen) return 0
    const market = await readMarketDay(tx, deps, row.symbol, now)
    if (market === undefined) return 0
    const { entry } = row.body
    const fail = async (reason: string): Promise<number> => {
      await endEntry(tx, deps, row, 'failed', reason, now)
      return 0
    }
    writesDurably(tx, 'conditional.fire')
    if (market === 'delisted') return fail('stock.delisted')
    const barred = blockedBy('trade', await barsOfMember(tx, row.memberId))
    if (barred) return fail(barred)
    // Nobody pays by terms that they have not seen.
    if (market.termsHash !== entry.terms) return fail('order.terms-changed')
    const price = entryPrice(entry, { upper: day.upper ?? undefined, lower: day.lower ?? undefined })
    if (price === undefined) return fail('order.price-limit')
    const orderId = legOrderId(row.id, row.tries, now)
    const { memberId, quantity } = row
    const { direction, multiple, exits } = entry
    await unreserve(tx, row, now)
    // Before the facts are read: a waiting entry counts towards the credit line, and its order does too.
    await setFired(tx, row.id, orderId, false, now)
    const decision = decideOpen(market, {
      orderId,
      memberId,
      origin: 'conditional',
      direction,
      multiple,
      dayTrade: false,
      price,
      quantity,
      validity: 'ROD',
      exits,
    })
    const taken = decision.ok ? await takeInTransaction(tx, deps, decision.taken, now) : decision
    if (!taken.ok && passing.has(taken.refusal.msg)) throw new Rollback(0)
    if (!taken.ok) {
      // It became no order.
      await setWaitingAgain(tx, id, null, [])
      return fail(taken.refusal.msg)
    }
    await notify(tx, deps, row, 'fired', orderId, now)
    await sendEntryNotice(tx, row, 'entry.fired', {}, now, `/position/positionDetail?order=${orderId}`)
    return 1
  })
}

/** The member's lock first, then the entry's: the same order as in the kill switch and in placing. */
async function lockWaiting(tx: Tx, id: string): Promise<EntryRow | undefined> {
  const found = await readEntry(tx, id)
  if (!found) return undefined
  await lockTrading(tx, found.memberId)
  const row = await lockEntry(tx, id)
  return row?.state === 'waiting' ? row : undefined
}

/** After the venue's answer: taken, or back to waiting with its trigger still reached. */
export function followUpEntry(deps: ConditionalDeps, id: string, { now }: Moment): Promise<number> {
  return deps.db.transaction(async (tx) => {
    const row = await lockEntry(tx, id)
    if (row?.state !== 'fired' || row.orderId === null) return 0
    const order = await readLegOrder(tx, row.orderId)
    if (!order || (order.state === 'entrusted' && !order.accepted)) return 0
    writesDurably(tx, 'conditional.follow-up')
    if (order.state !== 'refused') {
      await setTaken(tx, id)
      return 0
    }
    const reserved = row.tries < maxTries ? await reserveAgain(tx, deps, row, now) : undefined
    if (!reserved) {
      await endEntry(tx, deps, row, 'failed', order.reason ?? 'refused', now)
      return 1
    }
    await setWaitingAgain(tx, id, null, reserved)
    await notify(tx, deps, row, 'waiting', null, now)
    return 1
  })
}

async function reserveAgain(
  tx: Tx,
  deps: ConditionalDeps,
  row: EntryRow,
  now: Date,
): Promise<readonly string[] | undefined> {
  const priced = await priceEntry(tx, deps, row, now)
  if (!priced) return undefined
  const { id, memberId, symbol } = row
  return reserveEntry(tx, { id, memberId, symbol, cash: priced.cash, lent: priced.lent, now })
}
