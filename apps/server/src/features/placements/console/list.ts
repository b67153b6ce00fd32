import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readSeats } from '#features/block-trades'
import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { placementPayload } from '../payload.ts'
import { type CountedPlacement, readCounted } from './store.ts'

type Published = ConsoleDataOf<'/placements/published'>

export const listPublished = (db: Db): Promise<Published> =>
  inSnapshot(db, async (tx) => {
    const [rows, open, seats] = await Promise.all([
      readCounted(tx),
      readOpenProposals(tx, ['placement']),
      readSeats(tx),
    ])
    return {
      placements: rows.map(showCounted),
      proposals: open.map(({ reviewId, number, by, openedAt, payload }) => {
        const { symbol, price, lots } = placementPayload.parse(payload)
        return { reviewId, number, by, openedAt: openedAt.toISOString(), symbol, price, lots }
      }),
      seats: seats.map(({ code, nameTw, nameEn }) => ({ code, name: { tw: nameTw, en: nameEn } })),
    }
  })

const showCounted = (row: CountedPlacement): Published['placements'][number] => ({
  placementId: row.id,
  kind: row.kind,
  method: row.method,
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  seat: { tw: row.seatTw, en: row.seatEn },
  price: row.price,
  lots: row.lots,
  minLots: row.minLots,
  maxLots: row.maxLots,
  opensAt: row.opensAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  drawsAt: row.drawsAt.toISOString(),
  deliversOn: row.deliversOn,
  state: row.state,
  applications: row.applications,
  appliedLots: row.appliedLots,
  allottedLots: row.allottedLots,
  cancelled: row.cancelled,
  void: row.void,
  held: row.held.toString(),
  settlesOn: row.settlesOn,
  drawId: row.drawId,
  reviewId: row.reviewId,
  number: row.number,
})
