import { type Currency, isCurrency } from '@fairlot/money'
import { formatRate, mayQuoteBackup, stoppedNow } from '@fairlot/rules/currency-exchange'
import { recordAudit } from '#features/audit'
import type { ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import { backupPayload } from './console/backup-payload.ts'
import { beginBackup } from './rates/store.ts'
import { lockQuotes, type RateRow, readRateRows } from './store.ts'
import { currencyTerms } from './terms.ts'

const rowOf = async (tx: Tx, currency: string): Promise<RateRow | undefined> =>
  (await readRateRows(tx)).find((row) => row.currency === currency)

const currencyOf = (subject: string): Currency => {
  if (!isCurrency(subject))
    throw new Error(`the subject of a currency-backup review is ${subject}, which is no currency`)
  return subject
}

const minuteMs = 60_000

/** The subject of the review is the currency. The worker quotes the second source alone with its next reading. */
export const currencyExchangeReviews = (): readonly ReviewKindHandler[] => [
  {
    kind: 'currency-backup',
    async describe(tx, { subject, payload, openedAt }) {
      const { source, mid, minutes } = backupPayload.parse(payload)
      const [row, terms] = await Promise.all([rowOf(tx, subject), currencyTerms(tx, openedAt)])
      return {
        facts: [
          { code: 'rates.currency', value: currencyOf(subject) },
          { code: 'rates.backup', value: source },
          { code: 'rates.proposed-at', value: formatRate(BigInt(mid)) },
          { code: 'rates.backup-now', value: row === undefined ? '—' : formatRate(row.secondMid) },
          { code: 'rates.last', value: row === undefined ? '—' : formatRate(row.mid) },
          { code: 'rates.minutes', value: String(minutes) },
        ],
        checks: [
          {
            ok: row !== undefined && !row.isBackup && mayQuoteBackup(stoppedNow(row, terms, openedAt)),
            code: 'rates.still-stopped',
            value: row?.stopped ?? '',
          },
          {
            ok: row?.secondSource === source,
            code: 'rates.same-source',
            value: row?.secondSource ?? '',
          },
        ],
        effects: ['rates.backup-quoted', 'rates.not-compared', 'rates.ends-by-itself'],
      }
    },
    async execute(tx, { subject, reviewId, payload }, { now, requestId }) {
      const { source, minutes } = backupPayload.parse(payload)
      // The reading of the rates decides under the same lock.
      await lockQuotes(tx)
      const [row, terms] = await Promise.all([rowOf(tx, subject), currencyTerms(tx, now)])
      const isNeeded = row !== undefined && !row.isBackup && mayQuoteBackup(stoppedNow(row, terms, now))
      if (!isNeeded || row.secondSource !== source) return 'superseded'
      const until = new Date(now.getTime() + minutes * minuteMs)
      if (!(await beginBackup(tx, reviewId, now))) return 'superseded'
      await recordAudit(tx, {
        action: 'currency-exchange.backup-began',
        actor: 'system',
        subject: `currency:${currencyOf(subject)}`,
        details: { reviewId, source, until: until.toISOString(), mid: row.secondMid.toString() },
        requestId,
      })
      return 'passed'
    },
    onRejected: () => Promise.resolve(),
  },
]
