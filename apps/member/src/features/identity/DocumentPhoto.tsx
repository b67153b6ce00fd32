// One side of a document: from camera or photos, shown, uploaded at once with its progress, retried after a lost
// connection.

import { cx, Icon } from '@fairlot/ui'
import { useId, useState } from 'react'
import { useUpload } from '#features/uploads'
import { messageText } from '#shell/catalogue.ts'
import { fitPicture } from './fit-picture.ts'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

interface Props {
  readonly side: 'front' | 'back'
  readonly fieldError: string | undefined
  readonly onUploaded: (uploadId: string | undefined) => void
}

export const DocumentPhoto = ({ side, fieldError, onUploaded }: Props) => {
  const texts = identityTexts.use().photos
  const id = useId()
  const [preparing, setPreparing] = useState(false)
  const [refused, setRefused] = useState<string>()
  const { upload: taken, send: sendPicture, clear } = useUpload<Blob>(onUploaded)

  const send = async (picture: Blob, url: string) => {
    const failed = await sendPicture(picture, url)
    if (failed?.why !== 'refused') return
    clear()
    setRefused(await messageText(failed.msg, failed.params))
  }
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setRefused(undefined)
    setPreparing(true)
    const picture = await fitPicture(file)
    setPreparing(false)
    if (picture === undefined) return setRefused(texts.unreadable)
    await send(picture, URL.createObjectURL(picture))
  }
  const error = refused ?? (taken?.state === 'failed' ? texts.cut : fieldError)
  const errorId = `${id}-error`
  const input = (from: 'camera' | 'gallery', label: string) => (
    <input
      id={`${id}-${from}`}
      type="file"
      accept="image/*"
      {...(from === 'camera' ? { capture: 'environment' as const } : {})}
      className="visually-hidden"
      aria-label={label}
      aria-describedby={error === undefined ? undefined : errorId}
      onChange={(event) => {
        void take(event.target.files?.[0])
        // So that choosing the same file again is a change too.
        event.target.value = ''
      }}
    />
  )
  return (
    <section className={styles.picture} aria-label={texts.take[side]}>
      {input('camera', texts.take[side])}
      <label htmlFor={`${id}-camera`} className={cx(styles.frame, error !== undefined && styles.bad)}>
        {taken === undefined ? (
          <Icon name="camera" size={1.75} />
        ) : (
          <img src={taken.url} alt={texts.preview[side]} className={styles.preview} />
        )}
      </label>
      <Progress side={side} taken={taken} preparing={preparing} />
      {taken?.state === 'failed' ? (
        <button type="button" className={styles.act} onClick={() => void send(taken.picture, taken.url)}>
          {texts.retry}
        </button>
      ) : taken?.state === 'sent' ? (
        <label htmlFor={`${id}-camera`} className={styles.act}>
          {texts.again}
        </label>
      ) : null}
      {input('gallery', `${texts.take[side]} ${texts.gallery}`)}
      {taken === undefined ? (
        <label htmlFor={`${id}-gallery`} className={styles.quiet}>
          {texts.gallery}
        </label>
      ) : null}
      {error === undefined ? null : (
        <p id={errorId} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </section>
  )
}

interface ProgressProps {
  readonly side: Props['side']
  readonly taken: { readonly state: string; readonly share: number } | undefined
  readonly preparing: boolean
}

const Progress = ({ side, taken, preparing }: ProgressProps) => {
  const texts = identityTexts.use().photos
  const title = taken?.state === 'sent' ? texts.done[side] : texts.take[side]
  return (
    <>
      <b className={styles.name} role="status">
        {taken?.state === 'sent' ? (
          <Icon name="check" size={1.125} weight={2.2} className={styles.ok} />
        ) : null}
        {preparing
          ? texts.preparing
          : taken?.state === 'sending'
            ? texts.sending(Math.round(taken.share * 100))
            : title}
      </b>
      {taken?.state === 'sending' ? (
        <progress className={styles.bar} value={taken.share} max={1} aria-label={texts.take[side]} />
      ) : null}
    </>
  )
}
