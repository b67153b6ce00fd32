import type { ordersRoutes } from '@fairlot/contract/orders'
import type * as z from 'zod/mini'
import { refuseUnlessSigned } from '#features/auth'
import { refuse } from '#platform/outcome'
import { answerAgain, answerTaken, type Placed } from './answer-placed.ts'
import { decideOpen } from './intake/decide.ts'
import { decideTimed } from './intake/order-id.ts'
import type { Member, PlacingDeps } from './placing.ts'
import { isComingStock } from './store.ts'

type Body = z.output<typeof ordersRoutes.place.body>

/**
 * An order that opens a position. Refuses unverified members where money is real, and by the rules of
 * packages/rules/src/orders, each refusal with its rule.
 */
export async function placeOrder(
  { db, days, intake, secrets, tradeGate }: PlacingDeps,
  { memberId, now }: Member,
  body: Body,
): Promise<Placed> {
  const unknown = await tradeGate(memberId)
  if (unknown) return unknown
  const day = await days.read(body.symbol, now)
  if (day === undefined)
    return refuse((await isComingStock(db, body.symbol)) ? 'time.not-listed-yet' : 'stock.not-found', {
      field: 'symbol',
    })
  if (day === 'delisted') return refuse('stock.delisted', { field: 'symbol' })
  const unsigned = await refuseUnlessSigned(db, '/orders/placeOrder', memberId, body)
  if (unsigned) return unsigned
  const decision = decideTimed(body.orderId, now, () =>
    decideOpen(day, { ...body, memberId, origin: 'member' }),
  )
  if (decision.ok) return answerTaken(await intake.take(decision.taken), 'done.order-placed')
  const { msg, ...details } = decision.refusal
  const again = await answerAgain(
    db,
    secrets,
    memberId,
    body.orderId,
    (row) =>
      row.purpose === 'open' &&
      row.symbol === body.symbol &&
      row.direction === body.direction &&
      row.multiple === body.multiple &&
      row.dayTrade === body.dayTrade &&
      row.price === (body.price ?? null) &&
      row.quantity === body.quantity &&
      row.validity === body.validity &&
      (row.exits?.stop ?? undefined) === body.exits?.stop &&
      (row.exits?.takeProfit ?? undefined) === body.exits?.takeProfit &&
      row.replaces === null,
    'done.order-placed',
  )
  return again ?? refuse(msg, details)
}
