import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { takeBackReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { BankAccountsDeps } from './deps.ts'
import { freeNumber, lockBankAccounts, moveBankAccount, readBankAccount, readWithdrawalTo } from './store.ts'

export interface Removing {
  readonly memberId: string
  readonly bankAccountId: string
  readonly now: Date
  readonly requestId: string
}

/** The row stays for old withdrawals. Refuses: `card.not-found`, `order.pending-review-exists` while money goes there. */
export async function removeBankAccount(
  tx: Tx,
  deps: Pick<BankAccountsDeps, 'bus' | 'subjects'>,
  { memberId, bankAccountId, now, requestId }: Removing,
): Promise<Outcome<null>> {
  const asked = await readBankAccount(tx, memberId, bankAccountId)
  if (!asked) return refuse('card.not-found', { field: 'bankAccountId' })
  // The review first, then the row: whoever decides locks them in this order too.
  if (asked.state === 'pending') {
    await takeBackReview(tx, { kind: 'bank-account', subject: bankAccountId, memberId, now, requestId })
  }
  await lockBankAccounts(tx, memberId)
  const blocking = await readWithdrawalTo(tx, bankAccountId)
  if (blocking !== undefined) {
    return refuse('order.pending-review-exists', { params: { request: 'withdrawal', number: blocking } })
  }
  const row = await readBankAccount(tx, memberId, bankAccountId)
  if (!row) return refuse('card.not-found', { field: 'bankAccountId' })
  const moved = await moveBankAccount(tx, bankAccountId, row.state, {
    state: 'removed',
    fault: row.state === 'pending' ? 'taken_back' : null,
    note: null,
    usableFrom: null,
    at: now,
  })
  if (!moved) return refuse('card.not-found', { field: 'bankAccountId' })
  await freeNumber(tx, bankAccountId)
  await recordAudit(tx, {
    action: 'bank-accounts.removed',
    actor: `member:${memberId}`,
    subject: `bank-account:${bankAccountId}`,
    details: { was: row.state, ending: row.ending },
    requestId,
  })
  await recordOwnEvent(tx, deps, {
    memberId,
    kind: 'bank-account.changed',
    data: { id: bankAccountId, state: 'removed' },
    at: now,
  })
  return done(null, 'done.bank-account-removed')
}
