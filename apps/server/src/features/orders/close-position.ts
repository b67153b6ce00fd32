import type { ordersRoutes } from '@fairlot/contract/orders'
import type { DataOf } from '@fairlot/contract/routes'
import { closeOrders } from '@fairlot/rules/orders'
import type * as z from 'zod/mini'
import { refuseUnlessSigned } from '#features/auth'
import { type Outcome, refuse } from '#platform/outcome'
import { answerAgain, answerTaken, type Placed } from './answer-placed.ts'
import { type Decision, decideClose } from './intake/decide.ts'
import type { DayFacts, OrderDraft } from './intake/draft.ts'
import { decideTimed } from './intake/order-id.ts'
import { onlyLots } from './intake/refusals.ts'
import type { Member, PlacingDeps } from './placing.ts'
import { type PositionRow, readPosition } from './store.ts'

type Body = z.output<typeof ordersRoutes.close.body>
type Closed = Outcome<DataOf<'/orders/closePosition'>>
type Part = ReturnType<typeof closeOrders>[number] & { readonly orderId: string }

/**
 * Closes a position, whole or in part: one order for whole lots and one for an odd lot, both taken or none. The limits for
 * opening do not apply.
 */
export async function closePosition(
  { db, days, intake, secrets }: PlacingDeps,
  { memberId, now }: Member,
  body: Body,
): Promise<Closed> {
  const position = await readPosition(db, memberId, body.positionId)
  if (!position) return refuse('order.not-found')
  const unsigned = await refuseUnlessSigned(db, '/orders/closePosition', memberId, body)
  if (unsigned) return unsigned
  const day = await days.read(position.symbol, now)
  if (day === undefined || day === 'delisted') return refuse('stock.no-price')
  const parts = partsOf(body, day)
  const decision = parts
    ? decideParts(day, position, { memberId, now }, body, parts)
    : { ok: false as const, refusal: onlyLots(day.terms.maxLots) }
  if (decision.ok) {
    const [first, ...others] = decision.taken
    if (others.length === 0) return answerTaken(await intake.take(first!), 'done.close-placed')
    const together = await intake.takeTogether(decision.taken)
    if (!together.ok) return answerTaken(together, 'done.close-placed')
    return withOdd(together.taken.map((taken) => answerTaken(taken, 'done.close-placed')))
  }
  const { msg, ...details } = decision.refusal
  const again: Placed[] = []
  for (const part of parts ?? []) {
    const answer = await answerAgain(
      db,
      secrets,
      memberId,
      part.orderId,
      (row) =>
        row.purpose === 'close' &&
        row.positionId === body.positionId &&
        (row.price === (part.price ?? null) || isDayPriced(body, part)) &&
        row.quantity === part.quantity &&
        row.validity === part.validity &&
        row.replaces === null,
      'done.close-placed',
    )
    if (!answer) return refuse(msg, details)
    again.push(answer)
  }
  return again.length === 0 ? refuse(msg, details) : withOdd(again)
}

/** The odd lot of a market close has the day's limit as its price. */
const isDayPriced = (body: Pick<Body, 'price'>, part: Part): boolean =>
  body.price === undefined && part.price !== undefined

/** Undefined when the odd lot beside whole lots has no id. */
function partsOf(body: Body, day: DayFacts): readonly Part[] | undefined {
  const orders = closeOrders(body, day)
  const ids = [body.orderId, body.oddOrderId]
  const parts = orders.flatMap((order, index) => {
    const orderId = ids[index]
    return orderId === undefined ? [] : [{ ...order, orderId }]
  })
  return parts.length === orders.length ? parts : undefined
}

function decideParts(
  day: DayFacts,
  position: PositionRow,
  { memberId, now }: Member,
  { positionId, terms, acknowledged, signature, price }: Body,
  parts: readonly Part[],
): Decision<readonly OrderDraft[]> {
  const drafts: OrderDraft[] = []
  let { closing } = position
  for (const part of parts) {
    const request = {
      ...part,
      memberId,
      positionId,
      origin: 'member',
      terms,
      signature,
      // The price of a market sale's odd lot is the day's and not the member's.
      acknowledged: price === undefined ? (['far-price'] as const) : acknowledged,
    } as const
    const decision = decideTimed(part.orderId, now, () =>
      decideClose(day, { ...position, closing }, request, now.getTime()),
    )
    if (!decision.ok) return decision
    drafts.push({ ...decision.taken, isDayPriced: isDayPriced({ price }, part) })
    closing += part.quantity
  }
  return { ok: true, taken: drafts }
}

/** The answer for the first order, with that for the odd lot beside it. */
function withOdd([first, second]: readonly Placed[]): Closed {
  if (!first?.ok || !second) return first!
  return second.ok ? { ...first, data: { ...first.data, odd: second.data } } : second
}
