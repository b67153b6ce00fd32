// Sells what is free of a position in the caller's transaction: whole lots at the market, an odd lot at the day's lower limit.
// The locks of a close by the member apply.

import { closeOrders } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import type { OrderDeps } from './deps.ts'
import { decideClose } from './intake/decide.ts'
import type { OrderDraft } from './intake/draft.ts'
import { takeOrders } from './intake/take.ts'
import { readMarketDay } from './market-day.ts'
import { readPosition } from './store.ts'

export interface Sale {
  readonly memberId: string
  readonly positionId: string
  /** What the order's id follows from: a retry finds the first one's orders. */
  readonly cause: string
  /** `conditional`: a rule of the member sells. */
  readonly origin: 'member' | 'conditional'
  readonly now: Date
}

/** How many orders were sent; 0 when it cannot be sold now. */
export async function sellPosition(
  tx: Tx,
  deps: OrderDeps,
  { memberId, positionId, cause, origin, now }: Sale,
): Promise<number> {
  const position = await readPosition(tx, memberId, positionId)
  if (!position || position.shares <= position.closing) return 0
  const day = await readMarketDay(tx, deps, position.symbol, now)
  if (day === undefined || day === 'delisted') return 0
  const asked = { quantity: position.shares - position.closing, price: undefined, validity: 'ROD' } as const
  // What the platform sends waits for the next day: only the member's own orders are for the auction after the close.
  const open = { ...day, oddHours: undefined }
  const drafts: OrderDraft[] = []
  let { closing } = position
  for (const [index, part] of closeOrders(asked, day).entries()) {
    const orderId = derivedIdOfDay(`${cause} ${positionId} ${index}`, now)
    const request = {
      ...part,
      orderId,
      memberId,
      positionId,
      origin: 'member',
      acknowledged: ['far-price'],
    } as const
    const decision = decideClose(open, { ...position, closing }, request, now.getTime())
    if (!decision.ok) return 0
    drafts.push({ ...decision.taken, origin, isDayPriced: part.price !== undefined })
    closing += part.quantity
  }
  return (await takeOrders(tx, deps, drafts, now)).filter(({ ok }) => ok).length
}
