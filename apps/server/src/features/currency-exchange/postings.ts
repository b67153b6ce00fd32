// The ledger entry of an exchange: both legs in one, against the house's position in each currency.

import { type Entry, entry, houseAccounts, member } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'

export interface DealtQuote {
  readonly id: string
  readonly memberId: string
  readonly pay: Currency
  readonly get: Currency
  readonly payAmount: bigint
  readonly getAmount: bigint
}

export const exchangeEntry = (quote: DealtQuote, now: Date): Entry => {
  const own = member(quote.memberId)
  return entry({
    event: 'currency.exchanged',
    reference: quote.id,
    key: `currency.exchanged ${quote.id}`,
    postedAt: now,
  })
    .move(quote.payAmount, own.available(quote.pay), houseAccounts.fx(quote.pay))
    .move(quote.getAmount, houseAccounts.fx(quote.get), own.available(quote.get))
    .done()
}
