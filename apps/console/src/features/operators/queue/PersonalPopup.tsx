import { Field } from '@fairlot/ui'
import { useId, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { call } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'

type Personal = NonNullable<ReviewDetail['facts'][number]['personal']>

interface PersonalPopupProps {
  readonly asked: Personal | null
  readonly onClose: () => void
  readonly onOpened: (personal: Personal, value: string) => void
}

/** One masked field in the clear, for a purpose the member will read. */
export function PersonalPopup({ asked, onClose, onOpened }: PersonalPopupProps) {
  const texts = queueTexts.use().personal
  const id = useId()
  const [purpose, setPurpose] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const open = async () => {
    if (asked === null || isBusy) return
    if (purpose.trim() === '') return setError(texts.required)
    setBusy(true)
    const answer = await call('/operators/openPersonal', { ...asked, purpose: purpose.trim() })
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    onOpened(asked, answer.data.value)
  }
  return (
    <Popup
      open={asked !== null}
      onClose={onClose}
      title={texts.title}
      actions={
        <>
          <DeskButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </DeskButton>
          <DeskButton loading={isBusy} onPress={() => void open()}>
            {texts.open}
          </DeskButton>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void open()
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
