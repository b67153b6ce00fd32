// The required format of a bank account, for the member app and the server. Operators check whether the bank knows it.

import type { BankCurrency } from '@fairlot/contract/bank-accounts'
import { hourMs } from '../calendar/taipei.ts'
import { findBank } from './banks.ts'

export interface BankAccountForm {
  readonly currency: BankCurrency
  readonly holder: string
  readonly number: string
  readonly bankCode: string
  readonly bankName?: string | undefined
  readonly branch: string
  readonly branchCode?: string | undefined
  readonly ifsc?: string | undefined
  readonly upi?: string | undefined
}

export type BankAccountProblemCode =
  | 'input.required'
  | 'card.number'
  | 'card.bank'
  | 'card.ifsc'
  | 'card.upi'
  | 'card.not-own'

export interface FormProblem {
  readonly code: BankAccountProblemCode
  readonly field: keyof BankAccountForm
}

/** Removes the spaces and hyphens that people copy from their passbook. */
export const plainNumber = (number: string): string => number.replace(/[\s-]/g, '')

/** The last four characters, as screens and statements show an account. */
export const endingOf = (number: string): string => plainNumber(number).slice(-4)

/** Banks in Taiwan use 10 to 16 digits, in India 9 to 18; elsewhere letters occur as well. */
const shapes: Readonly<Record<BankCurrency, RegExp>> = {
  TWD: /^\d{10,16}$/,
  USD: /^[A-Z0-9]{6,34}$/,
  INR: /^\d{9,18}$/,
}

/** Four letters of the bank, a zero, six characters of the branch. */
const ifscShape = /^[A-Z]{4}0[A-Z0-9]{6}$/
const upiShape = /^[A-Za-z0-9.\-_]{2,64}@[A-Za-z]{2,32}$/

/** Returns undefined when the form is complete and every part is well formed. */
export function checkBankAccount(form: BankAccountForm): FormProblem | undefined {
  const { currency, holder, bankCode, branch } = form
  for (const field of requiredOf(currency)) {
    if ((form[field] ?? '').trim() === '') return { code: 'input.required', field }
  }
  if (!shapes[currency].test(plainNumber(form.number))) return { code: 'card.number', field: 'number' }
  if (currency === 'TWD' && !findBank(bankCode)) return { code: 'card.bank', field: 'bankCode' }
  if (currency === 'INR') {
    if (!ifscShape.test(form.ifsc ?? '')) return { code: 'card.ifsc', field: 'ifsc' }
    if (form.upi !== undefined && form.upi !== '' && !upiShape.test(form.upi))
      return { code: 'card.upi', field: 'upi' }
  } else {
    if ((form.ifsc ?? '') !== '') return { code: 'card.ifsc', field: 'ifsc' }
    if ((form.upi ?? '') !== '') return { code: 'card.upi', field: 'upi' }
  }
  return holder.length > 80 || branch.length > 120 ? { code: 'input.required', field: 'branch' } : undefined
}

function requiredOf(currency: BankCurrency): readonly (keyof BankAccountForm)[] {
  if (currency === 'TWD') return ['holder', 'number', 'bankCode', 'branch', 'branchCode']
  if (currency === 'INR') return ['holder', 'number', 'bankName', 'branch', 'ifsc']
  return ['holder', 'number', 'bankCode', 'bankName', 'branch']
}

/**
 * Normalises a name: compatibility forms folded, no spaces and points, capitals. 臺 and 台 are equal in names on
 * passbooks; full-width letters are letters.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll('臺', '台')
    .replace(/[\s.,'’・·‧-]/g, '')

export const isSameName = (one: string, other: string): boolean => {
  const [a, b] = [plainName(one), plainName(other)]
  return a !== '' && a === b
}

/** From this time on the account can receive withdrawals. */
export const usableFrom = (verifiedAt: Date, addedAt: Date, coolDownHours: number): Date =>
  new Date(Math.max(verifiedAt.getTime(), addedAt.getTime() + coolDownHours * hourMs))
