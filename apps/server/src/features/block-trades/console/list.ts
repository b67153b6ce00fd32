import { blockStates } from '@fairlot/contract/block-trades'
import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maxCounted } from '@fairlot/contract/fund-requests'
import { lotSize } from '@fairlot/rules/instruments'
import { valueAt } from '@fairlot/rules/orders'
import { readProposals } from '#features/fund-requests'
import { countsFrom, showOwner, showProposal } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import type { BlockTradesDeps } from '../deps.ts'
import { readListings, readSeats } from '../store.ts'
import { blockTermsNow } from '../terms-now.ts'
import {
  type ConsoleBlock,
  countBlocks,
  countPendingBlocks,
  readDecidedBlocks,
  readPendingBlocks,
} from './store.ts'

const pageSize = 50

/** Refuses: `input.invalid`. */
export async function listBlockApplications(
  db: Db,
  { state, after }: ConsoleBodyOf<'/block-trades/requests'>,
  now: Date,
): Promise<ConsoleOutcome<ConsoleDataOf<'/block-trades/requests'>>> {
  const place = cursorFrom(after)
  if (place === undefined) return refuse('input.invalid', { field: 'after' })
  return db.transaction(async (tx) => {
    const rows =
      state === 'pending'
        ? await readPendingBlocks(tx, place, pageSize + 1)
        : await readDecidedBlocks(tx, state, place, pageSize + 1)
    const page = rows.slice(0, pageSize)
    return done({
      applications: page.map(showBlock),
      next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
      ...(await countPendingBlocks(tx, now)),
      counts: countsFrom(blockStates, await countBlocks(tx, blockStates, maxCounted)),
    })
  })
}

const showBlock = (row: ConsoleBlock) => ({
  applicationId: row.id,
  reviewId: row.reviewId,
  number: row.number,
  member: showOwner(row),
  symbol: row.symbol,
  name: { tw: row.nameTw, en: row.nameEn },
  lots: row.shares / lotSize,
  price: row.price,
  market: row.market,
  value: valueAt(row.price, row.shares).toString(),
  state: row.state,
  isSecond: row.isSecond,
  rejectionReason: row.rejectionReason,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
})

export const listBlockListings = (
  deps: Pick<BlockTradesDeps, 'db' | 'profile' | 'calendar'>,
  now: Date,
): Promise<ConsoleDataOf<'/block-trades/listed'>> =>
  deps.db.transaction(async (tx) => {
    const { terms, day } = await blockTermsNow(tx, deps, now)
    const rows = await readListings(tx, day.date)
    const ends = await readProposals(tx, 'block-listing-end')
    const seats = await readSeats(tx)
    return {
      listings: rows.map((row) => {
        const proposal = ends.find(({ subject }) => subject === row.id)
        return {
          listingId: row.id,
          symbol: row.symbol,
          name: { tw: row.nameTw, en: row.nameEn },
          seat: { tw: row.seatTw, en: row.seatEn },
          price: row.price,
          market: row.market,
          minLots: row.minShares / lotSize,
          maxLots: row.maxShares / lotSize,
          lots: row.shares / lotSize,
          leftLots: row.leftShares / lotSize,
          state: row.state,
          closesAt: row.closesAt.toISOString(),
          proposal: proposal ? showProposal(proposal) : null,
        }
      }),
      proposals: (await readProposals(tx, 'block-listing')).map(showProposal),
      seats: seats.map(({ code, nameTw, nameEn }) => ({ code, name: { tw: nameTw, en: nameEn } })),
      closesAt: new Date(day.closesAt).toISOString(),
      isOpen: day.isOpen,
      perDay: terms.perDay,
      minLots: terms.minLots,
      minAmount: String(terms.minAmount),
      maxLots: terms.maxLots,
    }
  })
