import type { QuoteState } from '@fairlot/contract/currency-exchange'
import type { DataOf } from '@fairlot/contract/routes'
import { textOfRow } from './quote-text.ts'
import type { QuoteRow } from './store.ts'

type ShownQuote = DataOf<'/currency-exchange/read'>['quote']

const stateOf = ({ dealtAt, expiresAt }: QuoteRow, now: Date): QuoteState =>
  dealtAt !== null ? 'dealt' : now < expiresAt ? 'open' : 'expired'

export const showQuote = (row: QuoteRow, now: Date): ShownQuote => ({
  quoteId: row.id,
  pay: row.pay,
  get: row.get,
  payAmount: row.payAmount.toString(),
  getAmount: row.getAmount.toString(),
  base: row.base,
  rate: row.rate.toString(),
  mid: row.mid.toString(),
  spreadBps: row.spreadBps,
  spread: row.spread.toString(),
  spreadTwd: row.spreadTwd.toString(),
  source: row.source,
  isSimulated: row.isSimulated,
  rateAt: row.rateAt.toISOString(),
  quotedAt: row.quotedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  state: stateOf(row, now),
  dealtAt: row.dealtAt?.toISOString() ?? null,
  entryId: row.entryId,
})

export const showSigned = (row: QuoteRow): DataOf<'/currency-exchange/read'>['signed'] => ({
  text: textOfRow(row),
  keyId: row.keyId,
  signature: row.signature,
})
