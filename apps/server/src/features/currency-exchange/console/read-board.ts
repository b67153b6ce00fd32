import type { StopReason } from '@fairlot/contract/currency-exchange'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { balanceOf, houseAccounts } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'
import { dayMs } from '@fairlot/rules/calendar'
import { type Mids, stoppedNow, twdOf } from '@fairlot/rules/currency-exchange'
import { memberNumber } from '@fairlot/rules/members'
import { readOpenProposals, showProposal } from '#features/operators'
import { type Db, inSnapshot } from '#platform/db'
import { startOfDay } from '../read-rates.ts'
import { readPoints, readRateRows, type RateRow } from '../store.ts'
import { currencyTerms } from '../terms.ts'
import { checkToday, readLatestDeals, readNumberedBackups, readRateEvents, sumToday } from './store.ts'

type Board = ConsoleDataOf<'/currency-exchange/board'>
type Event = ConsoleDataOf<'/currency-exchange/events'>['events'][number]

const shownDeals = 20

export const readBoard = (db: Db, now: Date): Promise<Board> =>
  inSnapshot(db, async (tx) => {
    const since = startOfDay(now)
    const [rows, terms, points, sums, deals, today, backups, open] = await Promise.all([
      readRateRows(tx),
      currencyTerms(tx, now),
      readPoints(tx, since, null),
      sumToday(tx, since),
      readLatestDeals(tx, shownDeals),
      checkToday(tx, since),
      readNumberedBackups(tx),
      readOpenProposals(tx, ['currency-backup']),
    ])
    const mids: Mids = new Map(rows.map(({ currency, mid }) => [currency, mid]))
    const positions = new Map<Currency, bigint>()
    for (const { currency } of rows) positions.set(currency, await balanceOf(tx, houseAccounts.fx(currency)))
    return {
      rates: rows.map((row) => {
        const position = positions.get(row.currency)!
        const backup = backups.find(({ currency }) => currency === row.currency)
        const proposal = open.find(({ subject }) => subject === row.currency)
        return {
          currency: row.currency,
          ...sidesOf(row),
          isBackup: row.isBackup,
          backup:
            backup === undefined
              ? null
              : { reviewId: backup.reviewId, number: backup.number, until: backup.until.toISOString() },
          proposal: proposal ? showProposal(proposal) : null,
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
        backupMinutes: terms.backupMinutes,
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

/** While the second source is quoted alone, a row has the sources in each other's place. */
const sidesOf = (row: RateRow): Pick<Board['rates'][number], 'first' | 'second'> => {
  const quoted = { source: row.source, mid: row.mid.toString(), at: row.readAt.toISOString() }
  const compared = {
    source: row.secondSource,
    mid: row.secondMid.toString(),
    at: row.secondReadAt.toISOString(),
  }
  return row.isBackup ? { first: compared, second: quoted } : { first: quoted, second: compared }
}

/** Of the last seven days, newest first. */
export async function readEvents(db: Db, currency: Currency, now: Date): Promise<Event[]> {
  const rows = await readRateEvents(db, currency, new Date(now.getTime() - 7 * dayMs))
  return rows.map(({ action, details, at }) => ({
    what: action.slice('currency-exchange.'.length) as Event['what'],
    why: (details['why'] as StopReason | undefined) ?? null,
    mid: String(details['mid']),
    at: at.toISOString(),
  }))
}
