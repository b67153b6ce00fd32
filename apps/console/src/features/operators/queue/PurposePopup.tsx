import { isTooShort } from '@fairlot/rules/operators'
import { Field } from '@fairlot/ui'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import type { Failed } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { queueTexts } from './texts/index.ts'

const LONGEST = 200

interface PurposePopupProps {
  readonly open: boolean
  readonly onClose: () => void
  /** The usual purpose; it can be changed. */
  readonly preset?: string | undefined
  /** Opens the data; returns the failure, if any. */
  readonly onGiven: (purpose: string) => Promise<Failed | undefined>
}

/** Asks for the purpose of opening personal data: the member will read it. */
export function PurposePopup({ open, onClose, preset = '', onGiven }: PurposePopupProps) {
  const texts = queueTexts.use().personal
  const id = useId()
  const [purpose, setPurpose] = useState(preset)
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const give = async () => {
    if (isBusy) return
    if ([...purpose].length > LONGEST) return
    if (isTooShort(purpose)) return setError(texts.required)
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
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void give()}>
            {texts.open}
          </ConsoleButton>
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
            setPurpose(text)
            setError([...text].length > LONGEST ? texts.long(LONGEST) : undefined)
          }}
          onBlur={() => {}}
        />
      </form>
    </Popup>
  )
}
