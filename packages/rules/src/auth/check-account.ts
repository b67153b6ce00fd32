import type { RefusalCode } from '@fairlot/contract'
import { authRules } from './limits.ts'

/** The account is a ten-digit mobile number. Each kind of mistake has its own message, in this order. */
export function checkAccount(
  account: string,
  prefixRule: number = authRules.accountPrefix.default,
): RefusalCode | undefined {
  if (account === '') return 'input.required'
  if (/\p{Lu}/u.test(account)) return 'input.account-uppercase'
  if (/\p{Script=Han}/u.test(account)) return 'input.account-chinese'
  // Only ASCII digits: full-width ones look the same and would allow two accounts for one number.
  if (!/^[0-9]{10}$/.test(account)) return 'input.account-not-ten-digits'
  if (prefixRule === 1 && !account.startsWith('09')) return 'input.account-prefix'
  return undefined
}
