import type { ordersRoutes } from '@fairlot/contract/orders'
import type * as z from 'zod/mini'
import { refuseUnlessSigned } from '#features/auth'
import { refuse } from '#platform/outcome'
import { answerAgain, answerTaken, type Placed } from './answer-placed.ts'
import { decideClose } from './intake/decide.ts'
import { decideTimed } from './intake/order-id.ts'
import type { Member, PlacingDeps } from './placing.ts'
import { readPosition } from './store.ts'

type Body = z.output<typeof ordersRoutes.close.body>

/** An order that closes a position, whole or in part. The limits for opening do not apply. */
export async function closePosition(
  { db, days, intake, secrets }: PlacingDeps,
  { memberId, now }: Member,
  body: Body,
): Promise<Placed> {
  const position = await readPosition(db, memberId, body.positionId)
  if (!position) return refuse('order.not-found')
  const unsigned = await refuseUnlessSigned(db, '/orders/closePosition', memberId, body)
  if (unsigned) return unsigned
  const day = await days.read(position.symbol, now)
  if (day === undefined || day === 'delisted') return refuse('stock.no-price')
  const decision = decideTimed(body.orderId, now, () =>
    decideClose(day, position, { ...body, memberId, origin: 'member' }, now.getTime()),
  )
  if (decision.ok) return answerTaken(await intake.take(decision.taken), 'done.close-placed')
  const { msg, ...details } = decision.refusal
  const again = await answerAgain(
    db,
    secrets,
    memberId,
    body.orderId,
    (row) =>
      row.purpose === 'close' &&
      row.positionId === body.positionId &&
      row.price === (body.price ?? null) &&
      row.quantity === body.quantity &&
      row.validity === body.validity &&
      row.replaces === null,
    'done.close-placed',
  )
  return again ?? refuse(msg, details)
}
