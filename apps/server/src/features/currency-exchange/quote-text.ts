import { sign } from 'node:crypto'
import { formatRate } from '@fairlot/rules/currency-exchange'
import type { Secrets } from '#platform/secrets'
import type { QuoteRow } from './store.ts'

/** What the platform signs. Nothing in it ever changes, so it can be written again from the row. */
export const quoteText = (quote: Omit<QuoteRow, 'keyId' | 'signature' | 'dealtAt' | 'entryId'>): string => {
  const counter = quote.base === quote.pay ? quote.get : quote.pay
  const rate = (value: bigint): string => `1 ${quote.base} = ${formatRate(value)} ${counter}`
  return [
    'fairlot exchange quote v1',
    `quote ${quote.id}`,
    `member ${quote.memberId}`,
    `pay ${quote.payAmount} ${quote.pay}`,
    `get ${quote.getAmount} ${quote.get}`,
    `rate ${rate(quote.rate)}`,
    `mid ${rate(quote.mid)}`,
    `spread ${quote.spreadBps} ${quote.spread} ${quote.get}`,
    `source ${quote.source} ${quote.isSimulated ? 'simulated' : 'published'} ${quote.rateAt.toISOString()}`,
    `from ${quote.quotedAt.toISOString()}`,
    `until ${quote.signedUntil.toISOString()}`,
    '',
  ].join('\n')
}

export function signQuote(secrets: Secrets, text: string): { keyId: string; signature: string } {
  const { keyId, privateKey } = secrets.auditKey()
  return { keyId, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}
