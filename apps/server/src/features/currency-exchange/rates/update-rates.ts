import { type Currency, currencies } from '@fairlot/money'
import { type CurrencyTerms, judgeReading } from '@fairlot/rules/currency-exchange'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Log } from '#platform/log'
import { type BackupRow, lockQuotes, type RateRow, readRateRows, readRunningBackups } from '../store.ts'
import { currencyTerms } from '../terms.ts'
import { readSide, type Side, type SideRate } from './read-side.ts'
import type { RateSource } from './source.ts'
import { endBackup, writePoint, writeRate } from './store.ts'

/** The two sides that must agree. */
export interface RateSources {
  readonly first: readonly RateSource[]
  readonly second: readonly RateSource[]
}

/** Reads both sides and decides for every currency whether it is quoted. Returns how many are. */
export async function updateRates(db: Db, sources: RateSources, log: Log, now: Date): Promise<number> {
  const [first, second] = await Promise.all([
    readSide(sources.first, log, now),
    readSide(sources.second, log, now),
  ])
  return db.transaction(async (tx) => {
    await lockQuotes(tx)
    const [rows, terms, backups] = await Promise.all([
      readRateRows(tx),
      currencyTerms(tx, now),
      readRunningBackups(tx),
    ])
    let quoting = 0
    for (const currency of currencies) {
      if (currency === 'TWD') continue
      const before = rows.find((row) => row.currency === currency)
      const backup = backups.find((each) => each.currency === currency)
      const after = judge(currency, before, { first, second, backup }, terms, now)
      if (after === undefined) continue
      if (after.stopped === null) quoting += 1
      if (after !== before) await write(tx, before, after, now)
      if (backup !== undefined) await endOver(tx, backup, before, after, now)
    }
    return quoting
  })
}

interface Sides {
  readonly first: Side
  readonly second: Side
  readonly backup: BackupRow | undefined
}

function judge(
  currency: Currency,
  before: RateRow | undefined,
  { first, second, backup }: Sides,
  terms: CurrencyTerms,
  now: Date,
): RateRow | undefined {
  const [one, other] = [first.get(currency), second.get(currency)]
  // The operators decided about the source that they saw, and no other.
  const mayUseBackup =
    backup !== undefined && now < backup.until && (other === undefined || other.source === backup.source)
  const reading = { first: one?.mid, second: other?.mid, at: now, mayUseBackup }
  const state = judgeReading(before, reading, terms)
  if (state === undefined || state === before) return before
  // Without a reading nothing but the state changes; a side without a rate keeps what it said last.
  const known = sourcesOf(before, one, other)
  const [quoted, compared] = state.isBackup ? [known.second, known.first] : [known.first, known.second]
  return {
    ...state,
    currency,
    source: quoted.source,
    publishedAt: quoted.publishedAt,
    isSimulated: quoted.isSimulated,
    secondSource: compared.source,
    since: before !== undefined && before.stopped === state.stopped ? before.since : now,
    backupId: state.isBackup ? backup!.reviewId : null,
  }
}

type Known = Pick<SideRate, 'source' | 'publishedAt' | 'isSimulated'>

/** What is known of both sides. A row keeps the time of publishing of the side that it quotes only. */
function sourcesOf(
  before: RateRow | undefined,
  one: Known | undefined,
  other: Known | undefined,
): { readonly first: Known; readonly second: Known } {
  const quoted = before && { ...before }
  const compared = before && { ...before, source: before.secondSource }
  const [first, second] = before?.isBackup ? [compared, quoted] : [quoted, compared]
  return { first: one ?? first!, second: other ?? second! }
}

const pointMs = 5 * 60_000
const slotOf = (at: Date): number => at.getTime() - (at.getTime() % pointMs)

async function write(tx: Tx, before: RateRow | undefined, after: RateRow, now: Date): Promise<void> {
  await writeRate(tx, after)
  const { currency, mid, stopped } = after
  const slot = slotOf(now)
  if (stopped === null && (before === undefined || slotOf(before.readAt) < slot)) {
    await writePoint(tx, currency, new Date(slot), mid)
  }
  if (before === undefined || (before.stopped === null) === (stopped === null)) return
  await recordAudit(tx, {
    action: stopped === null ? 'currency-exchange.resumed' : 'currency-exchange.stopped',
    actor: 'system',
    subject: `currency:${currency}`,
    details: { mid: mid.toString(), ...(stopped === null ? {} : { why: stopped }) },
    requestId: newId(now.getTime()),
  })
}

/** The first source agrees again, or the time is over: from now on both must agree, and another decision is needed. */
async function endOver(
  tx: Tx,
  backup: BackupRow,
  before: RateRow | undefined,
  after: RateRow,
  now: Date,
): Promise<void> {
  const agrees = before?.isBackup === true && !after.isBackup
  if (!agrees && now < backup.until) return
  await endBackup(tx, backup.reviewId, now)
  await recordAudit(tx, {
    action: 'currency-exchange.backup-ended',
    actor: 'system',
    subject: `currency:${backup.currency}`,
    details: { reviewId: backup.reviewId, source: backup.source, mid: after.mid.toString() },
    requestId: newId(now.getTime()),
  })
}
