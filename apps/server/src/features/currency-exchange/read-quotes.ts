import type { DataOf } from '@fairlot/contract/routes'
import { balanceOf, member, ownEntry } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showQuote, showSigned } from './show-quote.ts'
import { listQuotes, type QuoteRow, readQuote, sumDeals } from './store.ts'

const pageSize = 20

export interface RecordsWanted {
  readonly memberId: string
  readonly currency?: Currency | undefined
  readonly before?: string | undefined
  readonly now: Date
}

/** Refuses: `input.invalid`. */
export async function listRecords(
  db: Db,
  { memberId, currency, before, now }: RecordsWanted,
): Promise<Outcome<DataOf<'/currency-exchange/records'>>> {
  const cursor = cursorFrom(before)
  if (cursor === undefined) return refuse('input.invalid', { field: 'before' })
  const year = taipeiDate(now.getTime()).slice(0, 4)
  return inSnapshot(db, async (tx) => {
    const rows = await listQuotes(tx, memberId, currency ?? null, cursor, pageSize + 1)
    const page = rows.slice(0, pageSize)
    const last = page.at(-1)
    const sums =
      cursor === null ? await sumDeals(tx, memberId, new Date(taipeiMidnight(`${year}-01-01`))) : null
    return done({
      quotes: page.map((row) => showQuote(row, now)),
      next: last && rows.length > pageSize ? cursorAfter({ id: last.id, sentAt: last.quotedAt }) : null,
      year: sums && { year: Number(year), deals: sums.deals, spreadTwd: sums.spreadTwd.toString() },
    })
  })
}

/** Refuses: `request.not-found`, also for another member's quote. */
export const readOneQuote = (
  db: Db,
  memberId: string,
  quoteId: string,
  now: Date,
): Promise<Outcome<DataOf<'/currency-exchange/read'>>> =>
  inSnapshot(db, async (tx) => {
    const row = await readQuote(tx, quoteId)
    if (row?.memberId !== memberId) return refuse('request.not-found', { field: 'quoteId' })
    const own = member(memberId)
    const [payAvailable, getAvailable, entry] = await Promise.all([
      balanceOf(tx, own.available(row.pay)),
      balanceOf(tx, own.available(row.get)),
      row.entryId === null ? undefined : ownEntry(tx, memberId, row.entryId),
    ])
    return done({
      quote: showQuote(row, now),
      signed: showSigned(row),
      payAvailable: payAvailable.toString(),
      getAvailable: getAvailable.toString(),
      lines: entry === undefined ? [] : bothSides(row, entry.lines),
    })
  })

/** The member's lines as the ledger has them; the house's are the other side of each, or the entry would not balance. */
const bothSides = (
  { pay, get }: QuoteRow,
  lines: readonly { readonly asset: string; readonly amount: bigint }[],
) =>
  ([pay, get] as const).flatMap((currency) => {
    const amount = lines
      .filter(({ asset }) => asset === currency)
      .reduce((sum, line) => sum + line.amount, 0n)
    return [
      { owner: 'member' as const, currency, amount: amount.toString() },
      { owner: 'house' as const, currency, amount: (-amount).toString() },
    ]
  })
