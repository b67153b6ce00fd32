import type { DataOf } from '@fairlot/contract/routes'
import { balancesOf } from '@fairlot/ledger'
import { type Currency, isCurrency } from '@fairlot/money'
import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import { stoppedNow } from '@fairlot/rules/currency-exchange'
import { type Db, inSnapshot } from '#platform/db'
import { readPoints, readRateRows, readRunningBackups } from './store.ts'
import { currencyTerms } from './terms.ts'

export const readRates = (db: Db, memberId: string, now: Date): Promise<DataOf<'/currency-exchange/rates'>> =>
  inSnapshot(db, async (tx) => {
    const [rows, terms, balances, backups] = await Promise.all([
      readRateRows(tx),
      currencyTerms(tx, now),
      balancesOf(tx, memberId),
      readRunningBackups(tx),
    ])
    return {
      rates: rows.map((row) => ({
        currency: row.currency,
        mid: row.mid.toString(),
        source: row.source,
        isSimulated: row.isSimulated,
        at: row.readAt.toISOString(),
        stopped: stoppedNow(row, terms, now),
        backupUntil: backups.find(({ reviewId }) => reviewId === row.backupId)?.until.toISOString() ?? null,
      })),
      min: String(terms.min),
      max: String(terms.max),
      quoteSeconds: terms.quoteSeconds,
      spreadBps: terms.spread,
      available: balances.flatMap(({ asset, kind, amount }) =>
        kind === 'available' && isCurrency(asset) ? [{ currency: asset, amount: amount.toString() }] : [],
      ),
      now: now.toISOString(),
    }
  })

export const startOfDay = (now: Date): Date => new Date(taipeiMidnight(taipeiDate(now.getTime())))

export async function readHistory(
  db: Db,
  currency: Currency,
  now: Date,
): Promise<DataOf<'/currency-exchange/history'>> {
  const points = await readPoints(db, startOfDay(now), currency)
  return { points: points.map(({ at, mid }) => ({ at: at.toISOString(), mid: mid.toString() })) }
}
