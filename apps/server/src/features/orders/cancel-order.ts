import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { askCancel } from './ask-cancel.ts'
import type { Waking } from './waking.ts'

/** It may still fill until the venue answers. Refuses: `order.not-found`, `order.not-pending`. */
export function cancelOrder(
  db: Db,
  waking: Waking,
  memberId: string,
  orderId: string,
  now: Date,
): Promise<Outcome<null>> {
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    writesDurably(tx, 'intake.cancel')
    const answer = await askCancel(tx, waking, { id: orderId, memberId }, 'member', now)
    return answer === 'asked' ? done(null, 'done.cancel-order') : refuse(`order.${answer}`)
  })
}
