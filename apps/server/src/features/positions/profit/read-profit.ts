import type { DataOf } from '@fairlot/contract/routes'
import { addDays, taipeiMidnight } from '@fairlot/rules/calendar'
import { percentBp } from '@fairlot/rules/figures'
import { type Db, inSnapshot } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import {
  countClosed,
  readIndexChange,
  readWealthBefore,
  readWealthFrom,
  sumResults,
  type WealthDay,
} from './store.ts'

type Range = '7d' | '30d' | '90d' | '1y' | 'all'
type Profit = DataOf<'/positions/profit'>

const days: Readonly<Record<Exclude<Range, 'all'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** The benchmark index: all shares of the venue's main board. */
const market = 'LISTED'

/**
 * The stored daily closes, and the current state of today. A day on which the platform was down is missing and is not
 * reconstructed.
 */
export const readProfit = (
  db: Db,
  facts: MarketFacts,
  memberId: string,
  range: Range,
  now: Date,
): Promise<Profit> =>
  inSnapshot(db, async (tx) => {
    const account = await readAccount(tx, facts, memberId, now)
    const { date } = account.today
    const totals = await sumResults(tx, memberId)
    const asked = range === 'all' ? (totals.since ?? date) : addDays(date, -days[range])
    const written = await readWealthFrom(tx, memberId, asked)
    const before = await readWealthBefore(tx, memberId, asked)
    const { base, rows } = begin(before, written, totals.since, asked)
    const today: Point = {
      date,
      result: totals.realised + account.figures.unrealised,
    }
    const points = [...rows.filter((row) => row.date !== date).map(pointOf), today]
    const line = points.map((point) => ({ date: point.date, result: point.result - base.result }))
    const from = before ? asked : (rows[0]?.date ?? totals.since ?? date)
    const closed = await countClosed(tx, memberId, new Date(taipeiMidnight(from)))
    const index = await readIndexChange(tx, market, before?.date ?? addDays(from, -1))
    const result = line.at(-1)!.result
    return {
      from,
      realised: (totals.realised - base.realised).toString(),
      unrealised: account.figures.unrealised.toString(),
      costs: (totals.costs - base.costs).toString(),
      drawdown: drawdownOf(line.map((point) => point.result)).toString(),
      ...closed,
      line: line.map((point) => ({ date: point.date, result: point.result.toString() })),
      indexBp: index.then && index.now ? percentBp(BigInt(index.now - index.then), BigInt(index.then)) : null,
      resultBp: percentBp(result, account.figures.total - result),
      asOf: now.toISOString(),
    }
  })

interface Point {
  readonly date: string
  readonly result: bigint
}

const pointOf = ({ date, realised, unrealised }: WealthDay): Point => ({
  date,
  result: realised + unrealised,
})

const nothing = { result: 0n, realised: 0n, costs: 0n }

/**
 * The base of the line: the close before it; nothing when the member began within it; else the first stored day,
 * because the state before it is unknown.
 */
function begin(
  before: WealthDay | undefined,
  rows: readonly WealthDay[],
  since: string | null,
  asked: string,
): { readonly base: typeof nothing; readonly rows: readonly WealthDay[] } {
  const baseOf = (day: WealthDay) => ({
    result: day.realised + day.unrealised,
    realised: day.realised,
    costs: day.costs,
  })
  if (before) return { base: baseOf(before), rows }
  if (since === null || since >= asked || rows.length === 0) return { base: nothing, rows }
  return { base: baseOf(rows[0]!), rows }
}

/** The largest fall from a high; the line begins at zero. */
function drawdownOf(results: readonly bigint[]): bigint {
  let high = 0n
  let worst = 0n
  for (const result of results) {
    if (result > high) high = result
    if (result - high < worst) worst = result - high
  }
  return worst
}
