// What a deposit does to the ledger. Pure: facts in, balanced entry out.

import { type Entry, entry, fees, houseAccounts, member } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'

export interface BookedDeposit {
  readonly depositId: string
  readonly memberId: string
  readonly currency: Currency
  /** What came to the bank. */
  readonly booked: bigint
  /** The channel's, out of what came. */
  readonly fee: bigint
  readonly now: Date
}

/** The bank holds more; it belongs to the member, less the channel's fee. */
export function depositEntry({ depositId, memberId, currency, booked, fee, now }: BookedDeposit): Entry {
  const kept = fee < booked ? fee : 0n
  const bank = houseAccounts.bank(currency)
  return entry({ event: 'deposit.booked', reference: depositId, key: `deposit ${depositId}`, postedAt: now })
    .move(booked - kept, bank, member(memberId).available(currency))
    .move(kept, bank, fees('deposit', currency))
    .done()
}
