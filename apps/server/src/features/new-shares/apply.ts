import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { applyRefusal, newSharesRules, sharesRefusal, subscriptionCost } from '@fairlot/rules/new-shares'
import { refuseUnlessFundPassword } from '#features/auth'
import { issueTicket } from '#features/draws'
import { identityStateOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { NewSharesDeps } from './deps.ts'
import { applyEntry } from './postings.ts'
import { showApplication } from './show.ts'
import {
  countOwn,
  insertApplication,
  lockApplicant,
  type OfferTermsRow,
  readApplication,
  readOfferTerms,
} from './store.ts'

export interface Applying {
  readonly caller: Caller
  readonly body: BodyOf<'/new-shares/apply'>
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

type Applied = Outcome<DataOf<'/new-shares/apply'>>

/**
 * Holds the money and puts a ticket into the draw. Refuses in this order: the offer, its time, the shares, identity,
 * fund password; then under the applicant's lock an application too many and the balance.
 */
export async function applyForShares(tx: Tx, deps: NewSharesDeps, asked: Applying): Promise<Applied> {
  const { caller, body, now } = asked
  const { memberId, account } = caller
  const [offer, identity] = await Promise.all([
    readOfferTerms(tx, body.offerId),
    identityStateOf(tx, memberId),
  ])
  if (!offer) return refuse('stock.not-found', { field: 'offerId' })
  const closed = applyRefusal(offer, now)
  if (closed) return refuse(closed, { params: { at: offer.opensAt.toISOString() } })
  const wrongShares = sharesRefusal(body.shares, offer.minShares)
  if (wrongShares) {
    const params = { shares: offer.minShares }
    return refuse(wrongShares, { field: 'shares', params, rule: newSharesRules.minShares.id })
  }
  const unverified = refuseUnverified(identity)
  if (unverified) return unverified
  const { fundPassword } = body
  const wrong = await asked.outside(() =>
    refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }),
  )
  if (wrong) return wrong
  await lockApplicant(tx, memberId)
  // Checking a password takes long enough for the offer to end meanwhile.
  const current = (await readOfferTerms(tx, offer.id))!
  const ended = applyRefusal(current, now)
  return ended ? refuse(ended) : holdAndEnter(tx, deps, asked, current)
}

async function holdAndEnter(
  tx: Tx,
  deps: NewSharesDeps,
  { caller: { memberId }, body, now, requestId }: Applying,
  offer: OfferTermsRow,
): Promise<Applied> {
  const id = body.applicationId
  // Sent again under another key after a lost connection: return the first answer, without a second effect.
  const before = await readApplication(tx, id)
  if (before) {
    const isSame = before.memberId === memberId && before.offerId === offer.id
    return isSame
      ? done({ application: showApplication(before) }, 'done.subscription')
      : refuse('input.invalid', { field: 'applicationId' })
  }
  const own = await countOwn(tx, memberId, offer.id)
  if (own >= offer.maxPerMember) {
    const params = { times: offer.maxPerMember }
    return refuse('subscription.once', { params, rule: newSharesRules.perPerson.id })
  }
  const { amount, fee } = subscriptionCost(offer, body.shares, offer.fee)
  const holdId = derivedId(`subscription hold ${id}`)
  const { paymentMode } = offer
  const held = await post(tx, applyEntry({ id, memberId, paymentMode, amount, fee, holdId, now }))
  if (!held.ok) return refuse('balance.insufficient', { field: 'shares' })
  const { ticketId } = await issueTicket(tx, deps, { drawId: offer.drawId!, memberId, reference: id }, now)
  writesDurably(tx, 'application.apply')
  await insertApplication(tx, {
    id,
    offerId: offer.id,
    memberId,
    nth: own + 1,
    shares: body.shares,
    amount,
    fee,
    holdId,
    ticketId,
    appliedAt: now,
  })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'new-shares.applied',
    actor: `member:${memberId}`,
    subject: `subscription:${id}`,
    now: { state: 'waiting' },
    details: {
      offerId: offer.id,
      symbol: offer.symbol,
      amount: amount.toString(),
      ticketId,
      entryId: held.entryId,
    },
    event: { kind: 'subscription.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.subscription')
}
