// The validation rules of packages/rules as form field rules, with the catalogue's texts.

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
    // Letters are always wrong, so they are reported while typing; the length only afterwards.
    { validator: (value) => !/\p{Lu}/u.test(value), message: texts['input.account-uppercase'], on: 'change' },
    {
      validator: (value) => !/\p{Script=Han}/u.test(value),
      message: texts['input.account-chinese'],
      on: 'change',
    },
    { validator: (value) => said(checkAccount(value), texts), message: texts['input.invalid'] },
  ],
})

/** The current sign-in password: only the server can check it, since older rules may have applied. */
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
      // While typing, the text so far must be a prefix of the password.
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
