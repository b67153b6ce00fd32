import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { BankAccountsDeps } from './deps.ts'
import { freeNumber, lockBankAccounts, readBankAccount, readWithdrawalTo, removeRow } from './store.ts'

export interface Removing {
  readonly memberId: string
  readonly bankAccountId: string
  readonly now: Date
  readonly requestId: string
}

/**
 * The row stays for old withdrawals. Refuses: `card.not-found`, `order.pending-review-exists` during a withdrawal to
 * it.
 */
export async function removeBankAccount(
  tx: Tx,
  deps: Pick<BankAccountsDeps, 'bus' | 'subjects'>,
  { memberId, bankAccountId, now, requestId }: Removing,
): Promise<Outcome<null>> {
  const asked = await readBankAccount(tx, memberId, bankAccountId)
  if (!asked) return refuse('card.not-found', { field: 'bankAccountId' })
  // Lock the review first, then the row: decisions lock them in this order too.
  if (asked.state === 'pending') {
    await cancelReview(tx, { kind: 'bank-account', subject: bankAccountId, memberId, now, requestId })
  }
  await lockBankAccounts(tx, memberId)
  const blocking = await readWithdrawalTo(tx, bankAccountId)
  if (blocking !== undefined) {
    return refuse('order.pending-review-exists', { params: { request: 'withdrawal', number: blocking } })
  }
  const row = await readBankAccount(tx, memberId, bankAccountId)
  if (!row) return refuse('card.not-found', { field: 'bankAccountId' })
  if (!(await removeRow(tx, { id: bankAccountId, memberId, from: row.state, at: now })))
    return refuse('card.not-found', { field: 'bankAccountId' })
  await freeNumber(tx, bankAccountId)
  await recordOutcome(tx, deps, {
    memberId,
    action: 'bank-accounts.removed',
    actor: `member:${memberId}`,
    subject: `bank-account:${bankAccountId}`,
    now: { state: 'removed' },
    details: { was: row.state, ending: row.ending },
    event: { kind: 'bank-account.changed', id: bankAccountId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.bank-account-removed')
}
