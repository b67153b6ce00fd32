import { Field, Note } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText, showToast } from '#shell/messages.ts'
import { createPasskey } from '../passkey.ts'
import { useFields } from '../sign-in/use-fields.ts'
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
  const fields = useFields(['password'] as const, texts.required)
  const [name, setName] = useState('')
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const finish = async (text: string) => {
    showToast({ text, tone: 'done', ms: 3000 })
    await refresh('/operators/listPasskeys')
    onClose()
  }
  const add = async (password: string) => {
    const begun = await call('/operators/beginPasskey', { password })
    if (!begun.ok) return fields.say('password', await failureText(begun))
    const response = await createPasskey(begun.data.options)
    if (response === null) return setFailure(texts.closed)
    const { ceremonyId } = begun.data
    const kept = await call('/operators/finishPasskey', { ceremonyId, response, name: name.trim() })
    if (!kept.ok) return setFailure(await failureText(kept))
    await finish(texts.done)
  }
  const remove = async (password: string, passkeyId: string) => {
    const answer = await call('/operators/removePasskey', { passkeyId, password })
    if (!answer.ok) return fields.say('password', await failureText(answer))
    await finish(texts.removed)
  }
  const send = async () => {
    if (isBusy || !fields.areFilled()) return
    setBusy(true)
    setFailure(undefined)
    const password = fields.valueOf('password')
    await (passkey === null ? add(password) : remove(password, passkey.passkeyId))
    setBusy(false)
  }
  return (
    <Popup
      open
      onClose={onClose}
      title={passkey === null ? texts.addTitle : texts.removeTitle(passkey.name)}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton
            kind={passkey === null ? 'primary' : 'danger-fill'}
            loading={isBusy}
            onPress={() => void send()}
          >
            {passkey === null ? texts.next : texts.remove}
          </ConsoleButton>
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <p>{passkey === null ? texts.addText : texts.removeText}</p>
        {passkey === null ? (
          <Field
            id="passkey-name"
            name="passkey-name"
            label={texts.name}
            help={texts.nameHelp}
            value={name}
            error={undefined}
            onChange={(text) => setName(text.slice(0, 40))}
            onBlur={() => {}}
          />
        ) : null}
        <Field
          {...fields.bind('password')}
          label={texts.password}
          type="password"
          reveal={texts.reveal}
          autoComplete="current-password"
          required
        />
        {failure === undefined ? null : (
          <Note tone="crit" role="alert">
            {failure}
          </Note>
        )}
      </form>
    </Popup>
  )
}
