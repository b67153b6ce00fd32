import type { DataOf } from '@fairlot/contract/routes'
import { addDays, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { curveOf, drawdownOf, nothingYet, percentBp, periodOf, standingOf } from '@fairlot/rules/figures'
import { type Db, inSnapshot } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import {
  countClosed,
  readIndexChange,
  readJoined,
  readWealthBefore,
  readWealthFrom,
  sumResults,
} from './store.ts'

type Range = '7d' | '30d' | '90d' | '1y' | 'all'
type Profit = DataOf<'/positions/profit'>

const days: Readonly<Record<Exclude<Range, 'all'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 }

/** The benchmark index: all shares of the venue's main board. */
const market = 'LISTED'

/**
 * The stored day ends, and the current state of today. A day on which the platform was down is missing and is not
 * reconstructed: the next one has its result. The curve counts from the day end before it; from nothing when the member
 * joined within it; else from the first stored day, because the state before it is unknown.
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
    const joined = taipeiDate((await readJoined(tx, memberId)).getTime())
    const asked = range === 'all' ? '0001-01-01' : addDays(date, -days[range])
    const stored = await readWealthFrom(tx, memberId, asked)
    const before = await readWealthBefore(tx, memberId, asked)
    const written = stored.filter((row) => row.date !== date)
    const today = { date, costs: totals.costs, ...standingOf(account.figures, totals) }
    const base = before ?? (joined >= asked ? { ...nothingYet, costs: 0n } : (written[0] ?? today))
    const points = curveOf(base, [...(before ? [before] : []), ...written, today])
    const period = periodOf(base, today)
    const from = before ? asked : points[0]!.date
    const closed = await countClosed(tx, memberId, new Date(taipeiMidnight(from)))
    const index = await readIndexChange(tx, market, before?.date ?? addDays(from, -1))
    return {
      from,
      opening: period.opening.toString(),
      paidIn: period.paidIn.toString(),
      profit: period.profit.toString(),
      profitBp: period.profitBp,
      realised: period.realised.toString(),
      unrealised: period.unrealised.toString(),
      rebates: period.rebates.toString(),
      total: period.total.toString(),
      costs: (totals.costs - base.costs).toString(),
      drawdown: drawdownOf(points).toString(),
      ...closed,
      line: points.map((point) => ({
        date: point.date,
        total: point.total.toString(),
        paidIn: point.paidIn.toString(),
        profit: point.profit.toString(),
        result: point.result.toString(),
      })),
      indexBp: index.then && index.now ? percentBp(BigInt(index.now - index.then), BigInt(index.then)) : null,
      asOf: now.toISOString(),
    }
  })
