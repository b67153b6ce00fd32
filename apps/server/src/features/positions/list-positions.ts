import type { DataOf } from '@fairlot/contract/routes'
import { member, sumsSince } from '@fairlot/ledger'
import { sessionHours } from '@fairlot/rules/calendar'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readToday, securedOf } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { showPosition } from './show-position.ts'
import {
  type ClosedWanted,
  type Product,
  readClosedHoldings,
  readOpenHoldings,
  sumRealisedBetween,
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
  const month = wanted.month === undefined ? undefined : monthOf(facts, wanted.month)
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
      from: month?.began ?? null,
      until: month?.ended ?? null,
      before: wanted.before ?? null,
      limit: pageSize + 1,
    }
    const rows = await readClosedHoldings(tx, memberId, closed)
    const page = rows.slice(0, pageSize)
    return done({
      positions: page.map((row) => showPosition(row, today, account)),
      totals: month === undefined ? null : await sumMonth(tx, memberId, month, wanted),
      next: rows.length > pageSize ? page.at(-1)!.positionId : null,
    })
  })
}

/**
 * The month's realised result as a sum: price differences less costs less interest. By trading days, partial closes
 * included. Interest is what the ledger shows as paid, at a close or by hand.
 */
async function sumMonth(tx: Tx, memberId: string, month: Month, { product, dayTrade }: PositionsWanted) {
  const closed = await sumRealisedBetween(tx, memberId, { ...month, product, dayTrade })
  // Interest paid by hand belongs to no fill; a filtered list shows only its own fills.
  const isWhole = product === undefined && dayTrade === undefined
  const paid = isWhole ? await interestPaid(tx, memberId, month) : { byHand: 0n, all: 0n }
  const realised = closed.realised - paid.byHand
  return {
    gross: closed.gross.toString(),
    costs: (closed.gross - realised - paid.all).toString(),
    interest: paid.all.toString(),
    realised: realised.toString(),
    count: closed.count,
  }
}

async function interestPaid(tx: Tx, memberId: string, { began, ended }: Month) {
  const account = member(memberId).interest('TWD')
  const [since, after] = [await sumsSince(tx, account, began), await sumsSince(tx, account, ended)]
  const between = (event: string): bigint => (since.get(event) ?? 0n) - (after.get(event) ?? 0n)
  const byHand = between('margin.top-up')
  return { byHand, all: byHand + between('trade.close-long') }
}

interface Month {
  /** Trading days, the end excluded. */
  readonly from: string
  readonly until: string
  readonly began: Date
  readonly ended: Date
}

/** The trading days of a month, as `2026-07`, from the roll of its first day; null for anything else. */
function monthOf({ calendar }: MarketFacts, text: string): Month | null {
  if (!/^20\d\d-(0[1-9]|1[0-2])$/.test(text)) return null
  const [year, month] = text.split('-').map(Number) as [number, number]
  const next = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`
  const [from, until] = [`${text}-01`, `${next}-01`]
  const begins = (date: string): Date => new Date(sessionHours(calendar, date).openingCallAt)
  return { from, until, began: begins(from), ended: begins(until) }
}

const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
