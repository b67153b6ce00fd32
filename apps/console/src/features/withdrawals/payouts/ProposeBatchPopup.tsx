import { Field, Note } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { failureText, showToast } from '#shell/messages.ts'
import type { Queued } from './payouts.ts'
import { payoutsTexts } from './texts/index.ts'

interface ProposeBatchPopupProps {
  readonly queued: Queued
  readonly onClose: () => void
}

export function ProposeBatchPopup({ queued: { currency, count, total }, onClose }: ProposeBatchPopupProps) {
  const texts = payoutsTexts.use().proposing
  const id = useId()
  const [why, setWhy] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    if (isBusy) return
    if (why.trim() === '') return setError(texts.required)
    setBusy(true)
    const answer = await call('/withdrawals/proposeBatch', { currency, why: why.trim() })
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    showToast({ text: texts.sent(answer.data.number), tone: 'done', ms: 3000 })
    onClose()
    await refresh('/withdrawals/payouts', '/operators/queue', '/operators/queueCounts')
  }
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.title(currency)}
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
      <Note>{texts.text(count, moneyText(total, currency))}</Note>
      <Field
        id={id}
        name="why"
        label={texts.why}
        value={why}
        error={error}
        help={texts.whyHelp}
        required
        onChange={(text) => {
          setWhy(text.slice(0, 300))
          setError(undefined)
        }}
        onBlur={() => {}}
      />
    </Popup>
  )
}
