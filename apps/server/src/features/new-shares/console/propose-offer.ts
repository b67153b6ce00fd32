import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { offerProblem } from '@fairlot/rules/new-shares'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { refuse } from '#platform/outcome'
import { type OfferPayload, termsOf } from '../offer-payload.ts'
import { isRemovable } from '../reviews.ts'
import { readOffer } from '../store.ts'
import { isSymbolTaken } from './store.ts'

/** Refuses: `offer.terms` with the first wrong field, `offer.symbol-taken`, and the refusals of a proposal. */
export async function proposeOffer(
  db: Db,
  { reason, ...asked }: ConsoleBodyOf<'/new-shares/proposeOffer'>,
  proposing: Proposing,
): Promise<Proposed> {
  const payload: OfferPayload = asked
  const field = offerProblem(termsOf(payload), proposing.now)
  if (field !== undefined) return refuse('offer.terms', { field })
  if (await isSymbolTaken(db, asked.symbol)) return refuse('offer.symbol-taken', { field: 'symbol' })
  const subject = newId(proposing.now.getTime())
  return proposeReview(db, { kind: 'offer', subject, payload: { ...payload }, reason }, proposing)
}

/** Refuses: `request.not-found`, `offer.closed`, and the refusals of a proposal. */
export async function proposeRemoval(
  db: Db,
  { offerId, reason }: ConsoleBodyOf<'/new-shares/proposeRemoval'>,
  proposing: Proposing,
): Promise<Proposed> {
  const offer = await readOffer(db, offerId)
  if (!offer) return refuse('request.not-found')
  if (!isRemovable(offer)) return refuse('offer.closed')
  const payload = { offerId, symbol: offer.symbol }
  return proposeReview(db, { kind: 'offer-removal', subject: offerId, payload, reason }, proposing)
}
