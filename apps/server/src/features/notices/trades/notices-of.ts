// The notices of what settlement booked between two positions of its cursor. Pure: fills, events and orders in, notices
// out. One notice per order: several fills of it are one.

import { type CommandRefused, isSeatAccount, type OrderCancelled } from '@fairlot/contract/venue'
import { averagePrice } from '@fairlot/rules/positions'
import type { NoticeParams } from '@fairlot/rules/notices'
import type { NoticeToSend } from '../send-notice.ts'
import type { EndEvent, FilledPart, NotifiedOrder } from './store.ts'

/** How the venue ended an order. */
export interface OrderEnd {
  readonly orderId: string
  readonly event: bigint
  readonly at: Date
  /** Shares that will not fill; undefined for a refused order, which is refused whole. */
  readonly quantity: number | undefined
  readonly reason: string
}

/** A refused cancel or reduction does not change its order. */
export function endsIn(events: readonly EndEvent[]): readonly OrderEnd[] {
  return events.flatMap(({ event, at, body: text }): readonly OrderEnd[] => {
    const body = JSON.parse(text) as OrderCancelled | CommandRefused
    if (body.account === undefined || isSeatAccount(body.account)) return []
    if (body.kind === 'cancelled')
      return [{ orderId: body.order, event, at, quantity: body.quantity, reason: body.reason }]
    const orderId =
      body.command === 'replace' ? body.newOrder : body.command === 'place' ? body.order : undefined
    return orderId === undefined ? [] : [{ orderId, event, at, quantity: undefined, reason: 'refused' }]
  })
}

export function noticesOf(
  fills: readonly FilledPart[],
  ends: readonly OrderEnd[],
  orders: readonly NotifiedOrder[],
): readonly NoticeToSend[] {
  const filledOf = new Map(fills.map((part) => [part.orderId, part]))
  const endOf = new Map(ends.map((end) => [end.orderId, end]))
  return orders.flatMap((order) => {
    const part = filledOf.get(order.id)
    const end = endOf.get(order.id)
    if (part) return [filledNotice(order, part, end)]
    return end && isNews(order, end) ? [endNotice(order, end)] : []
  })
}

/**
 * A member knows what they cancelled or replaced themselves. An order that the platform sent and that ended unfilled is
 * sent again, or its conditional order is reported; only a conditional entry ends with its order.
 */
const isNews = ({ origin, purpose, askedBy }: NotifiedOrder, { reason }: OrderEnd): boolean =>
  (origin === 'member' || (origin === 'conditional' && purpose === 'open' && reason !== 'refused')) &&
  reason !== 'replaced' &&
  !(reason === 'asked' && askedBy === 'member')

const actionOf = ({ side, purpose }: NotifiedOrder): string =>
  side === 'buy' ? (purpose === 'open' ? 'buy' : 'cover') : purpose === 'open' ? 'short' : 'sell'

const reasonOf = ({ askedBy }: NotifiedOrder, { reason }: OrderEnd): string =>
  reason === 'asked' && askedBy !== null && askedBy !== 'member' ? askedBy : reason

const noticeOf = (
  order: NotifiedOrder,
  { event, at }: { readonly event: bigint; readonly at: Date },
  code: NoticeToSend['code'],
  params: NoticeParams,
): NoticeToSend => ({
  // The same for the same events, so that the table itself refuses a second notice of them.
  key: `order ${order.id} ${event}`,
  memberId: order.memberId,
  code,
  params: { name: order.nameTw, nameEn: order.nameEn, action: actionOf(order), ...params },
  path: `/position/positionDetail?order=${order.id}`,
  at,
})

function filledNotice(order: NotifiedOrder, part: FilledPart, end: OrderEnd | undefined): NoticeToSend {
  const { quantity, value, costs, realised, filled } = part
  const params = {
    origin: order.origin,
    quantity,
    price: averagePrice(value, quantity),
    amount: value.toString(),
    costs: costs.toString(),
    ...(realised === null ? {} : { realised: realised.toString() }),
  }
  if (end?.quantity !== undefined)
    return noticeOf(order, end, 'order.part-cancelled', {
      ...params,
      cancelled: end.quantity,
      reason: reasonOf(order, end),
    })
  const isWhole = quantity === order.quantity
  const code =
    realised === null
      ? isWhole
        ? 'order.filled'
        : 'order.part-filled'
      : isWhole
        ? 'order.closed'
        : 'order.part-closed'
  return noticeOf(order, part, code, isWhole ? params : { ...params, filled, ordered: order.quantity })
}

const endNotice = (order: NotifiedOrder, end: OrderEnd): NoticeToSend =>
  end.quantity === undefined
    ? noticeOf(order, end, 'order.refused', { cancelled: order.quantity })
    : noticeOf(order, end, 'order.cancelled', { cancelled: end.quantity, reason: reasonOf(order, end) })
