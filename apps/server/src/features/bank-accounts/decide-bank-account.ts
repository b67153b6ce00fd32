import { type BankAccountFault, bankAccountFaults } from '@fairlot/contract/bank-accounts'
import { bankAccountsRules, usableFrom } from '@fairlot/rules/bank-accounts'
import { recordAudit } from '#features/audit'
import { recordOwnEvent } from '#features/members'
import { sendNotice } from '#features/notices'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'
import { faultFrom } from '#platform/fault-note'
import type { DecidingDeps } from './deps.ts'
import { freeNumber, lockBankAccount, makeDefaultIfNone, moveBankAccount } from './store.ts'

export interface BankAccountDecision {
  readonly bankAccountId: string
  readonly reviewId: string
  readonly now: Date
}

/** False when it is pending no more: its member has removed it meanwhile. */
export async function verifyBankAccount(
  tx: Tx,
  deps: DecidingDeps,
  { bankAccountId, reviewId, now }: BankAccountDecision,
): Promise<boolean> {
  const row = await lockBankAccount(tx, bankAccountId)
  if (row?.state !== 'pending') return false
  const rules = await readRuleValues(tx, now)
  const hours = rules.get(bankAccountsRules.restHours.id) ?? bankAccountsRules.restHours.default
  await moveBankAccount(tx, bankAccountId, 'pending', {
    state: 'verified',
    fault: null,
    note: null,
    usableFrom: usableFrom(now, row.addedAt, hours),
    at: now,
  })
  await makeDefaultIfNone(tx, row.memberId, bankAccountId)
  await tell(tx, deps, row.memberId, { bankAccountId, reviewId, now }, 'verified')
  const { memberId, ending } = row
  await sendNotice(tx, { memberId, code: 'bank-account.passed', params: { last4: ending }, at: now })
  return true
}

/** `note` is what the member reads; a fault named in front of it (`name-differs: …`) is kept as the fault. */
export async function rejectBankAccount(
  tx: Tx,
  deps: DecidingDeps,
  decision: BankAccountDecision & { readonly note: string },
): Promise<boolean> {
  const row = await lockBankAccount(tx, decision.bankAccountId)
  if (row?.state !== 'pending') return false
  const { fault, note } = faultFrom<BankAccountFault>(decision.note, bankAccountFaults, 'account-unknown')
  await moveBankAccount(tx, row.id, 'pending', {
    state: 'rejected',
    fault,
    note,
    usableFrom: null,
    at: decision.now,
  })
  await freeNumber(tx, row.id)
  await tell(tx, deps, row.memberId, decision, 'rejected')
  await sendNotice(tx, {
    memberId: row.memberId,
    code: 'bank-account.rejected',
    params: { last4: row.ending, fault },
    at: decision.now,
  })
  return true
}

async function tell(
  tx: Tx,
  deps: DecidingDeps,
  memberId: string,
  { bankAccountId, reviewId, now }: BankAccountDecision,
  state: 'verified' | 'rejected',
): Promise<void> {
  await recordAudit(tx, {
    action: `bank-accounts.${state}`,
    actor: 'system',
    subject: `bank-account:${bankAccountId}`,
    details: { reviewId },
    requestId: reviewId,
  })
  await recordOwnEvent(tx, deps, {
    memberId,
    kind: 'bank-account.changed',
    data: { id: bankAccountId, state },
    at: now,
  })
}
