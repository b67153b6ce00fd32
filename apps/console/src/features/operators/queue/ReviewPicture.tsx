import { Field, Icon } from '@fairlot/ui'
import { useEffect, useId, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { openFile } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { queueTexts } from './texts/index.ts'
import styles from './ReviewPane.module.css'

interface ReviewPictureProps {
  readonly memberId: string | undefined
  readonly fileId: string
  readonly label: string
}

/** Shut until it is opened for a purpose the member will read; then shown from memory, and gone with the page. */
export function ReviewPicture({ memberId, fileId, label }: ReviewPictureProps) {
  const all = queueTexts.use()
  const texts = all.personal
  const me = useMe()
  const id = useId()
  const [isAsking, setAsking] = useState(false)
  const [purpose, setPurpose] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [url, setUrl] = useState<string>()
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])

  const open = async () => {
    if (memberId === undefined || isBusy) return
    if (purpose.trim() === '') return setError(texts.required)
    setBusy(true)
    const answer = await openFile('/uploads/openPicture', { memberId, fileId, purpose: purpose.trim() })
    setBusy(false)
    if (!answer.ok) return setError(await failureText(answer))
    setUrl(URL.createObjectURL(answer.file))
    setAsking(false)
  }
  return (
    <>
      {url === undefined ? (
        <span className={styles.cover}>
          <Icon name="lock" size={1.25} />
          {all.pane.pictureShut}
          {memberId !== undefined && mayDo(me, 'open-personal') ? (
            <button type="button" className={styles.show} onClick={() => setAsking(true)}>
              {all.pane.open}
              <span className="visually-hidden"> {label}</span>
            </button>
          ) : null}
        </span>
      ) : (
        <img src={url} alt={label} className={styles.paper} />
      )}
      <span>{label}</span>
      <Popup
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.title}
        actions={
          <>
            <DeskButton kind="outline" onPress={() => setAsking(false)}>
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
    </>
  )
}
