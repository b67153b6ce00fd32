import type { StopReason } from '@fairlot/contract/currency-exchange'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { balanceOf, houseAccounts } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'
import { dayMs } from '@fairlot/rules/calendar'
import { type Mids, stoppedNow, twdOf } from '@fairlot/rules/currency-exchange'
import { memberNumber } from '@fairlot/rules/members'
import { type Db, inSnapshot } from '#platform/db'
import { startOfDay } from '../read-rates.ts'
import { readPoints, readRateRows } from '../store.ts'
import { currencyTerms } from '../terms.ts'
import { checkToday, readLatestDeals, readRateEvents, sumToday } from './store.ts'

type Board = ConsoleDataOf<'/currency-exchange/board'>

const shownDeals = 20

export const readBoard = (db: Db, now: Date): Promise<Board> =>
  inSnapshot(db, async (tx) => {
    const since = startOfDay(now)
    const [rows, terms, points, sums, deals, today] = await Promise.all([
      readRateRows(tx),
      currencyTerms(tx, now),
      readPoints(tx, since, null),
      sumToday(tx, since),
      readLatestDeals(tx, shownDeals),
      checkToday(tx, since),
    ])
    const mids: Mids = new Map(rows.map(({ currency, mid }) => [currency, mid]))
    const positions = new Map<Currency, bigint>()
    for (const { currency } of rows) positions.set(currency, await balanceOf(tx, houseAccounts.fx(currency)))
    return {
      rates: rows.map((row) => {
        const position = positions.get(row.currency)!
        return {
          currency: row.currency,
          first: { source: row.source, mid: row.mid.toString(), at: row.readAt.toISOString() },
          second: {
            source: row.secondSource,
            mid: row.secondMid.toString(),
            at: row.secondReadAt.toISOString(),
          },
          publishedAt: row.publishedAt.toISOString(),
          isSimulated: row.isSimulated,
          stopped: stoppedNow(row, terms, now),
          since: row.since.toISOString(),
          good: row.good,
          position: position.toString(),
          positionTwd: twdOf(mids, row.currency, position)!.toString(),
          todayTwd: (sums.get(row.currency) ?? 0n).toString(),
          points: points.filter(({ currency }) => currency === row.currency).map(({ mid }) => mid.toString()),
        }
      }),
      terms: {
        spreadBps: terms.spread,
        staleSeconds: terms.staleSeconds,
        deviationBps: terms.deviation,
        resumeReadings: terms.resumeReadings,
        positionLimit: String(terms.positionLimit),
      },
      deals: deals.map(({ id, memberId, dealtAt, quotedAt, ...deal }) => ({
        ...deal,
        quoteId: id,
        member: { memberId, number: memberNumber(memberId) },
        payAmount: deal.payAmount.toString(),
        getAmount: deal.getAmount.toString(),
        rate: deal.rate.toString(),
        spread: deal.spread.toString(),
        dealtAt: dealtAt.toISOString(),
        seconds: Math.floor((dealtAt.getTime() - quotedAt.getTime()) / 1_000),
      })),
      today,
      now: now.toISOString(),
    }
  })

/** Of the last seven days, newest first. */
export async function readEvents(
  db: Db,
  currency: Currency,
  now: Date,
): Promise<ConsoleDataOf<'/currency-exchange/events'>['events']> {
  const rows = await readRateEvents(db, currency, new Date(now.getTime() - 7 * dayMs))
  return rows.map(({ action, details, at }) => ({
    what: action === 'currency-exchange.stopped' ? ('stopped' as const) : ('resumed' as const),
    why: (details['why'] as StopReason | undefined) ?? null,
    mid: String(details['mid']),
    at: at.toISOString(),
  }))
}
