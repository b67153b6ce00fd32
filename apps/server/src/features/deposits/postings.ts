// The ledger entries of a deposit. Pure: facts in, balanced entry out.

import { type Entry, entry, fees, houseAccounts, member } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'

export interface BookedDeposit {
  readonly depositId: string
  readonly memberId: string
  readonly currency: Currency
  /** The amount that arrived at the bank. */
  readonly booked: bigint
  /** The channel's fee, taken out of that amount. */
  readonly fee: bigint
  readonly now: Date
}

/** The channel's fee, taken out of the amount that arrived; none where it would take all of it. */
export const keptFee = (booked: bigint, fee: bigint): bigint => (fee < booked ? fee : 0n)

/** The bank balance grows; the amount less the channel's fee belongs to the member. */
export const depositEntry = (deposit: BookedDeposit): Entry =>
  bookedAs('deposit.booked', `deposit ${deposit.depositId}`, deposit)

/** The right amount of a deposit whose first booking is reversed. */
export const rebookedEntry = (deposit: BookedDeposit): Entry =>
  bookedAs('deposit.rebooked', `deposit-rebooked ${deposit.depositId}`, deposit)

function bookedAs(
  event: string,
  key: string,
  { depositId, memberId, currency, booked, fee, now }: BookedDeposit,
): Entry {
  const kept = keptFee(booked, fee)
  const bank = houseAccounts.bank(currency)
  return entry({ event, reference: depositId, key, postedAt: now })
    .move(booked - kept, bank, member(memberId).available(currency))
    .move(kept, bank, fees('deposit', currency))
    .done()
}
