import { currencies } from '@fairlot/money'
import { type CurrencyTerms, judgeReading } from '@fairlot/rules/currency-exchange'
import { recordAudit } from '#features/audit'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Log } from '#platform/log'
import { lockQuotes, type RateRow, readRateRows } from '../store.ts'
import { currencyTerms } from '../terms.ts'
import { readSide, type Side } from './read-side.ts'
import type { RateSource } from './source.ts'
import { writePoint, writeRate } from './store.ts'

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
    const [rows, terms] = await Promise.all([readRateRows(tx), currencyTerms(tx, now)])
    let quoting = 0
    for (const currency of currencies) {
      if (currency === 'TWD') continue
      const before = rows.find((row) => row.currency === currency)
      const after = judge(currency, before, first, second, terms, now)
      if (after === undefined) continue
      if (after.stopped === null) quoting += 1
      if (after !== before) await write(tx, before, after, now)
    }
    return quoting
  })
}

function judge(
  currency: RateRow['currency'],
  before: RateRow | undefined,
  first: Side,
  second: Side,
  terms: CurrencyTerms,
  now: Date,
): RateRow | undefined {
  const [one, other] = [first.get(currency), second.get(currency)]
  const state = judgeReading(before, { first: one?.mid, second: other?.mid, at: now }, terms)
  if (state === undefined || state === before) return before
  // Without a first rate nothing but the state changes; a side without a rate keeps what it said last.
  return {
    ...state,
    currency,
    source: one?.source ?? before!.source,
    publishedAt: one?.publishedAt ?? before!.publishedAt,
    isSimulated: one?.isSimulated ?? before!.isSimulated,
    secondSource: other?.source ?? before!.secondSource,
    since: before !== undefined && before.stopped === state.stopped ? before.since : now,
  }
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
