import type { BankAccountRejection } from '@fairlot/contract/bank-accounts'
import { bankAccountsRules, usableFrom } from '@fairlot/rules/bank-accounts'
import { recordOutcome } from '#features/members'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'
import type { DecidingDeps } from './deps.ts'
import { freeNumber, lockBankAccount, makeDefaultIfNone, moveBankAccount } from './store.ts'

export interface BankAccountDecision {
  readonly bankAccountId: string
  readonly reviewId: string
  readonly now: Date
}

/** Returns false when the account is no longer pending: the member has removed it meanwhile. */
export async function verifyBankAccount(
  tx: Tx,
  deps: DecidingDeps,
  { bankAccountId, reviewId, now }: BankAccountDecision,
): Promise<boolean> {
  const row = await lockBankAccount(tx, bankAccountId)
  if (row?.state !== 'pending') return false
  const rules = await readRuleValues(tx, now)
  const hours = rules.get(bankAccountsRules.coolDownHours.id) ?? bankAccountsRules.coolDownHours.default
  await moveBankAccount(tx, bankAccountId, 'pending', {
    state: 'verified',
    rejectionReason: null,
    note: null,
    usableFrom: usableFrom(now, row.addedAt, hours),
    at: now,
  })
  await makeDefaultIfNone(tx, row.memberId, bankAccountId)
  await notify(tx, deps, row, { reviewId, now }, 'verified')
  return true
}

/** The member sees the rejection reason and the note. */
export async function rejectBankAccount(
  tx: Tx,
  deps: DecidingDeps,
  decision: BankAccountDecision & { readonly note: string; readonly rejectionReason: BankAccountRejection },
): Promise<boolean> {
  const row = await lockBankAccount(tx, decision.bankAccountId)
  if (row?.state !== 'pending') return false
  const { rejectionReason } = decision
  const note = rejectionReason === 'expired' ? null : decision.note.trim() || null
  await moveBankAccount(tx, row.id, 'pending', {
    state: 'rejected',
    rejectionReason,
    note,
    usableFrom: null,
    at: decision.now,
  })
  await freeNumber(tx, row.id)
  await notify(tx, deps, row, decision, 'rejected', rejectionReason)
  return true
}

const notify = (
  tx: Tx,
  deps: DecidingDeps,
  { id, memberId, ending }: { readonly id: string; readonly memberId: string; readonly ending: string },
  { reviewId, now }: Pick<BankAccountDecision, 'reviewId' | 'now'>,
  state: 'verified' | 'rejected',
  rejectionReason?: BankAccountRejection,
): Promise<void> =>
  recordOutcome(tx, deps, {
    memberId,
    action: `bank-accounts.${state}`,
    actor: 'system',
    subject: `bank-account:${id}`,
    now: { state },
    why: rejectionReason === undefined ? {} : { rejectionReason },
    details: { reviewId },
    event: { kind: 'bank-account.changed', id },
    notice: {
      code: state === 'verified' ? 'bank-account.passed' : 'bank-account.rejected',
      params: { last4: ending },
    },
    requestId: reviewId,
    at: now,
  })
