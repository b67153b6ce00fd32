import type { DataOf } from '@fairlot/contract/routes'
import { SHARES_PER_LOT } from '@fairlot/money'
import { priceBands } from '@fairlot/rules/auctions'
import type { AuctionRow, BidRow, OwnSums } from './store.ts'

type ShownAuction = DataOf<'/auctions/detail'>['auction']
type ShownBid = DataOf<'/auctions/detail'>['bids'][number]

export const isCleared = (state: AuctionRow['state']): boolean =>
  ['cleared', 'paying', 'settled', 'listed'].includes(state)

export const resultOf = (row: Pick<AuctionRow, 'state' | 'lowest' | 'highest' | 'amount' | 'awarded'>) =>
  isCleared(row.state) && row.lowest !== null && row.highest !== null
    ? {
        lowest: row.lowest.toString(),
        highest: row.highest.toString(),
        amount: row.amount.toString(),
        lots: row.awarded,
      }
    : null

export const showAuction = (
  row: AuctionRow,
  isPractice: boolean,
  own: OwnSums | undefined,
): ShownAuction => ({
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
  isPractice,
  startsAt: row.startsAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  opensAt: row.opensAt.toISOString(),
  payBy: row.payBy.toISOString(),
  listsOn: row.listsOn,
  state: row.state,
  isRemoved: row.isRemoved,
  round: row.round,
  bids: row.bids,
  result: resultOf(row),
  mine: { bids: own?.bids ?? 0, awarded: own?.awarded ?? 0, due: (own?.due ?? 0n).toString() },
})

export const showBands = (levels: Parameters<typeof priceBands>[0]): DataOf<'/auctions/detail'>['bands'] =>
  priceBands(levels).map(({ from, to, ...lots }) => ({ from: from.toString(), to: to.toString(), ...lots }))

export const sharesOf = ({ awarded }: Pick<BidRow, 'awarded'>): bigint => BigInt(awarded) * SHARES_PER_LOT

/** What won lots cost. */
export const amountOf = ({ price, awarded }: Pick<BidRow, 'price' | 'awarded'>): bigint =>
  (price ?? 0n) * sharesOf({ awarded })

function heldFor(row: BidRow): bigint {
  switch (row.state) {
    case 'sealed':
      return row.deposit + row.fee
    case 'payment-due':
      return row.kept
    case 'paid':
      return amountOf(row)
    default:
      return 0n
  }
}

export const showBid = (row: BidRow): ShownBid => ({
  bidId: row.id,
  auctionId: row.auctionId,
  symbol: row.symbol,
  name: row.name,
  fingerprint: row.fingerprint,
  ceiling: row.ceiling.toString(),
  deposit: row.deposit.toString(),
  fee: row.fee.toString(),
  held: heldFor(row).toString(),
  state: row.state,
  voidReason: row.voidReason,
  problem: row.problem,
  price: row.price?.toString() ?? null,
  lots: row.lots,
  rank: row.isCleared ? row.rank : null,
  awarded: row.isCleared ? row.awarded : 0,
  amount: (row.isCleared ? amountOf(row) : 0n).toString(),
  due: (row.state === 'payment-due' ? amountOf(row) - row.kept : 0n).toString(),
  sentAt: row.sentAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  opensAt: row.opensAt.toISOString(),
  payBy: row.payBy.toISOString(),
  paidAt: row.paidAt?.toISOString() ?? null,
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
})
