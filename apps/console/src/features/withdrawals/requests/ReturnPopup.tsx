import { Field, Note } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText, showToast } from '#shell/messages.ts'
import { withdrawalsTexts } from './texts/index.ts'

interface ReturnPopupProps {
  readonly withdrawalId: string
  readonly onClose: () => void
}

export function ReturnPopup({ withdrawalId, onClose }: ReturnPopupProps) {
  const texts = withdrawalsTexts.use().returning
  const id = useId()
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    if (reason.trim() === '') return setError(texts.required)
    setBusy(true)
    const answer = await call('/withdrawals/proposeReturn', { withdrawalId, reason: reason.trim() })
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    showToast({ text: texts.sent(answer.data.number), tone: 'done', ms: 3000 })
    onClose()
    await refresh('/withdrawals/record', '/operators/queue', '/operators/queueCounts')
  }
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void send()}>
            {texts.send}
          </ConsoleButton>
        </>
      }
    >
      <Note>{texts.text}</Note>
      <Field
        id={id}
        name="reason"
        label={texts.reason}
        value={reason}
        error={error}
        help={texts.reasonHelp}
        required
        onChange={(text) => {
          setReason(text.slice(0, 300))
          setError(undefined)
        }}
        onBlur={() => {}}
      />
    </Popup>
  )
}
