// The position of an opening order gets the exits that the order carries, as a conditional close of the shares that have
// filled. Later fills of the same order enlarge it while it only waits; otherwise they get one of their own.

import { shardOf } from '@fairlot/contract/venue'
import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import { effectOfTrade, exitKind } from '@fairlot/rules/orders'
import { sendNotice } from '#features/notices'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import { findGrowing, lockUnarmed, setArmed, type UnarmedExits } from '../../exits/store.ts'
import { currentTerms } from '../../terms/current-terms.ts'
import type { ConditionalDeps } from '../deps.ts'
import { endConditional } from '../end-conditional.ts'
import { notify } from '../notify.ts'
import { needOf, reserve } from '../reserve.ts'
import {
  addClosing,
  insertConditional,
  lockConditional,
  lockPosition,
  readNames,
  readStanding,
} from '../store.ts'
import { isArmed } from './firings-of.ts'
import type { Moment } from './moment.ts'
import { mark, readLegOrder } from './store.ts'

/** Answers 1 when the position got exits. */
export function armExits(deps: ConditionalDeps, orderId: string, moment: Moment): Promise<number> {
  const { now } = moment
  return deps.db.transaction(async (tx) => {
    const exits = await lockUnarmed(tx, orderId)
    const order = exits && (await readLegOrder(tx, orderId))
    if (!exits || !order) return 0
    writesDurably(tx, 'conditional.arm-exits')
    // Firing and cancelling lock the conditional order before its position too.
    const growing = order.filled > exits.armed ? await findGrowing(tx, orderId) : undefined
    const earlier = growing === undefined ? undefined : await lockConditional(tx, growing)
    const grows = earlier?.state === 'waiting' && earlier.orderId === null && earlier.due === null
    const fresh = order.filled - exits.armed
    await setArmed(tx, orderId, order.filled, order.state !== 'entrusted')
    if (fresh === 0) return 0
    if (grows) await endConditional(tx, deps, earlier, 'cancelled', 'replaced', now)
    const wanted = fresh + (grows ? earlier.quantity : 0)
    return setExits(tx, deps, orderId, { exits, wanted, filled: order.filled }, moment)
  })
}

interface ToSet {
  readonly exits: UnarmedExits
  readonly wanted: number
  readonly filled: number
}

async function setExits(
  tx: Tx,
  deps: ConditionalDeps,
  orderId: string,
  { exits, wanted, filled }: ToSet,
  { now, date }: Moment,
): Promise<number> {
  const { memberId, stop, takeProfit } = exits
  const kind = exitKind(exits)
  const position = await lockPosition(tx, memberId, orderId)
  if (!position || !kind) return 0
  const { symbol, direction } = position
  // The member may have closed some of it already.
  const quantity = Math.min(wanted, position.shares - position.closing)
  if (quantity <= 0) return 0
  const { terms } = await currentTerms(tx, deps.money, now)
  const standing = await readStanding(tx, symbol, shardOf(symbol))
  const id = derivedIdOfDay(`exits ${orderId}/${filled}`, now)
  const need = needOf(terms, position, quantity, stop === undefined ? takeProfit! : standing.upper)
  const holds = await reserve(tx, { id, memberId, symbol, need, now })
  if (!holds) {
    const { nameTw: name, nameEn } = await readNames(tx, symbol)
    await sendNotice(tx, {
      memberId,
      code: 'conditional.ended',
      params: { name, nameEn, quantity, state: 'unfunded' },
      path: `/position/positionDetail?id=${orderId}`,
      at: now,
    })
    return 0
  }
  const legs = {
    stop: stop === undefined ? null : { trigger: stop },
    takeProfit: takeProfit === undefined ? null : { price: takeProfit },
  }
  await insertConditional(tx, {
    id,
    memberId,
    symbol,
    positionId: orderId,
    kind,
    body: { quantity, ...legs, exits: true },
    quantity,
    bestPrice: null,
    expiresOn: addDays(taipeiDate(now.getTime()), terms.conditionalDays),
    createdAt: now,
    afterEvent: standing.event,
    pricedOn: standing.date ?? date,
    holds,
    worstPrice: null,
  })
  await addClosing(tx, orderId, quantity)
  // The price may have got there between the fill and now.
  if (standing.last !== null && isArmed(position, now, () => date)) {
    const side = direction === 'long' ? 'sell' : 'buy'
    const waiting = { kind, stop: legs.stop ?? undefined, takeProfit: legs.takeProfit ?? undefined }
    const due = effectOfTrade({ ...waiting, side, best: null }, standing.last).fires
    if (due) await mark(tx, shardOf(symbol), { id, best: null, due, event: standing.event })
  }
  await notify(tx, deps, { id, memberId }, 'waiting', null, now)
  return 1
}
