import type { DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { CurrencyExchangeDeps } from './deps.ts'
import { exchangeEntry } from './postings.ts'
import { showQuote } from './show-quote.ts'
import { readQuote, useQuote } from './store.ts'

export interface Dealing {
  readonly memberId: string
  readonly quoteId: string
  readonly now: Date
  readonly requestId: string
}

/**
 * Both legs in one entry, at the quote and at nothing else. Refuses in this order: not found, used, expired, balance. Of
 * two at the same time one is refused: the database writes a quote's use once, and the refusal takes the posting back.
 */
export async function dealQuote(
  tx: Tx,
  deps: Pick<CurrencyExchangeDeps, 'bus' | 'subjects'>,
  { memberId, quoteId, now, requestId }: Dealing,
): Promise<Outcome<DataOf<'/currency-exchange/deal'>>> {
  const quote = await readQuote(tx, quoteId)
  if (quote?.memberId !== memberId) return refuse('request.not-found', { field: 'quoteId' })
  if (quote.dealtAt !== null) return refuse('currency.quote-used')
  if (now >= quote.expiresAt) return refuse('currency.quote-expired')
  const posted = await post(tx, exchangeEntry(quote, now))
  if (!posted.ok) {
    if (posted.reason === 'insufficient') return refuse('balance.insufficient')
    throw new Error(`quote ${quoteId}: the ledger refused its entry: ${posted.reason}`)
  }
  if (posted.replayed) return refuse('currency.quote-used')
  const { entryId } = posted
  if (!(await useQuote(tx, { id: quoteId, memberId, entryId, at: now })))
    return refuse('currency.quote-expired')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'currency-exchange.dealt',
    actor: `member:${memberId}`,
    subject: `currency-quote:${quoteId}`,
    now: { state: 'dealt' },
    details: {
      pay: `${quote.payAmount} ${quote.pay}`,
      get: `${quote.getAmount} ${quote.get}`,
      rate: quote.rate.toString(),
      mid: quote.mid.toString(),
      entryId,
    },
    event: { kind: 'currency.exchanged', id: quoteId },
    notice: null,
    requestId,
    at: now,
  })
  return done({ quote: showQuote({ ...quote, dealtAt: now, entryId }, now) }, 'done.exchange')
}
