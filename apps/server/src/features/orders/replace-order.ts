import type { ordersRoutes } from '@fairlot/contract/orders'
import { isOddLot } from '@fairlot/rules/instruments'
import type * as z from 'zod/mini'
import { refuseUnlessSigned } from '#features/auth'
import { refuse } from '#platform/outcome'
import { answerAgain, answerTaken, type Placed } from './answer-placed.ts'
import { decideClose, decideOpen, type Decision } from './intake/decide.ts'
import type { DayFacts, OrderDraft } from './intake/draft.ts'
import { decideTimed } from './intake/order-id.ts'
import { onlyLots, onlyOddLots } from './intake/refusals.ts'
import type { Member, PlacingDeps } from './placing.ts'
import { type OrderRow, readOrderRow, readPosition } from './store.ts'

type Body = z.output<typeof ordersRoutes.replace.body>

/**
 * Ends an order and enters another, in one step of the venue: both can never fill. The venue refuses when the old one
 * has filled meanwhile. An opening order gets its own hold, so until the venue has answered both are held; a closing
 * one takes over the shares of the other.
 */
export async function replaceOrder(
  deps: PlacingDeps,
  { memberId, now }: Member,
  body: Body,
): Promise<Placed> {
  const { db, days, intake, secrets, tradeGate } = deps
  const old = await readOrderRow(db, body.orderId)
  if (old?.memberId !== memberId) return refuse('order.not-found')
  const unknown = old.purpose === 'open' ? await tradeGate(memberId) : undefined
  if (unknown) return unknown
  const unsigned = await refuseUnlessSigned(db, '/orders/replaceOrder', memberId, body)
  if (unsigned) return unsigned
  const message = old.purpose === 'open' ? 'done.order-placed' : 'done.close-placed'
  const again = (): Promise<Placed | undefined> =>
    answerAgain(db, secrets, memberId, body.newOrderId, (row) => isSame(row, body), message)
  if (old.state !== 'entrusted' || old.cancelAskedAt !== null)
    return (await again()) ?? refuse('order.not-pending')
  const day = await days.read(old.symbol, now)
  if (day === undefined) return refuse('stock.not-found')
  if (day === 'delisted') return refuse('stock.delisted')
  const decision = await decideReplacement(deps, day, old, { memberId, now }, body)
  if (decision.ok) return answerTaken(await intake.take(decision.taken), message)
  const { msg, ...details } = decision.refusal
  return (await again()) ?? refuse(msg, details)
}

async function decideReplacement(
  { db }: PlacingDeps,
  day: DayFacts,
  old: OrderRow,
  { memberId, now }: Member,
  { newOrderId, price, quantity, validity, terms, acknowledged, signature }: Body,
): Promise<Decision<OrderDraft>> {
  // It stays in the book of the old order.
  if (isOddLot(quantity) !== isOddLot(old.quantity))
    return {
      ok: false,
      refusal: isOddLot(old.quantity) ? onlyOddLots : onlyLots(day.terms.maxLots),
    }
  const request = {
    orderId: newOrderId,
    memberId,
    origin: 'member',
    price,
    quantity,
    validity,
    terms,
    acknowledged,
    signature,
    replaces: { orderId: old.id, left: old.left },
  } as const
  if (old.purpose === 'open') {
    const { direction, multiple, dayTrade } = old
    // The new order carries the exits of the old one.
    const exits = old.exits && {
      stop: old.exits.stop ?? undefined,
      takeProfit: old.exits.takeProfit ?? undefined,
    }
    const opening = { ...request, direction, multiple, dayTrade, exits: exits ?? undefined }
    return decideTimed(newOrderId, now, () => decideOpen(day, opening))
  }
  const position = await readPosition(db, memberId, old.positionId)
  if (!position) return { ok: false, refusal: { msg: 'order.not-pending' } }
  // The shares of the old order are free for the new one, and a new price does not count as a second close request.
  const freed = { ...position, closing: position.closing - old.left, closeAskedAt: null }
  return decideTimed(newOrderId, now, () =>
    decideClose(day, freed, { ...request, positionId: old.positionId }, now.getTime()),
  )
}

const isSame = (row: OrderRow, body: Body): boolean =>
  row.replaces === body.orderId &&
  row.price === (body.price ?? null) &&
  row.quantity === body.quantity &&
  row.validity === body.validity
