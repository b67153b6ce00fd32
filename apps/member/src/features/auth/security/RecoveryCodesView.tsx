import { Button, CodeInput } from '@fairlot/ui'
import { useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { useBack } from '#shell/back.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { RouteScreen } from '#shell/RouteScreen.tsx'
import { KeepCodes } from './KeepCodes.tsx'
import { securityTexts } from './texts/index.ts'
import form from './form.module.css'

export const RecoveryCodesView = () => {
  const texts = securityTexts.use()
  const back = useBack()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  if (codes !== null) return <KeepCodes codes={codes} onDone={back} />
  const renew = async () => {
    if (busy) return
    setBusy(true)
    const answer = await call('/auth/renewRecoveryCodes', { code })
    setBusy(false)
    if (answer.ok) {
      void refresh('/auth/securityOverview')
      setCodes(answer.data.recoveryCodes)
    } else if (answer.why === 'refused') setError(await messageText(answer.msg, answer.params))
  }
  return (
    <RouteScreen ground="surface">
      <div className={form.stack}>
        <div>
          <h2 className={form.heading}>{texts.recovery.renewTitle}</h2>
          <p className={form.lead}>{texts.recovery.renewText}</p>
        </div>
        <CodeInput
          label={texts.code}
          value={code}
          error={error}
          autoFocus
          onChange={(value) => {
            setCode(value)
            setError(undefined)
          }}
        />
        <Button
          wide
          loading={busy}
          disabled={code.length < 6}
          reason={texts.codeFirst}
          onPress={() => void renew()}
        >
          {texts.recovery.renewAction}
        </Button>
      </div>
    </RouteScreen>
  )
}
