// Orders that the platform places: a conditional order that fires, a forced close, the cover of a day trade. The same
// path as a member's, in the caller's transaction, without the risk limits of members.

import type { Validity } from '@fairlot/contract/venue'
import type { OrderRefusal } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import type { OrderDeps } from './deps.ts'
import { decideClose } from './intake/decide.ts'
import type { OrderOrigin } from './intake/draft.ts'
import { takeInTransaction } from './intake/take.ts'
import { readMarketDay } from './market-day.ts'
import { readPosition } from './store.ts'

export interface SystemOrder {
  /** Derived from its cause, so that a retry cannot place a second one. */
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly origin: Exclude<OrderOrigin, 'member'>
  /** Absent: a market order. */
  readonly price?: number | undefined
  readonly quantity: number
  readonly validity: Validity
  /** The order it replaces, and the quantity believed to be open. */
  readonly replaces?: { readonly orderId: string; readonly left: number } | undefined
  readonly now: Date
}

export type SystemPlaced =
  | { readonly ok: true; readonly held: bigint }
  | { readonly ok: false; readonly refusal: OrderRefusal }

export async function placeSystemOrder(tx: Tx, deps: OrderDeps, order: SystemOrder): Promise<SystemPlaced> {
  const position = await readPosition(tx, order.memberId, order.positionId)
  if (!position || position.state === 'closed') return { ok: false, refusal: { msg: 'order.not-holding' } }
  const day = await readMarketDay(tx, deps, position.symbol, order.now)
  if (day === undefined || day === 'delisted') return { ok: false, refusal: { msg: 'stock.no-price' } }
  const decision = decideClose(day, position, order, order.now.getTime())
  if (!decision.ok) return decision
  const taken = await takeInTransaction(tx, deps, decision.taken, order.now)
  return taken.ok ? { ok: true, held: taken.held } : taken
}
