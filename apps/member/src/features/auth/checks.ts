// The validation rules of packages/rules as rules of a form field, with the catalogue's texts.

import type { RefusalCode } from '@fairlot/contract'
import { checkAccount, checkMatch, checkPassword } from '@fairlot/rules/auth'
import type { FieldSpec, Rule } from '@fairlot/ui'
import { ACCOUNT_MAX, accountText, PASSWORD_MAX } from './account-text.ts'

export type MessageTexts = Readonly<Record<RefusalCode, string>>

const said = (code: RefusalCode | undefined, texts: MessageTexts): true | string =>
  code === undefined ? true : texts[code]

export const required = (texts: MessageTexts): Rule => ({ required: true, message: texts['input.required'] })

export const accountField = (texts: MessageTexts, initial?: string): FieldSpec => ({
  initial,
  maxLength: ACCOUNT_MAX,
  filter: accountText,
  rules: [
    required(texts),
    // Letters can never become right, so they are named while typing; the length only afterwards.
    { validator: (value) => !/\p{Lu}/u.test(value), message: texts['input.account-uppercase'], on: 'change' },
    {
      validator: (value) => !/\p{Script=Han}/u.test(value),
      message: texts['input.account-chinese'],
      on: 'change',
    },
    { validator: (value) => said(checkAccount(value), texts), message: texts['input.invalid'] },
  ],
})

/** The password one signs in with: whatever it once was, only the server may judge it. */
export const currentPasswordField = (texts: MessageTexts): FieldSpec => ({
  secret: true,
  maxLength: PASSWORD_MAX,
  rules: [required(texts)],
})

export const newPasswordField = (
  texts: MessageTexts,
  accountOf: (values: Readonly<Record<string, string>>) => string,
): FieldSpec => ({
  secret: true,
  maxLength: PASSWORD_MAX,
  rules: [
    required(texts),
    {
      validator: (value, values) => said(checkPassword(value, accountOf(values)), texts),
      message: texts['input.invalid'],
    },
  ],
})

export const confirmField = (texts: MessageTexts, of: string): FieldSpec => ({
  secret: true,
  maxLength: PASSWORD_MAX,
  rules: [
    required(texts),
    {
      // While typing, what is there so far must be how the password begins.
      validator: (value, values) => (values[of] ?? '').startsWith(value),
      message: texts['account.passwords-differ'],
      on: 'change',
    },
    {
      validator: (value, values) => said(checkMatch(values[of] ?? '', value), texts),
      message: texts['input.invalid'],
    },
  ],
})
