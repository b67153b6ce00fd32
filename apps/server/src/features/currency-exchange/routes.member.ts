import type { currencyExchangeRoutes } from '@fairlot/contract/currency-exchange'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { dealQuote } from './deal-quote.ts'
import type { CurrencyExchangeDeps } from './deps.ts'
import { makeQuote } from './make-quote.ts'
import { listRecords, readOneQuote } from './read-quotes.ts'
import { readHistory, readRates } from './read-rates.ts'

export const currencyExchangeHandlers = (
  deps: CurrencyExchangeDeps,
): Handlers<typeof currencyExchangeRoutes> => ({
  rates: async (_body, { caller, now }) => done(await readRates(deps.db, caller.memberId, now)),
  history: async ({ currency }, { now }) => done(await readHistory(deps.db, currency, now)),
  quote: (body, { caller: { memberId }, now, tx }) => makeQuote(tx, deps, { memberId, body, now }),
  deal: ({ quoteId }, { caller: { memberId }, now, requestId, tx }) =>
    dealQuote(tx, deps, { memberId, quoteId, now, requestId }),
  records: ({ currency, before }, { caller: { memberId }, now }) =>
    listRecords(deps.db, { memberId, currency, before, now }),
  read: ({ quoteId }, { caller: { memberId }, now }) => readOneQuote(deps.db, memberId, quoteId, now),
})
