import type { RefusalCode } from '@fairlot/contract'
import { commonestPasswords } from './commonest-passwords.ts'
import { authRules } from './limits.ts'

/**
 * `isCommon` gets the password in lower case and without symbols at its end, because people vary common ones that way.
 * The member app uses the short list that ships with this file; the server uses its long list.
 */
export function checkPassword(
  password: string,
  account: string,
  isCommon: (plain: string) => boolean = (plain) => commonestPasswords.has(plain),
): RefusalCode | undefined {
  if (password === '') return 'input.required'
  const length = [...password].length
  if (length < authRules.passwordMin.default || length > authRules.passwordMax.default) {
    return 'input.password-length'
  }
  if (!/[A-Za-z]/.test(password) || !/[0-9]/.test(password)) return 'input.password-composition'
  if (account !== '' && password.includes(account)) return 'input.password-is-account'
  const plain = password.toLowerCase()
  if (isCommon(plain) || isCommon(plain.replace(/[^a-z0-9]+$/, ''))) return 'input.password-common'
  return undefined
}

export const checkMatch = (password: string, repeated: string): RefusalCode | undefined =>
  repeated === '' ? 'input.required' : password === repeated ? undefined : 'account.passwords-differ'
