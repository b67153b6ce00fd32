import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { balanceOf, seat, stock as assetOf } from '@fairlot/ledger'
import { lotSize } from '@fairlot/rules/instruments'
import type { RuleProfile } from '@fairlot/rules/orders'
import { placementProblem } from '@fairlot/rules/placements'
import { readSeats } from '#features/block-trades'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { type PlacementPayload, termsOf } from '../payload.ts'
import { drawsAtOf } from '../publish.ts'
import { readStock } from '../store.ts'

/** Refuses: `offer.terms` with the first wrong field, `block-listing.seat`, `block-listing.shares`, and those of a proposal. */
export async function proposePlacement(
  { db, profile }: { readonly db: Db; readonly profile: RuleProfile },
  { reason, ...asked }: ConsoleBodyOf<'/placements/proposePlacement'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { now } = proposing
  const payload: PlacementPayload = asked
  const terms = termsOf(payload)
  const owner = (await readSeats(db)).find(({ code }) => code === asked.seat)
  if (!owner) return refuse('block-listing.seat', { field: 'seat' })
  const stock = await readStock(db, asked.symbol)
  if ((stock?.kind === 'etf') !== (asked.kind === 'etf') || !stock)
    return refuse('offer.terms', { field: 'symbol' })
  const field = placementProblem(terms, { now, drawsAt: drawsAtOf(terms.closesAt, profile) })
  if (field !== undefined) return refuse('offer.terms', { field })
  const left = await balanceOf(db, seat(owner.seatId).available(assetOf(asked.symbol)))
  if (left < BigInt(asked.lots * lotSize)) {
    return refuse('block-listing.shares', {
      field: 'lots',
      params: { left: Math.floor(Number(left) / lotSize) },
    })
  }
  const subject = newId(now.getTime())
  return proposeReview(db, { kind: 'placement', subject, payload: { ...payload }, reason }, proposing)
}
