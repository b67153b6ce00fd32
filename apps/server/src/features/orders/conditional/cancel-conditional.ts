import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { EndDeps } from './deps.ts'
import { endConditional } from './end-conditional.ts'
import { endEntry } from './entry/end-entry.ts'
import { lockEntry } from './entry/store.ts'
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
    const entry = row ? undefined : await lockEntry(tx, id)
    const found = row ?? entry
    if (found?.memberId !== memberId) return refuse('order.not-found')
    if (found.state !== 'waiting') return refuse('order.not-pending')
    writesDurably(tx, 'conditional.cancel')
    if (row) await endConditional(tx, deps, row, 'cancelled', 'asked', now)
    if (entry) await endEntry(tx, deps, entry, 'cancelled', 'asked', now)
    return done(null)
  })
}
