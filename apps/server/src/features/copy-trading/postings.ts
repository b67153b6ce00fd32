// The ledger entries of copies: the amount is held when a follow is sent, and released when the copy ends.

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

export const releaseEntry = ({ id, memberId, holdId, amount }: HeldCopy, now: Date): Entry =>
  entry(head(id, 'copy.released', now))
    .release(holdId, amount, member(memberId).available(cash))
    .done()
