// What the platform signs of a quote. The server writes it, and the phone writes it again from what it shows: a screen that shows
// anything else than was signed offers no exchange.

import type { Currency } from '@fairlot/money'
import { formatRate } from './convert.ts'

/** Amounts and rates in digits, times in ISO 8601 in UTC with milliseconds. */
export interface QuoteTerms {
  readonly quoteId: string
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: string
  readonly getAmount: string
  readonly base: Currency
  readonly rate: string
  readonly mid: string
  readonly spreadBps: number
  readonly spread: string
  readonly source: string
  readonly isSimulated: boolean
  readonly rateAt: string
  readonly quotedAt: string
}

/** Nothing in it ever changes, so it can be written again at any time. */
export const quoteText = (
  quote: QuoteTerms,
  { memberId, until }: { readonly memberId: string; readonly until: string },
): string => {
  const counter = quote.base === quote.pay ? quote.get : quote.pay
  const rate = (value: string): string => `1 ${quote.base} = ${formatRate(BigInt(value))} ${counter}`
  return [
    'fairlot exchange quote v1',
    `quote ${quote.quoteId}`,
    `member ${memberId}`,
    `pay ${quote.payAmount} ${quote.pay}`,
    `get ${quote.getAmount} ${quote.get}`,
    `rate ${rate(quote.rate)}`,
    `mid ${rate(quote.mid)}`,
    `spread ${quote.spreadBps} ${quote.spread} ${quote.get}`,
    `source ${quote.source} ${quote.isSimulated ? 'simulated' : 'published'} ${quote.rateAt}`,
    `from ${quote.quotedAt}`,
    `until ${until}`,
    '',
  ].join('\n')
}

/** True when the signed text says what is shown. A later quote may end this one before its signed time, never after. */
export function quoteSays(text: string, quote: QuoteTerms & { readonly expiresAt: string }): boolean {
  const memberId = /^member (\S+)$/m.exec(text)?.[1]
  const until = /^until (\S+)$/m.exec(text)?.[1]
  if (memberId === undefined || until === undefined) return false
  return quoteText(quote, { memberId, until }) === text && quote.expiresAt <= until
}
