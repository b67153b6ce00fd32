import type { AuctionView, BidView } from '@fairlot/contract/auctions'
import type { DataOf } from '@fairlot/contract/routes'
import { balanceOf, member } from '@fairlot/ledger'
import { hasFundPassword } from '#features/auth'
import { identityStateOf } from '#features/identity'
import { inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import type { AuctionDeps } from './deps.ts'
import { isCleared, showAuction, showBands, showBid } from './show.ts'
import { listAuctions, listOwnBids, readAuction, readLevels, readOwnBids, sumOwn } from './store.ts'

type Reading = Pick<AuctionDeps, 'db' | 'money'>

export const readAuctions = (
  { db, money }: Reading,
  memberId: string,
  view: AuctionView,
): Promise<DataOf<'/auctions/list'>> =>
  inSnapshot(db, async (tx) => {
    const rows = await listAuctions(tx, view)
    const own = await sumOwn(
      tx,
      memberId,
      rows.map(({ id }) => id),
    )
    const sumsOf = new Map(own.map((sums) => [sums.auctionId, sums]))
    return { auctions: rows.map((row) => showAuction(row, money === 'practice', sumsOf.get(row.id))) }
  })

/** Refuses: `stock.not-found`. */
export const readOneAuction = (
  { db, money }: Reading,
  memberId: string,
  auctionId: string,
): Promise<Outcome<DataOf<'/auctions/detail'>>> =>
  inSnapshot(db, async (tx) => {
    const row = await readAuction(tx, auctionId)
    if (!row) return refuse('stock.not-found')
    const [bids, levels, [own], hasPassword, identity, available] = await Promise.all([
      readOwnBids(tx, memberId, auctionId),
      isCleared(row.state) ? readLevels(tx, auctionId) : [],
      sumOwn(tx, memberId, [auctionId]),
      hasFundPassword(tx, memberId),
      identityStateOf(tx, memberId),
      balanceOf(tx, member(memberId).available('TWD')),
    ])
    return done({
      auction: showAuction(row, money === 'practice', own),
      terms: row.terms,
      bids: bids.map(showBid),
      bands: showBands(levels),
      hasFundPassword: hasPassword,
      isVerified: identity === 'verified',
      available: available.toString(),
    })
  })

const pageSize = 20

/** Refuses: `input.invalid`. */
export async function readBids(
  { db }: Pick<Reading, 'db'>,
  memberId: string,
  view: BidView,
  before: string | undefined,
): Promise<Outcome<DataOf<'/auctions/bids'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  return inSnapshot(db, async (tx) => {
    const rows = await listOwnBids(tx, memberId, view, cursor, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    return done({
      bids: page.map(showBid),
      next: rows.length > pageSize && last ? cursorAfter(last) : null,
    })
  })
}
