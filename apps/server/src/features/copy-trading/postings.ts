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

interface ChangedAmount extends HeldCopy {
  readonly spent: bigint
  readonly after: bigint
  readonly newHoldId: string
  readonly changeId: string
}

const changeHead = (event: string, { id, changeId }: ChangedAmount, now: Date) => ({
  ...head(id, event, now),
  key: `copy.amount ${changeId}`,
})

/** A hold never grows: what is left of it and the further money are under a new one. */
export function raiseEntry(change: ChangedAmount, now: Date): Entry {
  const { memberId, holdId, amount, spent, after, newHoldId } = change
  const account = member(memberId)
  const building = entry(changeHead('copy.held', change, now))
  if (amount > spent) building.line({ account: account.held(cash), amount: spent - amount, hold: holdId })
  return building
    .line({ account: account.available(cash), amount: amount - after })
    .line({ account: account.held(cash), amount: after - spent, hold: newHoldId })
    .done()
}

export const lowerEntry = (change: ChangedAmount, now: Date): Entry =>
  entry(changeHead('copy.released', change, now))
    .release(change.holdId, change.amount - change.after, member(change.memberId).available(cash))
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
