import type { DataOf } from '@fairlot/contract/routes'
import { placesOf } from '@fairlot/rules/new-shares'
import type { ApplicationRow, OfferRow } from './store.ts'

type ShownOffer = DataOf<'/new-shares/offer'>['offer']
type ShownApplication = DataOf<'/new-shares/offer'>['applications'][number]

/** What members and operators see of an offer alike. */
export const showTerms = (row: OfferRow) => ({
  offerId: row.id,
  symbol: row.symbol,
  name: row.name,
  industry: row.industry,
  price: row.price.toString(),
  lots: row.lots,
  minShares: row.minShares,
  maxPerMember: row.maxPerMember,
  paymentMode: row.paymentMode,
  fee: row.fee.toString(),
  pe: row.pe,
  industryPe: row.industryPe,
  announcesAt: row.announcesAt.toISOString(),
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  drawsAt: row.drawsAt.toISOString(),
  payBy: row.payBy.toISOString(),
  issuesOn: row.issuesOn,
  listsOn: row.listsOn,
  state: row.state,
  stage: row.stage,
  isRemoved: row.isRemoved,
  applications: row.applications,
  places: placesOf(row),
  drawId: row.drawId,
})

export const showOffer = (row: OfferRow, isPractice: boolean, mine: ShownOffer['mine']): ShownOffer => ({
  ...showTerms(row),
  isPractice,
  mine,
})

export const showApplication = (row: ApplicationRow): ShownApplication => ({
  applicationId: row.id,
  offerId: row.offerId,
  symbol: row.symbol,
  name: row.name,
  price: row.price.toString(),
  shares: row.shares,
  amount: row.amount.toString(),
  fee: row.fee.toString(),
  paymentMode: row.paymentMode,
  held: row.held.toString(),
  state: row.state,
  voidReason: row.voidReason,
  appliedAt: row.appliedAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  drawsAt: row.drawsAt.toISOString(),
  listsOn: row.listsOn,
  drawId: row.drawId,
  ticketId: row.ticketId,
  place: row.place,
  places: row.places,
  drawnFrom: row.drawnFrom,
  decidedAt: row.decidedAt?.toISOString() ?? null,
  payBy: row.payBy?.toISOString() ?? null,
  paidAt: row.paidAt?.toISOString() ?? null,
  paidBy: row.paidBy,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
})
