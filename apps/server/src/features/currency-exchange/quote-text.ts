import { sign } from 'node:crypto'
import { quoteText } from '@fairlot/rules/currency-exchange'
import type { Secrets } from '#platform/secrets'
import type { QuoteRow } from './store.ts'

/** What the platform signs, written from the row. */
export const textOfRow = (row: Omit<QuoteRow, 'keyId' | 'signature' | 'dealtAt' | 'entryId'>): string =>
  quoteText(
    {
      ...row,
      quoteId: row.id,
      payAmount: row.payAmount.toString(),
      getAmount: row.getAmount.toString(),
      rate: row.rate.toString(),
      mid: row.mid.toString(),
      spread: row.spread.toString(),
      rateAt: row.rateAt.toISOString(),
      quotedAt: row.quotedAt.toISOString(),
    },
    { memberId: row.memberId, until: row.signedUntil.toISOString() },
  )

export function signQuote(secrets: Secrets, text: string): { keyId: string; signature: string } {
  const { keyId, privateKey } = secrets.auditKey()
  return { keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}
