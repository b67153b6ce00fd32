// A new passkey: password, then the device's own dialog, then a name. The library loads on demand.

import { Button, Field, Sheet, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { keptDraft, useKeepDraft } from '#shell/drafts.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastHelper, toastMessage } from '#shell/toasts.ts'
import { createPasskey } from './create-passkey.ts'
import { securityTexts } from './texts/index.ts'
import styles from './form.module.css'

export const AddPasskey = ({ onClose }: { onClose: () => void }) => {
  const texts = securityTexts.use()
  const { close } = shellTexts.use()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    kept: keptDraft('passkey'),
    fields: {
      name: { maxLength: 60, rules: [{ required: true, message: texts.passkeys.required }] },
      password: { secret: true, rules: [{ required: true, message: texts.confirmPassword.required }] },
    },
  })
  useKeepDraft('passkey', form.serialise)

  const add = async () => {
    const begun = await call('/auth/beginPasskey', { password: form.values.password })
    if (!begun.ok) {
      if (begun.why === 'refused' && begun.msg !== 'auth.passkey-limit')
        form.setServerError('password', await messageText(begun.msg, begun.params))
      return
    }
    const made = await createPasskey(begun.data.options)
    if (made === null) {
      toastHelper(texts.passkeys.refused)
      return
    }
    const { ceremonyId } = begun.data
    const name = form.values.name.trim()
    const saved = await call('/auth/finishPasskey', { ceremonyId, response: made, name })
    if (!saved.ok) return
    void toastMessage('done.passkey-added')
    await refresh('/auth/listPasskeys', '/auth/securityOverview')
    onClose()
  }
  const press = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    await add()
    setBusy(false)
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.passkeys.addTitle}
      closeLabel={close}
      footer={
        <Button wide loading={busy} onPress={() => void press()}>
          {texts.passkeys.create}
        </Button>
      }
    >
      <form
        className={styles.stack}
        onSubmit={(event) => {
          event.preventDefault()
          void press()
        }}
      >
        <Field
          label={texts.passkeys.name}
          placeholder={texts.passkeys.namePlaceholder}
          {...form.bind('name')}
        />
        <Field
          label={texts.passkeys.password}
          type="password"
          autoComplete="current-password"
          reveal={{ show: texts.confirmPassword.show, hide: texts.confirmPassword.hide }}
          {...form.bind('password')}
        />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}
