import { Button, CodeInput, Field, Sheet, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { toastMessage } from '#shell/toasts.ts'
import { securityTexts } from './texts/index.ts'
import styles from './form.module.css'

export const TurnOffTwoStep = ({ onClose }: { onClose: () => void }) => {
  const texts = securityTexts.use()
  const { close } = shellTexts.use()
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const form = useForm({
    fields: {
      password: { secret: true, rules: [{ required: true, message: texts.confirmPassword.required }] },
    },
  })
  const turnOff = async () => {
    if (busy || !form.validate()) return
    setBusy(true)
    const answer = await call('/auth/removeAuthenticator', { password: form.values.password, code })
    setBusy(false)
    if (answer.ok) {
      void toastMessage('done.second-factor-off')
      await refresh('/auth/securityOverview')
      onClose()
    } else if (answer.why === 'refused') {
      const text = await messageText(answer.msg, answer.params)
      if (answer.msg === 'auth.wrong-code') setCodeError(text)
      else form.setServerError('password', text)
    }
  }
  return (
    <Sheet
      open
      onClose={onClose}
      title={texts.twoStep.turnOffTitle}
      closeLabel={close}
      footer={
        <Button
          kind="danger-fill"
          wide
          loading={busy}
          disabled={code.length < 6}
          reason={texts.codeFirst}
          onPress={() => void turnOff()}
        >
          {texts.twoStep.turnOffAction}
        </Button>
      }
    >
      <div className={styles.stack}>
        <p className={styles.lead}>{texts.twoStep.turnOffText}</p>
        <Field
          label={texts.confirmPassword.label}
          type="password"
          autoComplete="current-password"
          reveal={{ show: texts.confirmPassword.show, hide: texts.confirmPassword.hide }}
          {...form.bind('password')}
        />
        <div>
          <p className={styles.label}>{texts.code}</p>
          <CodeInput
            label={texts.code}
            value={code}
            error={codeError}
            onChange={(value) => {
              setCode(value)
              setCodeError(undefined)
            }}
          />
        </div>
      </div>
    </Sheet>
  )
}
