// Asks for the login password before a security setting changes.

import { Button, Dialog, Field, useForm, type IconName } from '@fairlot/ui'
import { useState, type ReactNode } from 'react'
import { messageText } from '#shell/catalogue.ts'
import type { Failed } from '#shell/client.ts'
import { securityTexts } from './texts/index.ts'
import styles from './PasswordDialog.module.css'

interface Props {
  readonly title: string
  readonly children?: ReactNode
  readonly action: string
  readonly icon?: IconName
  readonly danger?: boolean
  readonly onClose: () => void
  /** Returns the failure to show beside the field, or nothing on success. */
  readonly onConfirm: (password: string) => Promise<Failed | undefined>
}

export const PasswordDialog = ({ title, children, action, icon, danger, onClose, onConfirm }: Props) => {
  const texts = securityTexts.use()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    fields: {
      password: { secret: true, rules: [{ required: true, message: texts.confirmPassword.required }] },
    },
  })
  const confirm = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const failed = await onConfirm(form.values.password)
    setBusy(false)
    if (failed?.why === 'refused')
      form.setServerError('password', await messageText(failed.msg, failed.params))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      icon={icon ?? 'lock'}
      tone={danger === true ? 'crit' : 'brand'}
      actions={
        <>
          <Button
            kind={danger === true ? 'danger-fill' : 'primary'}
            wide
            loading={busy}
            onPress={() => void confirm()}
          >
            {action}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.cancel}
          </Button>
        </>
      }
    >
      {children}
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void confirm()
        }}
      >
        <Field
          label={texts.confirmPassword.label}
          type="password"
          autoComplete="current-password"
          reveal={{ show: texts.confirmPassword.show, hide: texts.confirmPassword.hide }}
          {...form.bind('password')}
        />
      </form>
    </Dialog>
  )
}
