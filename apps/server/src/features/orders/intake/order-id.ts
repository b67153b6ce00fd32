// Orders are stored by the month of their id, so a new id has to begin with the time, as a UUIDv7 does.

import { timeOfId } from '#platform/ids'
import type { Decision } from './decide.ts'
import type { OrderDraft } from './draft.ts'

/**
 * A phone whose clock is wrong by hours, or by a whole time zone, can trade. The database refuses an id that is three
 * days off, as far as app.first_order_id searches.
 */
export const idToleranceMs = 2 * 86_400_000

/** The decision, unless the id begins with another time. An order that was placed before is answered all the same. */
export const decideTimed = (
  orderId: string,
  now: Date,
  decide: () => Decision<OrderDraft>,
): Decision<OrderDraft> =>
  Math.abs(timeOfId(orderId) - now.getTime()) < idToleranceMs
    ? decide()
    : { ok: false, refusal: { msg: 'order.id-time', field: 'orderId' } }
