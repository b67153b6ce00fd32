import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { mayQuoteBackup, stoppedNow } from '@fairlot/rules/currency-exchange'
import { type Proposed, type Proposing, proposeReview } from '#features/operators'
import type { Db } from '#platform/db'
import { refuse } from '#platform/outcome'
import { readRateRows } from '../store.ts'
import { currencyTerms } from '../terms.ts'
import type { BackupPayload } from './backup-payload.ts'

/** Refuses: `currency.backup-not-needed`, and those of a proposal. */
export async function proposeBackup(
  db: Db,
  { currency, reason }: ConsoleBodyOf<'/currency-exchange/proposeBackup'>,
  proposing: Proposing,
): Promise<Proposed> {
  const { now } = proposing
  const [rows, terms] = await Promise.all([readRateRows(db), currencyTerms(db, now)])
  const row = rows.find((each) => each.currency === currency)
  if (row === undefined || row.isBackup || !mayQuoteBackup(stoppedNow(row, terms, now)))
    return refuse('currency.backup-not-needed', { field: 'currency' })
  const payload: BackupPayload = {
    source: row.secondSource,
    mid: row.secondMid.toString(),
    minutes: terms.backupMinutes,
  }
  return proposeReview(db, { kind: 'currency-backup', subject: currency, payload, reason }, proposing)
}
