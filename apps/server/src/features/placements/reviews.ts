import { formatMoney, formatPrice } from '@fairlot/money'
import { balanceOf, seat as seatOf, stock as assetOf } from '@fairlot/ledger'
import { lotSize } from '@fairlot/rules/instruments'
import { placementCost, placementProblem } from '@fairlot/rules/placements'
import { readSeats } from '#features/block-trades'
import type { DrawDeps } from '#features/draws'
import { type ReviewKindHandler, taipeiText } from '#features/operators'
import { placementPayload, termsOf } from './payload.ts'
import { drawsAtOf, publishPlacement } from './publish.ts'
import { readStock } from './store.ts'

const moment = (at: Date): string => taipeiText(at) ?? ''

/** The subject is the id of the future placement. */
const publishing = (deps: DrawDeps): ReviewKindHandler => ({
  kind: 'placement',
  async describe(tx, { payload, openedAt }) {
    const asked = placementPayload.parse(payload)
    const terms = termsOf(asked)
    const drawsAt = drawsAtOf(terms.closesAt, deps.profile)
    const [stock, seats] = await Promise.all([readStock(tx, terms.symbol), readSeats(tx)])
    const seat = seats.find(({ code }) => code === asked.seat)
    const left =
      seat === undefined ? 0n : await balanceOf(tx, seatOf(seat.seatId).available(assetOf(terms.symbol)))
    return {
      facts: [
        {
          code: 'placement.stock',
          value: stock ? `${stock.nameTw} ${stock.nameEn} ${terms.symbol}` : terms.symbol,
        },
        { code: `placement.${terms.kind}`, value: '' },
        { code: `placement.${terms.method}`, value: '' },
        { code: 'placement.seat', value: seat ? `${seat.nameTw} ${seat.nameEn}` : asked.seat },
        { code: 'placement.price', value: formatPrice(BigInt(terms.price)) },
        { code: 'placement.lots', value: String(terms.lots) },
        { code: 'placement.value', value: formatMoney(placementCost(terms.price, terms.lots)) },
        { code: 'placement.per-person', value: `${terms.minLots}–${terms.maxLots}` },
        { code: 'placement.opens', value: moment(terms.opensAt) },
        { code: 'placement.closes', value: moment(terms.closesAt) },
        { code: 'placement.draws', value: moment(drawsAt) },
        { code: 'placement.delivers', value: terms.deliversOn },
      ],
      checks: [
        {
          ok: placementProblem(terms, { now: openedAt, drawsAt }) === undefined,
          code: 'placement.terms-valid',
          value: '',
        },
        {
          ok: left >= BigInt(terms.lots * lotSize),
          code: 'placement.has-shares',
          value: String(Number(left) / lotSize),
        },
      ],
      effects: ['placement.shares-held', 'placement.published', 'placement.committed'],
    }
  },
  execute: (tx, { subject, reviewId, payload }, { now, requestId }) =>
    publishPlacement(tx, deps, {
      id: subject,
      payload: placementPayload.parse(payload),
      reviewId,
      now,
      requestId,
    }),
  onRejected: () => Promise.resolve(),
})

export const placementsReviews = (deps: DrawDeps): readonly ReviewKindHandler[] => [publishing(deps)]
