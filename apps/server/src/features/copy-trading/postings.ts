// The ledger entries of copies: the amount is held when a follow is sent, and what is left of it released when the copy ends. What
// copied purchases take and give back is posted by the functions of database/migrations/*_app-copy-preparing.sql.

import { type Entry, entry, member } from '@fairlot/ledger'

const cash = 'TWD'

export interface HeldCopy {
  readonly id: string
  readonly memberId: string
  readonly holdId: string
  readonly amount: bigint
}

const head = (id: string, event: string, now: Date) => ({
  event,
  reference: id,
  key: `${event} ${id}`,
  postedAt: now,
})

export const holdEntry = ({ id, memberId, holdId, amount }: HeldCopy, now: Date): Entry =>
  entry(head(id, 'copy.held', now))
    .hold(holdId, amount, member(memberId).available(cash))
    .done()

/** Undefined when everything is in shares: there is nothing to release. */
export const releaseEntry = (
  { id, memberId, holdId, amount, spent }: HeldCopy & { readonly spent: bigint },
  now: Date,
): Entry | undefined =>
  amount === spent
    ? undefined
    : entry(head(id, 'copy.released', now))
        .release(holdId, amount - spent, member(memberId).available(cash))
        .done()
