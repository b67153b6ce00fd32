import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { readOpenProposals } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { auctionPayload } from '../auction-payload.ts'
import { resultOf } from '../show.ts'
import { type CountedAuctionRow, readCountedAuctions } from './store.ts'

type Auctions = ConsoleDataOf<'/auctions/published'>

export const listAuctions = (db: Db): Promise<Auctions> =>
  inSnapshot(db, async (tx) => {
    const [rows, open] = await Promise.all([
      readCountedAuctions(tx),
      readOpenProposals(tx, ['auction', 'auction-removal']),
    ])
    const proposals = open.map(({ reviewId, number, by, openedAt, ...review }) => ({
      ...review,
      shown: { reviewId, number, by, openedAt: openedAt.toISOString() },
    }))
    return {
      auctions: rows.map((row) => {
        const removal = proposals.find(
          ({ kind, subject }) => kind === 'auction-removal' && subject === row.id,
        )
        return showCounted(row, removal?.shown ?? null)
      }),
      proposals: proposals
        .filter(({ kind }) => kind === 'auction')
        .map(({ payload, shown }) => {
          const { symbol, name, floorPrice, lots } = auctionPayload.parse(payload)
          return { ...shown, symbol, name, floorPrice, lots }
        }),
    }
  })

const showCounted = (
  row: CountedAuctionRow,
  removal: Auctions['auctions'][number]['removal'],
): Auctions['auctions'][number] => ({
  auctionId: row.id,
  symbol: row.symbol,
  name: row.name,
  industry: row.industry,
  floorPrice: row.floorPrice.toString(),
  lots: row.lots,
  minLots: row.minLots,
  maxLots: row.maxLots,
  capLots: row.capLots,
  fee: row.fee.toString(),
  deposit: row.deposit,
  round: row.round,
  startsAt: row.startsAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  opensAt: row.opensAt.toISOString(),
  payBy: row.payBy.toISOString(),
  listsOn: row.listsOn,
  state: row.state,
  isRemoved: row.isRemoved,
  reviewId: row.reviewId,
  number: row.number,
  counts: {
    bids: row.bids,
    cancelled: row.cancelled,
    void: row.void,
    invalid: row.invalid,
    notWon: row.notWon,
    due: row.due,
    paid: row.paid,
    delivered: row.delivered,
    forfeited: row.forfeited,
  },
  result: resultOf(row),
  removal,
})
