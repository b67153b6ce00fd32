import { leadRules } from '@fairlot/rules/copy-trading'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { askCancel } from './ask-cancel.ts'
import type { Waking } from './waking.ts'

/** It may still fill until the venue answers. Refuses: `order.not-found`, `order.not-pending`, `order.bound`. */
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
    // The venue would refuse it, and the order would wait for an answer until the end of the day.
    if (answer === 'bound') return refuse('order.bound', { rule: leadRules.bound })
    return answer === 'asked' ? done(null, 'done.cancel-order') : refuse(`order.${answer}`)
  })
}
