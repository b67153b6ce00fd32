import { Field, useForm } from '@fairlot/ui'
import { finishForm, FormPopup } from '#kit/form/FormPopup.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { createPasskey } from '../passkey.ts'
import type { Passkey } from './passkey.ts'
import { accountTexts } from './texts/index.ts'
import styles from './Account.module.css'

interface PasskeyPopupProps {
  /** Null adds a passkey. */
  readonly passkey: Passkey | null
  readonly onClose: () => void
}

export function PasskeyPopup({ passkey, onClose }: PasskeyPopupProps) {
  const texts = accountTexts.use()
  const form = useForm({
    fields: { name: { rules: [], maxLength: 40 }, password: required(texts.required) },
  })
  const { name, password } = form.values
  const add = async () => {
    const begun = await call('/operators/beginPasskey', { password })
    if (!begun.ok) return form.setServerError('password', await failureText(begun))
    const response = await createPasskey(begun.data.options)
    if (response === null) return { ok: false, why: 'stopped', text: texts.closed } as const
    const { ceremonyId } = begun.data
    return call('/operators/finishPasskey', { ceremonyId, response, name: name.trim() })
  }
  const remove = async (passkeyId: string) => {
    const answer = await call('/operators/removePasskey', { passkeyId, password })
    return answer.ok ? answer : form.setServerError('password', await failureText(answer))
  }
  const send = async () => (await (passkey === null ? add() : remove(passkey.passkeyId))) ?? undefined
  return (
    <FormPopup<unknown>
      title={passkey === null ? texts.addTitle : texts.removeTitle(passkey.name)}
      cancel={texts.cancel}
      save={passkey === null ? texts.next : texts.remove}
      saveKind={passkey === null ? 'primary' : 'danger-fill'}
      enter={{ className: styles.form }}
      onClose={onClose}
      onSend={() => (form.validate() ? send() : undefined)}
      onDone={() =>
        finishForm({
          text: passkey === null ? texts.done : texts.removed,
          ms: 3000,
          onClose,
          reads: ['/operators/listPasskeys'],
        })
      }
    >
      <p>{passkey === null ? texts.addText : texts.removeText}</p>
      {passkey === null ? <Field {...form.bind('name')} label={texts.name} help={texts.nameHelp} /> : null}
      <Field
        {...form.bind('password')}
        label={texts.password}
        type="password"
        reveal={texts.reveal}
        autoComplete="current-password"
        required
      />
    </FormPopup>
  )
}
