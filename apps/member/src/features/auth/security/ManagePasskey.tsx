import type { DataOf } from '@fairlot/contract'
import { Button, Field, Sheet, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { PasswordDialog } from './PasswordDialog.tsx'
import { securityTexts } from './texts/index.ts'
import styles from './form.module.css'

interface Props {
  readonly passkey: DataOf<'/auth/listPasskeys'>['passkeys'][number]
  readonly onClose: () => void
}

export const ManagePasskey = ({ passkey, onClose }: Props) => {
  const texts = securityTexts.use().passkeys
  const { close } = shellTexts.use()
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)
  const form = useForm({
    fields: {
      name: { initial: passkey.name, maxLength: 60, rules: [{ required: true, message: texts.required }] },
    },
  })
  const rename = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const name = form.values.name.trim()
    const answer = await call('/auth/renamePasskey', { passkeyId: passkey.passkeyId, name })
    setBusy(false)
    if (answer.ok) {
      await refresh('/auth/listPasskeys')
      onClose()
    } else if (answer.why === 'refused')
      form.setServerError('name', await messageText(answer.msg, answer.params))
  }
  const remove = async (password: string) => {
    const answer = await call('/auth/removePasskey', { passkeyId: passkey.passkeyId, password })
    if (!answer.ok) return answer
    void toastMessage('done.passkey-removed')
    await refresh('/auth/listPasskeys', '/auth/securityOverview')
    onClose()
    return undefined
  }
  if (removing)
    return (
      <PasswordDialog
        title={texts.removeTitle}
        action={texts.remove}
        icon="trash"
        danger
        onClose={onClose}
        onConfirm={remove}
      >
        {texts.removeText}
      </PasswordDialog>
    )
  return (
    <Sheet
      open
      onClose={onClose}
      title={passkey.name}
      closeLabel={close}
      footer={
        <div className={styles.pair}>
          <Button kind="danger" wide icon="trash" onPress={() => setRemoving(true)}>
            {texts.remove}
          </Button>
          <Button wide loading={busy} onPress={() => void rename()}>
            {texts.save}
          </Button>
        </div>
      }
    >
      <div className={styles.stack}>
        <Field label={texts.rename} {...form.bind('name')} />
      </div>
    </Sheet>
  )
}
