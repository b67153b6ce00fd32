import { authRules } from '@fairlot/rules/auth'
import { Field, type FieldBinding } from '@fairlot/ui'
import { authTexts } from './texts/index.ts'

interface Props {
  readonly password: FieldBinding
  readonly confirm: FieldBinding
  readonly labels: { readonly password: string; readonly confirm: string }
}

/** A new password, with the rules it meets so far, and its repetition. */
export const NewPasswordFields = ({ password, confirm, labels }: Props) => {
  const t = authTexts.use()
  const { value } = password
  return (
    <>
      <Field
        {...password}
        label={labels.password}
        placeholder={t.register.passwordPlaceholder}
        type="password"
        autoComplete="new-password"
        reveal={t.password}
        rules={[
          { text: t.register.rules.length, met: [...value].length >= authRules.passwordMin.default },
          { text: t.register.rules.both, met: /[A-Za-z]/.test(value) && /[0-9]/.test(value) },
        ]}
        required
      />
      <Field
        {...confirm}
        label={labels.confirm}
        placeholder={t.register.confirmPlaceholder}
        type="password"
        autoComplete="new-password"
        reveal={t.password}
        required
      />
    </>
  )
}
