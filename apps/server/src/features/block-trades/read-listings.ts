import type { DataOf } from '@fairlot/contract/routes'
import { balanceOf, member } from '@fairlot/ledger'
import { lotSize } from '@fairlot/rules/instruments'
import { inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import type { BlockTradesDeps } from './deps.ts'
import { showApplication } from './show-application.ts'
import { listApplicationRows, type ListingRow, readListings, sumApplications } from './store.ts'
import { blockTermsNow } from './terms-now.ts'

type ReadDeps = Pick<BlockTradesDeps, 'db' | 'profile' | 'calendar'>

export const listListings = (
  deps: ReadDeps,
  memberId: string,
  now: Date,
): Promise<DataOf<'/block-trades/listings'>> =>
  inSnapshot(deps.db, async (tx) => {
    const { terms, trading, day } = await blockTermsNow(tx, deps, now)
    const rows = await readListings(tx, day.date)
    const { used } = await sumApplications(tx, memberId, day.date)
    return {
      isOpen: day.isOpen,
      opensAt: new Date(day.opensAt).toISOString(),
      closesAt: new Date(day.closesAt).toISOString(),
      perDay: terms.perDay,
      usedToday: used,
      settlesOn: day.settlesOn,
      sellableOn: day.sellableOn,
      brokerage: trading.brokerage,
      brokerageMin: trading.brokerageMin,
      minAmount: String(terms.minAmount),
      available: (await balanceOf(tx, member(memberId).available('TWD'))).toString(),
      listings: rows.filter(({ date }) => date === day.date).map((row) => showListing(row, now)),
    }
  })

const showListing = (row: ListingRow, now: Date) => ({
  listingId: row.id,
  symbol: row.symbol,
  nameTw: row.nameTw,
  nameEn: row.nameEn,
  seat: { tw: row.seatTw, en: row.seatEn },
  price: row.price,
  market: row.market,
  reference: row.reference,
  minLots: row.minShares / lotSize,
  maxLots: row.maxShares / lotSize,
  leftLots: row.leftShares / lotSize,
  isOpen: row.state === 'open' && row.closesAt > now,
  closesAt: row.closesAt.toISOString(),
})

const pageSize = 20

/** Refuses: `input.invalid`. */
export async function listApplications(
  deps: ReadDeps,
  memberId: string,
  before: string | undefined,
  now: Date,
): Promise<Outcome<DataOf<'/block-trades/applications'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  return inSnapshot(deps.db, async (tx) => {
    const { terms, day } = await blockTermsNow(tx, deps, now)
    const rows = await listApplicationRows(tx, memberId, cursor, pageSize + 1)
    const { used, held } = await sumApplications(tx, memberId, day.date)
    const page = rows.slice(0, pageSize)
    return done({
      applications: page.map(showApplication),
      next: rows.length > pageSize ? cursorAfter(page.at(-1)!) : null,
      perDay: terms.perDay,
      usedToday: used,
      held: held.toString(),
    })
  })
}
