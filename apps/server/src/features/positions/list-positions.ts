import type { DataOf } from '@fairlot/contract/routes'
import { taipeiMidnight } from '@fairlot/rules/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readToday, securedOf } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { showPosition } from './show-position.ts'
import {
  type ClosedWanted,
  type Product,
  readClosedHoldings,
  readOpenHoldings,
  sumClosedHoldings,
} from './store.ts'

const pageSize = 30

export interface PositionsWanted {
  readonly which: 'open' | 'closed'
  readonly product?: Product | undefined
  readonly dayTrade?: boolean | undefined
  readonly month?: string | undefined
  readonly before?: string | undefined
}

type Listed = Outcome<DataOf<'/positions/listPositions'>>

/** Newest first. Refuses: `input.invalid`. */
export function listPositions(
  db: Db,
  facts: MarketFacts,
  memberId: string,
  wanted: PositionsWanted,
  now: Date,
): Promise<Listed> {
  if (wanted.before !== undefined && !isId(wanted.before)) {
    return Promise.resolve(refuse('input.invalid', { field: 'before' }))
  }
  const month = wanted.month === undefined ? undefined : monthOf(wanted.month)
  if (month === null) return Promise.resolve(refuse('input.invalid', { field: 'month' }))
  return inSnapshot(db, async (tx): Promise<Listed> => {
    const today = await readToday(tx, facts, now)
    // A member has few open positions, and each call price depends on the others: all are read and paged here.
    const open = await readOpenHoldings(tx, memberId)
    const account = open.map(securedOf)
    if (wanted.which === 'open') {
      const { product, dayTrade, before } = wanted
      const rows = open.filter(
        (row) =>
          (product === undefined || row.product === product) &&
          (dayTrade === undefined || row.dayTrade === dayTrade),
      )
      const from = before === undefined ? 0 : rows.findIndex(({ positionId }) => positionId === before) + 1
      const page = rows.slice(from, from + pageSize)
      return done({
        positions: page.map((row) => showPosition(row, today, account)),
        totals: null,
        next: rows.length > from + pageSize ? page.at(-1)!.positionId : null,
      })
    }
    const closed: ClosedWanted = {
      product: wanted.product,
      dayTrade: wanted.dayTrade,
      from: month?.from ?? null,
      until: month?.until ?? null,
      before: wanted.before ?? null,
      limit: pageSize + 1,
    }
    const rows = await readClosedHoldings(tx, memberId, closed)
    const page = rows.slice(0, pageSize)
    return done({
      positions: page.map((row) => showPosition(row, today, account)),
      totals: month === undefined ? null : shownTotals(await sumClosedHoldings(tx, memberId, closed)),
      next: rows.length > pageSize ? page.at(-1)!.positionId : null,
    })
  })
}

const shownTotals = (totals: Awaited<ReturnType<typeof sumClosedHoldings>>) => ({
  gross: (totals.realised + totals.costs + totals.interest).toString(),
  costs: totals.costs.toString(),
  interest: totals.interest.toString(),
  realised: totals.realised.toString(),
  count: totals.count,
})

/** A month in Taipei, as `2026-07`; null for anything else. */
function monthOf(text: string): { readonly from: Date; readonly until: Date } | null {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) return null
  const [year, month] = text.split('-').map(Number) as [number, number]
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  return { from: new Date(taipeiMidnight(`${text}-01`)), until: new Date(taipeiMidnight(`${next}-01`)) }
}

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
