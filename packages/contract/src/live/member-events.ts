// The member events of the live feed: a closed list of kinds, each with its data. The server writes no other kind, and
// the member app listens to no other. The names of states are those of the feature's own routes.

import * as z from 'zod/mini'
import type { DeepReadonly } from '../deep-readonly.ts'

const event = <const Kind extends string, Data extends z.ZodMiniType>(kind: Kind, data: Data) =>
  z.object({
    /** The number of the event, counted per member. After a gap the member app reads its lists again. */
    n: z.number(),
    /** Named `object.what-happened`. */
    kind: z.literal(kind),
    data,
  })

/** The object that the member app reads again, and its new state. */
const changed = { id: z.string(), state: z.string() }

/** The order after the event. */
const order = {
  orderId: z.string(),
  state: z.string(),
  left: z.number(),
  filled: z.number(),
  reason: z.nullable(z.string()),
}

export const memberEvent = z.discriminatedUnion('kind', [
  /** `at` is in milliseconds since 1970, `price` in hundredths. */
  event(
    'alert.fired',
    z.object({ alert: z.string(), symbol: z.string(), price: z.number(), at: z.number() }),
  ),
  /** An order without a new fill. One that closes a position names it: the position may have changed too. */
  event('order.changed', z.object({ ...order, positionId: z.exactOptional(z.string()) })),
  /**
   * All fills of an order that were booked together: their quantity, and their average price in hundredths. The order
   * and its position have changed. Events of release 0.1.0 have one fill each and not the order's state.
   */
  event(
    'order.filled',
    z.object({
      orderId: z.string(),
      positionId: z.string(),
      symbol: z.string(),
      side: z.enum(['buy', 'sell']),
      price: z.number(),
      quantity: z.number(),
      fills: z.exactOptional(z.number()),
      state: z.exactOptional(order.state),
      left: z.exactOptional(order.left),
      filled: z.exactOptional(order.filled),
      reason: z.exactOptional(order.reason),
    }),
  ),
  event(
    'conditional.changed',
    z.object({ conditionalId: z.string(), state: z.string(), orderId: z.nullable(z.string()) }),
  ),
  event('position.changed', z.object({ positionId: z.string() })),
  /** `at` is when the house covers the positions, in ISO 8601. */
  event('day-trading.covering', z.object({ positionIds: z.array(z.string()), at: z.string() })),
  event('margin.called', z.object({ ...changed, callId: z.string() })),
  /** `owed` is in minor units. */
  event('margin.ended', z.object({ ...changed, callId: z.string(), owed: z.string() })),
  event('deposit.changed', z.object(changed)),
  event('withdrawal.changed', z.object({ ...changed, stage: z.exactOptional(z.string()) })),
  event('block-trade.changed', z.object(changed)),
  event('funds.corrected', z.object(changed)),
  event('bank-account.changed', z.object(changed)),
  event('identity.changed', z.object(changed)),
  event('restriction.changed', z.object(changed)),
  event('coupon.changed', z.object(changed)),
  event('subscription.changed', z.object(changed)),
  event('auction.changed', z.object(changed)),
  event('placement.changed', z.object(changed)),
  event('currency.exchanged', z.object(changed)),
  event('mentor.changed', z.object(changed)),
  event('copy.changed', z.object(changed)),
  event('savings-plan.changed', z.object(changed)),
  event('support.changed', z.object(changed)),
  event('credit.changed', z.object(changed)),
  event('dividend.changed', z.object(changed)),
  event('notice.new', z.object(changed)),
])

export type MemberEvent = DeepReadonly<z.output<typeof memberEvent>>
export type MemberEventKind = MemberEvent['kind']
export type MemberEventOf<Kind extends MemberEventKind> = Extract<MemberEvent, { readonly kind: Kind }>
/** An event that has no number yet. */
export type NewMemberEvent<Kind extends MemberEventKind = MemberEventKind> = {
  [Each in Kind]: Omit<MemberEventOf<Each>, 'n'>
}[Kind]
