import { writesDurably } from '#platform/crash-points'
import { Rollback } from '#platform/db'
import { endConditional } from '../end-conditional.ts'
import { reserve, unreserve } from '../reserve.ts'
import { lockConditional, lockPosition } from '../store.ts'
import type { ConditionalDeps } from '../deps.ts'
import { closingNeed, type Moment } from './moment.ts'
import { readDay, setPricedOn } from './store.ts'

/**
 * A short's market stop may have to buy at the day's upper limit, which changes each day, so its hold is recomputed. If
 * the balance does not cover the new limit it fails, and the owner is notified before the stop is needed.
 */
export async function reprice(deps: ConditionalDeps, id: string, moment: Moment): Promise<number> {
  const { now } = moment
  const repriced = await deps.db.transaction(async (tx): Promise<boolean> => {
    const row = await lockConditional(tx, id)
    const day = row && (await readDay(tx, row.symbol))
    if (row?.state !== 'waiting' || row.orderId !== null || !day) return true
    const position = await lockPosition(tx, row.memberId, row.positionId)
    if (!position || position.state === 'closed') return true
    writesDurably(tx, 'conditional.reprice')
    const need = await closingNeed(tx, deps, row, position, moment)
    await unreserve(tx, row, now)
    const { memberId, symbol } = row
    const holds = await reserve(tx, { id, memberId, symbol, need, now })
    if (!holds) throw new Rollback(false)
    await setPricedOn(tx, id, day.date, holds)
    return true
  })
  if (repriced) return 1
  return deps.db.transaction(async (tx) => {
    const row = await lockConditional(tx, id)
    if (row?.state !== 'waiting' || row.orderId !== null) return 0
    await endConditional(tx, deps, row, 'failed', 'balance.insufficient', now)
    return 1
  })
}
