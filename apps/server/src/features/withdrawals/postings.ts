// The ledger entries of a withdrawal, from the request to the bank and back. Pure: facts in, balanced entry out.

import { type Entry, entry, fees, houseAccounts, member } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'

export interface MovedWithdrawal {
  readonly id: string
  readonly memberId: string
  readonly currency: Currency
  /** The amount that reaches the bank account. */
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly now: Date
}

const head = (id: string, event: string, now: Date) => ({
  event,
  reference: id,
  key: `${event} ${id}`,
  postedAt: now,
})

/** Held from the request on: it can neither be traded nor requested twice. */
export const requestEntry = ({ id, memberId, currency, amount, fee, holdId, now }: MovedWithdrawal): Entry =>
  entry(head(id, 'withdrawal.held', now))
    .hold(holdId, amount + fee, member(memberId).available(currency))
    .done()

/** For a rejected, expired or cancelled withdrawal: the whole amount becomes available again. */
export const releaseEntry = ({ id, memberId, currency, amount, fee, holdId, now }: MovedWithdrawal): Entry =>
  entry(head(id, 'withdrawal.released', now))
    .release(holdId, amount + fee, member(memberId).available(currency))
    .done()

/** Approved: it no longer belongs to the member and is not at the bank yet. */
export function passEntry({ id, memberId, currency, amount, fee, holdId, now }: MovedWithdrawal): Entry {
  const available = member(memberId).available(currency)
  const built = entry(head(id, 'withdrawal.passed', now)).capture(
    holdId,
    amount,
    available,
    houseAccounts.payouts(currency),
  )
  return (fee > 0n ? built.capture(holdId, fee, available, fees('withdrawal', currency)) : built).done()
}

/** The bank reports the payment. */
export const paidEntry = ({ id, currency, amount, now }: MovedWithdrawal): Entry =>
  entry(head(id, 'withdrawal.paid', now))
    .move(amount, houseAccounts.payouts(currency), houseAccounts.bank(currency))
    .done()

/** The bank returns the money, before or after it had reported it as paid. The fee is returned too. */
export const returnEntry = (
  { id, memberId, currency, amount, fee, now }: MovedWithdrawal,
  from: 'sent' | 'paid',
): Entry => {
  const source = from === 'paid' ? houseAccounts.bank(currency) : houseAccounts.payouts(currency)
  const available = member(memberId).available(currency)
  return entry(head(id, 'withdrawal.returned', now))
    .move(amount, source, available)
    .move(fee, fees('withdrawal', currency), available)
    .done()
}
