import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { endConditional, type EndDeps } from './end-conditional.ts'
import { lockConditional } from './store.ts'

/** Refuses: `order.not-found`, `order.not-pending`. The resting leg of a pair may still fill until the venue answers. */
export function cancelConditional(
  db: Db,
  deps: EndDeps,
  memberId: string,
  id: string,
  now: Date,
): Promise<Outcome<null>> {
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    const row = await lockConditional(tx, id)
    if (!row || row.memberId !== memberId) return refuse('order.not-found')
    if (row.state !== 'waiting') return refuse('order.not-pending')
    writesDurably(tx, 'conditional.cancel')
    await endConditional(tx, deps, row, 'cancelled', 'asked', now)
    return done(null)
  })
}
