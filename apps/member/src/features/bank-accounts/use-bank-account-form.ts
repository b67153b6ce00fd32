// The fields of a new account, and the request that adds it.

import type { BodyOf } from '@fairlot/contract'
import type { BankCurrency } from '@fairlot/contract/bank-accounts'
import { useForm, type Form } from '@fairlot/ui'
import { useRef } from 'react'
import { moneyRefusal, type PinVerdict } from '#features/funds'
import { signLater } from '#features/orders'
import { useBack } from '#shell/back.ts'
import { call, newIdempotencyKey } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { keptDraft, useKeepDraft } from '#shell/drafts.ts'
import { toastMessage } from '#shell/toasts.ts'
import { bankAccountsTexts } from './texts/index.ts'
import type { BankAccount } from './use-bank-accounts.ts'

export type Name = 'bankCode' | 'bankName' | 'branch' | 'branchCode' | 'number' | 'ifsc' | 'upi'

/** The fields of each currency, in the order of the form. */
export const asked: Record<BankCurrency, readonly Name[]> = {
  TWD: ['bankCode', 'branch', 'branchCode', 'number'],
  USD: ['bankCode', 'bankName', 'branch', 'number'],
  INR: ['bankName', 'branch', 'ifsc', 'number', 'upi'],
}

const DRAFT = 'bank-account'

/** `before` is a rejected account being sent again: its correct fields are filled in. */
export const useBankAccountForm = (before: BankAccount | undefined): Form<Name> => {
  const texts = bankAccountsTexts.use().form
  const required = { required: true as const, message: texts.required }
  const form = useForm<Name>({
    kept: keptDraft(DRAFT),
    fields: {
      bankCode: { rules: [], maxLength: 20, initial: before?.bankCode },
      bankName: { rules: [], maxLength: 80, initial: before?.bankName },
      branch: { rules: [required], maxLength: 120, initial: before?.branch },
      branchCode: { rules: [], maxLength: 20, filter: 'digit', initial: before?.branchCode },
      number: {
        rules: [required],
        maxLength: 40,
        filter: (text) => text.replace(/[\s-]/g, '').toUpperCase(),
      },
      ifsc: { rules: [], maxLength: 11, filter: (text) => text.toUpperCase() },
      upi: { rules: [], maxLength: 80 },
    },
  })
  useKeepDraft(DRAFT, form.serialise)
  return form
}

const bodyOf = (
  holder: string,
  currency: BankCurrency,
  values: Form<Name>['values'],
  fundPassword: string,
): BodyOf<'/bank-accounts/add'> => ({
  currency,
  holder,
  number: values.number,
  bankCode: currency === 'INR' ? '' : values.bankCode,
  ...(currency === 'TWD' ? { branchCode: values.branchCode } : { bankName: values.bankName }),
  branch: values.branch,
  ...(currency === 'INR' ? { ifsc: values.ifsc } : {}),
  ...(currency === 'INR' && values.upi !== '' ? { upi: values.upi } : {}),
  fundPassword,
})

/** Returns the function that adds the account once the member has typed the fund password. */
export const useSendBankAccount = (holder: string, currency: BankCurrency, form: Form<Name>) => {
  const texts = bankAccountsTexts.use().form
  const back = useBack()
  // A retry after a lost answer is the same request; after a refusal it is a new one.
  const key = useRef(newIdempotencyKey())
  return async (fundPassword: string): Promise<PinVerdict> => {
    const body = await signLater('/bank-accounts/add', bodyOf(holder, currency, form.values, fundPassword))
    const answer = await call('/bank-accounts/add', body, { idempotencyKey: key.current, quiet: true })
    if (answer.ok) {
      await refresh('/bank-accounts/list')
      void toastMessage('done.bank-account-added')
      back()
      return 'close'
    }
    if (answer.why !== 'refused') return { error: texts.offline }
    key.current = newIdempotencyKey()
    if (answer.msg === 'password.fund-not-set') return 'unset'
    const error = await moneyRefusal(answer)
    const { field } = answer
    if (field !== undefined && Object.hasOwn(form.values, field)) {
      form.setServerError(field as Name, error)
      return 'close'
    }
    return { error }
  }
}
