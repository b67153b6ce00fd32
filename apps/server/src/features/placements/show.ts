import type { DataOf } from '@fairlot/contract/routes'
import type { ApplicationRow, PlacementRow } from './store.ts'

type ShownPlacement = DataOf<'/placements/offer'>['placement']
type ShownApplication = NonNullable<ShownPlacement['mine']>

export const showPlacement = (row: PlacementRow, mine: ApplicationRow | undefined): ShownPlacement => ({
  placementId: row.id,
  kind: row.kind,
  method: row.method,
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  seat: { tw: row.seatTw, en: row.seatEn },
  price: row.price,
  market: row.market,
  lots: row.lots,
  minLots: row.minLots,
  maxLots: row.maxLots,
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  drawsAt: row.drawsAt.toISOString(),
  deliversOn: row.deliversOn,
  state: row.state,
  drawId: row.drawId,
  applications: row.applications,
  appliedLots: row.appliedLots,
  listHash: row.listHash,
  baseLots: row.baseLots,
  settlesOn: row.settlesOn,
  sellableOn: row.sellableOn,
  mine: mine === undefined ? null : showApplication(mine),
})

export const showApplication = (row: ApplicationRow): ShownApplication => {
  const { place, base, remainder, rank, allotted } = row
  const isAllotted =
    place !== null && base !== null && remainder !== null && rank !== null && allotted !== null
  return {
    applicationId: row.id,
    placementId: row.placementId,
    lots: row.lots,
    amount: row.amount.toString(),
    state: row.state,
    voidReason: row.voidReason,
    ticketId: row.ticketId,
    appliedAt: row.appliedAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    allotment: isAllotted ? { place, base, remainder, rank, lots: allotted } : null,
  }
}
