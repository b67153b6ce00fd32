import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { askCancelAll } from './ask-cancel.ts'
import { endConditionalsOf } from './conditional/index.ts'
import type { OrderDeps } from './deps.ts'
import { setStop } from './store.ts'

/**
 * The kill switch: requests the cancellation of every open order, ends every conditional one, and `stop` blocks new
 * ones.
 */
export function cancelAll(
  db: Db,
  deps: OrderDeps,
  memberId: string,
  stop: boolean,
  now: Date,
): Promise<Outcome<{ orders: number; conditional: number }>> {
  return db.transaction(async (tx) => {
    writesDurably(tx, 'intake.cancel-all')
    // First, so that no order placed meanwhile is missed.
    if (stop) await setStop(tx, memberId, true, now)
    const conditional = await endConditionalsOf(tx, deps, { memberId }, 'asked', now)
    const orders = await askCancelAll(tx, deps, memberId, { who: 'member', now })
    return done({ orders, conditional })
  })
}
