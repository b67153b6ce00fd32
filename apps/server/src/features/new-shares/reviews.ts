import { formatMoney, formatPrice } from '@fairlot/money'
import { newSharesRules, offerProblem, placesOf, subscriptionCost } from '@fairlot/rules/new-shares'
import { recordAudit } from '#features/audit'
import { type ReviewKindHandler, taipeiText } from '#features/operators'
import { lockOffer, setVoid } from './advancing/store.ts'
import { insertOffer, isSymbolTaken } from './console/store.ts'
import { offerPayload, removalPayload, termsOf } from './offer-payload.ts'
import { readOffer } from './store.ts'

const ratio = (hundredths: number | null): string =>
  hundredths === null ? '—' : formatPrice(BigInt(hundredths))

const moment = (at: Date): string => taipeiText(at) ?? ''

/** The subject is the id of the future offer. */
const publishing: ReviewKindHandler = {
  kind: 'offer',
  async describe(tx, { payload, openedAt }) {
    const asked = offerPayload.parse(payload)
    const terms = termsOf(asked)
    const isTaken = await isSymbolTaken(tx, terms.symbol)
    const cost = subscriptionCost(terms, terms.minShares)
    return {
      facts: [
        { code: 'offer.symbol', value: `${terms.symbol} ${terms.name.tw} / ${terms.name.en}` },
        { code: 'offer.price', value: formatPrice(terms.price) },
        { code: 'offer.lots', value: String(terms.lots) },
        { code: 'offer.each', value: String(terms.minShares) },
        { code: 'offer.per-person', value: String(terms.maxPerMember) },
        { code: `offer.${terms.paymentMode}`, value: formatMoney(cost.held) },
        { code: 'offer.pe', value: `${ratio(terms.pe)} / ${ratio(terms.industryPe)}` },
        { code: 'offer.announces', value: moment(terms.announcesAt) },
        { code: 'offer.opens', value: moment(terms.opensAt) },
        { code: 'offer.closes', value: moment(terms.closesAt) },
        { code: 'offer.draws', value: moment(terms.drawsAt) },
        { code: 'offer.pay-by', value: moment(terms.payBy) },
        { code: 'offer.lists', value: `${terms.issuesOn} / ${terms.listsOn}` },
      ],
      checks: [
        { ok: !isTaken, code: 'offer.symbol-free', value: terms.symbol },
        { ok: offerProblem(terms, openedAt) === undefined, code: 'offer.terms-valid', value: '' },
        { ok: true, code: 'offer.places', value: String(placesOf(terms)) },
      ],
      effects: ['offer.published', 'offer.committed', 'offer.locked'],
    }
  },
  async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const terms = termsOf(offerPayload.parse(payload))
    // Approved after the opening, or another review has published the code meanwhile.
    if (offerProblem(terms, now) !== undefined) return 'past-opening'
    if (await isSymbolTaken(tx, terms.symbol)) return 'superseded'
    const fee = BigInt(newSharesRules.fee.default)
    await insertOffer(tx, { ...terms, id: subject, reviewId, fee, at: now })
    await recordAudit(tx, {
      action: 'new-shares.offer-published',
      actor: 'system',
      subject: `offer:${subject}`,
      details: { reviewId, symbol: terms.symbol },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
}

/** Members see the removal; the worker returns the money of every application. */
const removing: ReviewKindHandler = {
  kind: 'offer-removal',
  async describe(tx, { payload }) {
    const { offerId } = removalPayload.parse(payload)
    const offer = await readOffer(tx, offerId)
    return {
      facts: [
        { code: 'offer.symbol', value: offer ? `${offer.symbol} ${offer.name.tw} / ${offer.name.en}` : '' },
        { code: 'offer.applications', value: String(offer?.applications ?? 0) },
      ],
      checks: [{ ok: offer !== undefined && isRemovable(offer), code: 'offer.not-closed', value: '' }],
      effects: ['offer.removed', 'offer.refunded'],
    }
  },
  async execute(tx, { reviewId, payload }, { now, requestId }) {
    const { offerId } = removalPayload.parse(payload)
    const offer = await lockOffer(tx, offerId)
    if (!offer || !isRemovable(offer)) return 'superseded'
    await setVoid(tx, offerId, now)
    await recordAudit(tx, {
      action: 'new-shares.offer-removed',
      actor: 'system',
      subject: `offer:${offerId}`,
      details: { reviewId, symbol: offer.symbol, applications: offer.applications },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
}

/** Until the close. After it only the draw's own published rules can make it void: no operator can veto a result. */
export const isRemovable = ({ stage }: { readonly stage: string | null }): boolean => stage === null

export const newSharesReviews: readonly ReviewKindHandler[] = [publishing, removing]
