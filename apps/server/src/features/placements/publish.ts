import { post } from '@fairlot/ledger'
import { roundMarginMs, scheduleOf } from '@fairlot/rules/draws'
import { placementProblem } from '@fairlot/rules/placements'
import type { RuleProfile } from '@fairlot/rules/orders'
import { recordAudit } from '#features/audit'
import { readSeats } from '#features/block-trades'
import { type DrawDeps, planDraw } from '#features/draws'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import { insertPlacement } from './console/store.ts'
import { type PlacementPayload, termsOf } from './payload.ts'
import { listEntry } from './postings.ts'
import { readStock } from './store.ts'

/** When the draw of a placement is decided. */
export const drawsAtOf = (closesAt: Date, profile: RuleProfile): Date =>
  new Date(scheduleOf(closesAt, profile).releaseBy.getTime() + roundMarginMs)

export interface Publishing {
  readonly id: string
  readonly payload: PlacementPayload
  readonly reviewId: string
  readonly now: Date
  readonly requestId: string
}

/**
 * Holds the seat's shares and announces the draw: its commitment is public before the first application. Returns how it
 * ended: published, or the reason why it could not be any more. Nothing is written then.
 */
export async function publishPlacement(
  tx: Tx,
  deps: DrawDeps,
  { id, payload, reviewId, now, requestId }: Publishing,
): Promise<'passed' | 'past-opening' | 'no-shares'> {
  const terms = termsOf(payload)
  const drawsAt = drawsAtOf(terms.closesAt, deps.profile)
  const stock = await readStock(tx, terms.symbol)
  if (!stock || placementProblem(terms, { now, drawsAt }) !== undefined) return 'past-opening'
  const seat = (await readSeats(tx)).find(({ code }) => code === payload.seat)
  if (!seat) return 'no-shares'
  const { seatId } = seat
  const holdId = derivedId(`placement listing hold ${id}`)
  const held = await post(tx, listEntry({ id, seatId, symbol: terms.symbol, holdId }, terms.lots, now))
  if (!held.ok) return 'no-shares'
  const { kind, method, symbol, price, lots, minLots, maxLots } = terms
  const drawId = await planDraw(
    tx,
    deps,
    {
      kind: 'placements',
      subjectId: id,
      title: { tw: `${stock.nameTw} ${symbol}`, en: `${stock.nameEn} ${symbol}` },
      rules: { kind, method, symbol, price, lots, minLots, maxLots, eligible: 'verified persons' },
      closesAt: terms.closesAt,
      // Pro rata, the order only decides between equal remainders.
      places: method === 'lot' ? lots / minLots : 0,
    },
    { now, requestId },
  )
  await insertPlacement(tx, { ...terms, id, reviewId, seatId, holdId, drawId, drawsAt, at: now })
  await recordAudit(tx, {
    action: 'placements.placement-published',
    actor: 'system',
    subject: `placement:${id}`,
    details: { reviewId, seat: payload.seat, symbol, price, lots, drawId, entryId: held.entryId },
    requestId,
  })
  return 'passed'
}
