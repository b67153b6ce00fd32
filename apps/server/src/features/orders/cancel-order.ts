import { memberAccount, shardOf, type Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { askCancel, readOrderRow } from './store.ts'

interface Waking {
  readonly bus: Bus
  readonly subjects: Subjects
}

/** It may still fill until the venue answers. Refuses: `order.not-found`, `order.not-pending`. */
export function cancelOrder(
  db: Db,
  waking: Waking,
  memberId: string,
  orderId: string,
  now: Date,
): Promise<Outcome<null>> {
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    const order = await readOrderRow(tx, orderId)
    if (order?.memberId !== memberId) return refuse('order.not-found')
    writesDurably(tx, 'intake.cancel')
    const answer = await cancelInTransaction(tx, waking, order, 'member', now)
    return answer === 'asked' ? done(null, 'done.cancel-order') : refuse(`order.${answer}`)
  })
}

export async function cancelInTransaction(
  tx: Tx,
  { bus, subjects }: Waking,
  order: { readonly id: string; readonly memberId: string; readonly symbol: string },
  who: 'member' | 'system' | 'rule',
  now: Date,
): Promise<'asked' | 'not-found' | 'not-pending'> {
  const shard = shardOf(order.symbol)
  const command = {
    kind: 'cancel',
    order: order.id,
    account: memberAccount(order.memberId),
    symbol: order.symbol,
  }
  const answer = await askCancel(tx, order, who, shard, JSON.stringify(command), now)
  if (answer === 'asked') publishAfterCommit(tx, bus, subjects.wakeExchange(shard), { shard })
  return answer
}
