// The orders of one date of a savings plan, in the caller's transaction: the same path as a member's, with the member's own stops and
// without the warnings that only a member can confirm.

import type { OrderRefusal } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { OrderDeps } from './deps.ts'
import { decideOpen } from './intake/decide.ts'
import type { DayFacts, OrderDraft } from './intake/draft.ts'
import { takeOrders } from './intake/take.ts'

export interface PlanOrder {
  readonly orderId: string
  readonly quantity: number
}

export interface PlanOrders {
  readonly memberId: string
  readonly price: number
  /** One for each book. */
  readonly parts: readonly PlanOrder[]
  readonly now: Date
}

/** Both orders or, with a refusal, a transaction that the caller must roll back. */
export async function placePlanOrders(
  tx: Tx,
  deps: OrderDeps,
  day: DayFacts,
  { memberId, price, parts, now }: PlanOrders,
): Promise<OrderRefusal | undefined> {
  const drafts: OrderDraft[] = []
  for (const { orderId, quantity } of parts) {
    const decision = decideOpen(day, {
      orderId,
      memberId,
      origin: 'savings-plan',
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      price,
      quantity,
      validity: 'ROD',
    })
    if (!decision.ok) return decision.refusal
    // Dates of many plans may fall on one day: they are no stuck key.
    drafts.push({ ...decision.taken, orderRateLimit: Number.MAX_SAFE_INTEGER })
  }
  const taken = await takeOrders(tx, deps, drafts, now)
  const refused = taken.find((one) => !one.ok)
  return refused && !refused.ok ? refused.refusal : undefined
}
