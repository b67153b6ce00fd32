import { Field } from '@fairlot/ui'
import { useId, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import type { Failed } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { queueTexts } from './texts/index.ts'

interface PurposePopupProps {
  readonly open: boolean
  readonly onClose: () => void
  /** Opens what was asked for; answers why not. */
  readonly onGiven: (purpose: string) => Promise<Failed | undefined>
}

/** What somebody's personal data is opened for: the member will read it. */
export function PurposePopup({ open, onClose, onGiven }: PurposePopupProps) {
  const texts = queueTexts.use().personal
  const id = useId()
  const [purpose, setPurpose] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const give = async () => {
    if (isBusy) return
    if (purpose.trim() === '') return setError(texts.required)
    setBusy(true)
    const failed = await onGiven(purpose.trim())
    setBusy(false)
    if (failed === undefined) onClose()
    else setError(await failureText(failed))
  }
  return (
    <Popup
      open={open}
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <DeskButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </DeskButton>
          <DeskButton loading={isBusy} onPress={() => void give()}>
            {texts.open}
          </DeskButton>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void give()
        }}
      >
        <Field
          id={id}
          name="purpose"
          label={texts.purpose}
          value={purpose}
          error={error}
          help={texts.text}
          placeholder={texts.purposeHint}
          required
          onChange={(text) => {
            setPurpose(text.slice(0, 200))
            setError(undefined)
          }}
          onBlur={() => {}}
        />
      </form>
    </Popup>
  )
}
