import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import {
  type BankAccountForm,
  bankAccountsRules,
  checkBankAccount,
  endingOf,
  findBank,
  isSameName,
  plainNumber,
} from '@fairlot/rules/bank-accounts'
import { maskName } from '@fairlot/rules/identity'
import { refuseUnlessFundPassword, refuseUnlessSigned } from '#features/auth'
import { identityOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { BankAccountsDeps } from './deps.ts'
import { bankOf, blindsOf, sealAccount } from './sealed-account.ts'
import { showBankAccount } from './show-bank-account.ts'
import {
  claimNumber,
  insertBankAccount,
  lockBankAccounts,
  readBankAccount,
  readBankAccounts,
} from './store.ts'

export interface Adding {
  readonly caller: Caller
  readonly form: BodyOf<'/bank-accounts/add'>
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

/**
 * Two operators review it, and a cool-down runs before the first payout. Refuses: what is wrong in the form,
 * `identity.*` before verification, `card.not-own`, `card.full`, `card.exists` (any member's), the fund password's,
 * `order.signature`.
 */
export async function addBankAccount(
  tx: Tx,
  deps: BankAccountsDeps,
  adding: Adding,
): Promise<Outcome<DataOf<'/bank-accounts/add'>>> {
  const { caller, form, now, requestId } = adding
  const { memberId } = caller
  const plain: BankAccountForm = { ...form, ifsc: form.ifsc?.toUpperCase() }
  const refusal = await refuseForm(tx, deps, plain, adding)
  if (refusal) return refusal

  await lockBankAccounts(tx, memberId)
  const [saved, rules] = await Promise.all([readBankAccounts(tx, memberId), readRuleValues(tx, now)])
  const max = rules.get(bankAccountsRules.max.id) ?? bankAccountsRules.max.default
  if (saved.filter(({ state }) => state !== 'rejected').length >= max) {
    return refuse('card.full', { params: { max }, rule: bankAccountsRules.max.id })
  }
  const id = newId(now.getTime())
  const number = plainNumber(form.number)
  const bank = findBank(form.bankCode)
  const ifsc = form.currency === 'INR' ? plain.ifsc! : null
  const bankKey = bankOf({ ...form, ifsc })
  if (!(await claimNumber(tx, memberId, id, blindsOf(deps.secrets, form.currency, bankKey, number)))) {
    return refuse('card.exists', { field: 'number' })
  }
  await insertBankAccount(tx, {
    id,
    memberId,
    currency: form.currency,
    bankCode: form.bankCode,
    bankName: form.currency === 'TWD' && bank ? bank.tw : (form.bankName ?? ''),
    branch: form.branch.trim(),
    branchCode: form.branchCode?.trim() ?? '',
    ifsc,
    sealed: await sealAccount(
      tx,
      deps.secrets,
      { memberId, id, now },
      { holder: form.holder.trim(), number, upi: form.upi ?? null },
    ),
    holderMasked: maskName(form.holder.trim()),
    isOwnName: true,
    ending: endingOf(number),
    addedAt: now,
    deviceKey: form.signature?.deviceKey ?? null,
    signature: form.signature?.signature ?? null,
  })
  const opened = await openReview(tx, {
    kind: 'bank-account',
    memberId,
    subject: id,
    currency: form.currency,
    payload: { bankAccountId: id, bankCode: form.bankCode, ending: endingOf(number) },
    flags: form.signature === undefined ? ['unsigned'] : [],
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'bank-accounts.added',
    actor: `member:${memberId}`,
    subject: `bank-account:${id}`,
    now: { state: 'pending' },
    details: { currency: form.currency, bank: form.bankCode, ending: endingOf(number) },
    event: { kind: 'bank-account.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  const row = await readBankAccount(tx, memberId, id)
  return done({ bankAccount: await showBankAccount(tx, deps.secrets, row!) }, 'done.bank-account-added')
}

/** What can be refused before the member's other accounts are read. */
async function refuseForm(
  tx: Tx,
  deps: BankAccountsDeps,
  plain: BankAccountForm,
  { caller: { memberId, account }, form, now, outside }: Adding,
): Promise<Refused | undefined> {
  const problem = checkBankAccount(plain)
  if (problem) return refuse(problem.code, { field: problem.field })
  const identity = await identityOf(tx, deps.secrets, memberId)
  const unverified = refuseUnverified(identity.state)
  if (unverified) return unverified
  if (identity.name === null || !isSameName(form.holder, identity.name)) {
    return refuse('card.not-own', { field: 'holder', rule: bankAccountsRules.ownName.id })
  }
  const unsigned = await refuseUnlessSigned(tx, '/bank-accounts/add', memberId, form)
  if (unsigned) return unsigned
  const { fundPassword } = form
  return outside(() => refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }))
}
