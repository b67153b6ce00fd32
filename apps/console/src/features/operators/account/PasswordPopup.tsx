import { Field, useForm } from '@fairlot/ui'
import { finishForm, FormPopup } from '#kit/form/FormPopup.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

const fields = ['password', 'newPassword', 'confirmPassword'] as const
type Name = (typeof fields)[number]

const isField = (name: string | undefined): name is Name => fields.some((field) => field === name)

/** The operator's own password. Their other sessions end with the old one. */
export function PasswordPopup({ onClose }: { readonly onClose: () => void }) {
  const all = accountTexts.use()
  const texts = all.passwords
  const needed = required(all.required)
  const form = useForm<Name>({ fields: { password: needed, newPassword: needed, confirmPassword: needed } })
  const send = async () => {
    const answer = await call('/operators/changePassword', form.values)
    if (answer.ok || answer.why !== 'refused' || !isField(answer.field)) return answer
    form.setServerError(answer.field, await failureText(answer))
    return undefined
  }
  return (
    <FormPopup<{ readonly ended: number }>
      title={texts.change}
      cancel={all.cancel}
      save={texts.change}
      enter={{ className: styles.form }}
      onClose={onClose}
      onSend={() => (form.validate() ? send() : undefined)}
      onDone={({ ended }) =>
        finishForm({ text: texts.done(ended), ms: 3000, onClose, reads: ['/operators/listSessions'] })
      }
    >
      <p>{texts.lead}</p>
      {fields.map((name) => (
        <Field
          key={name}
          {...form.bind(name)}
          label={texts.fields[name]}
          help={name === 'newPassword' ? texts.rule : undefined}
          type="password"
          reveal={all.reveal}
          autoComplete={name === 'password' ? 'current-password' : 'new-password'}
          required
        />
      ))}
    </FormPopup>
  )
}
