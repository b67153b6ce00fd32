// The ledger entries of a bank line without an owner. Pure: facts in, balanced entry out.

import { type Entry, entry, houseAccounts, suspense } from '@fairlot/ledger'
import type { Currency } from '@fairlot/money'

export interface SuspenseMove {
  readonly lineId: string
  readonly currency: Currency
  /** In the bank's sign: positive means incoming. */
  readonly amount: bigint
  readonly now: Date
}

function moveOf(event: string, { lineId, currency, amount, now }: SuspenseMove): Entry {
  const [bank, open] = [houseAccounts.bank(currency), suspense(currency)]
  return entry({ event, reference: lineId, key: `${event} ${lineId}`, postedAt: now })
    .line({ account: bank, amount: -amount })
    .line({ account: open, amount })
    .done()
}

/** The bank holds the money and no member owns it. */
export const takenEntry = (move: SuspenseMove): Entry => moveOf('suspense.taken', move)

/** The owner was found: the money leaves suspense and is booked to the owner's request. */
export const releasedEntry = (move: SuspenseMove): Entry =>
  moveOf('suspense.released', { ...move, amount: -move.amount })

/** The bank has returned the money. */
export const returnedEntry = (move: SuspenseMove): Entry =>
  moveOf('suspense.returned', { ...move, amount: -move.amount })
