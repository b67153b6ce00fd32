import { formatMoney, formatPrice } from '@fairlot/money'
import { auctionProblem, auctionsRules, capLotsOf } from '@fairlot/rules/auctions'
import { recordAudit } from '#features/audit'
import { type ReviewKindHandler, taipeiText } from '#features/operators'
import { lockAuction, setVoid } from './advancing/store.ts'
import { auctionPayload, offerOf, removalPayload } from './auction-payload.ts'
import { isSymbolTaken } from './console/store.ts'
import { publishAuction, type PublishDeps } from './publish-auction.ts'
import { readAuction } from './store.ts'

const moment = (at: Date): string => taipeiText(at) ?? ''

/** The subject is the id of the future auction. */
const publishing = (deps: PublishDeps): ReviewKindHandler => ({
  kind: 'auction',
  async describe(tx, { payload, openedAt }) {
    const offer = offerOf(auctionPayload.parse(payload))
    const isTaken = await isSymbolTaken(tx, offer.symbol)
    return {
      facts: [
        { code: 'auction.symbol', value: `${offer.symbol} ${offer.name.tw} / ${offer.name.en}` },
        { code: 'auction.floor', value: formatPrice(offer.floorPrice) },
        { code: 'auction.lots', value: String(offer.lots) },
        { code: 'auction.each', value: `${offer.minLots} – ${offer.maxLots}` },
        { code: 'auction.cap', value: String(capLotsOf(offer.lots)) },
        { code: 'auction.fee', value: formatMoney(BigInt(auctionsRules.fee.default)) },
        { code: 'auction.starts', value: moment(offer.startsAt) },
        { code: 'auction.closes', value: moment(offer.closesAt) },
        { code: 'auction.opens', value: moment(offer.opensAt) },
        { code: 'auction.pay-by', value: moment(offer.payBy) },
        { code: 'auction.lists', value: offer.listsOn },
      ],
      checks: [
        { ok: !isTaken, code: 'auction.symbol-free', value: offer.symbol },
        { ok: auctionProblem(offer, openedAt) === undefined, code: 'auction.terms-valid', value: '' },
      ],
      effects: ['auction.published', 'auction.sealed', 'auction.locked'],
    }
  },
  async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
    const offer = offerOf(auctionPayload.parse(payload))
    // Approved after the start, or another review has published the code meanwhile.
    if (auctionProblem(offer, now) !== undefined) return 'past-opening'
    if (await isSymbolTaken(tx, offer.symbol)) return 'superseded'
    await publishAuction(tx, deps, offer, { auctionId: subject, reviewId, now })
    await recordAudit(tx, {
      action: 'auctions.published',
      actor: 'system',
      subject: `auction:${subject}`,
      details: { reviewId, symbol: offer.symbol },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
})

/** Members see the removal; the worker returns the money of every bid. */
const removing: ReviewKindHandler = {
  kind: 'auction-removal',
  async describe(tx, { payload }) {
    const auction = await readAuction(tx, removalPayload.parse(payload).auctionId)
    const { symbol = '', name } = auction ?? {}
    return {
      facts: [
        { code: 'auction.symbol', value: name ? `${symbol} ${name.tw} / ${name.en}` : '' },
        { code: 'auction.bids', value: String(auction?.bids ?? 0) },
      ],
      checks: [{ ok: auction !== undefined && isRemovable(auction), code: 'auction.not-closed', value: '' }],
      effects: ['auction.removed', 'auction.refunded'],
    }
  },
  async execute(tx, { reviewId, payload }, { now, requestId }) {
    const { auctionId } = removalPayload.parse(payload)
    const auction = await lockAuction(tx, auctionId)
    if (!auction || !isRemovable(auction)) return 'superseded'
    await setVoid(tx, auctionId, now)
    await recordAudit(tx, {
      action: 'auctions.removed',
      actor: 'system',
      subject: `auction:${auctionId}`,
      details: { reviewId, symbol: auction.symbol, bids: auction.bids },
      requestId,
    })
    return undefined
  },
  onRejected: () => Promise.resolve(),
}

/** Until the close. After it no operator can stop the opening. */
export const isRemovable = ({ state }: { readonly state: string }): boolean =>
  state === 'not-started' || state === 'bidding'

export const auctionReviews = (deps: PublishDeps): readonly ReviewKindHandler[] => [
  publishing(deps),
  removing,
]
