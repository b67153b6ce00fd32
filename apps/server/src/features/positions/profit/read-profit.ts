import type { DataOf } from '@fairlot/contract/routes'
import { addDays, previousTradingDay, taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import {
  beginOf,
  curveOf,
  type DayEnd,
  nothingYet,
  percentBp,
  periodOf,
  standingOf,
} from '@fairlot/rules/figures'
import { readClosures } from '#features/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { readAccount } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { readDay } from '../read-day.ts'
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
 * The stored day ends, and the end of the last day, which is the beginning of today. An earlier day on which the platform
 * was down is missing and is not reconstructed: the next one has its result. The curve counts from the day end before
 * it; from nothing when the member joined within it; else from the first day end that is known.
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
    const today = account.today.date
    const totals = await sumResults(tx, memberId)
    const ended: DayEnd = {
      date: previousTradingDay(facts.calendar, await readClosures(tx), today),
      ...beginOf(standingOf(account.figures, totals), await readDay(tx, facts, memberId, account)),
    }
    const joined = taipeiDate((await readJoined(tx, memberId)).getTime())
    const asked = range === 'all' ? '0001-01-01' : addDays(today, -days[range])
    const stored = (await readWealthFrom(tx, memberId, asked)).filter(({ date }) => date < ended.date)
    const before = await readWealthBefore(tx, memberId, asked)
    const known = { ...ended, costs: totals.costs }
    const base = before ?? (joined >= asked ? { ...nothingYet, costs: 0n } : (stored[0] ?? known))
    // A member who joined today had nothing when it began.
    const ends = [...(before ? [before] : []), ...stored, ...(isNothing(ended) ? [] : [ended])]
    const points = curveOf(base, ends)
    const period = periodOf(base, ended)
    const from = before ? asked : (points[0]?.date ?? today)
    const closed = await countClosed(tx, memberId, new Date(taipeiMidnight(from)))
    const index = await readIndexChange(tx, market, before?.date ?? addDays(from, -1))
    return {
      from,
      today,
      opening: period.opening.toString(),
      before: {
        paidIn: period.paidIn.toString(),
        profit: period.profit.toString(),
        realised: period.realised.toString(),
        unrealised: period.unrealised.toString(),
        rebates: period.rebates.toString(),
        currency: period.currency.toString(),
      },
      costs: (totals.costs - base.costs).toString(),
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

const isNothing = ({ total, paidIn, realised, rebates, currency }: DayEnd): boolean =>
  [total, paidIn, realised, rebates, currency].every((amount) => amount === 0n)
