// One picture for a form: taken or chosen, shown, uploaded at once with its progress, retried after a lost connection.

import { cx, Icon } from '@fairlot/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { sendPicture } from './send-picture.ts'
import { uploadsTexts } from './texts/index.ts'
import styles from './PicturePicker.module.css'

const MAX_BYTES = 5 * 1024 * 1024

interface Props {
  readonly title: string
  readonly hint: string
  /** Called with the id once the server has it; with undefined before that. */
  readonly onUploaded: (uploadId: string | undefined) => void
  /** The form's error about it. */
  readonly error?: string | undefined
}

interface Picture {
  readonly file: File
  readonly url: string
  readonly share: number
  readonly state: 'sending' | 'sent' | 'failed'
  readonly error?: string
}

export const PicturePicker = ({ title, hint, onUploaded, error }: Props) => {
  const texts = uploadsTexts.use()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [picture, setPicture] = useState<Picture>()
  const [refused, setRefused] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const url = picture?.url
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])

  const send = async (file: File, shown: string) => {
    running.current?.abort()
    const mine = new AbortController()
    running.current = mine
    onUploaded(undefined)
    setPicture({ file, url: shown, share: 0, state: 'sending' })
    const answer = await sendPicture(file, {
      signal: mine.signal,
      onProgress: (share) => {
        if (!mine.signal.aborted) setPicture({ file, url: shown, share, state: 'sending' })
      },
    })
    if (mine.signal.aborted) return
    if (answer.ok) {
      setPicture({ file, url: shown, share: 1, state: 'sent' })
      onUploaded(answer.data.uploadId)
      return
    }
    const text = answer.why === 'refused' ? await messageText(answer.msg, answer.params) : texts.cut
    setPicture({ file, url: shown, share: 0, state: 'failed', error: text })
  }
  const take = (file: File | undefined) => {
    if (file === undefined) return
    setRefused(undefined)
    if (!file.type.startsWith('image/')) return setRefused(texts.notPicture)
    if (file.size > MAX_BYTES) return setRefused(texts.tooLarge)
    void send(file, URL.createObjectURL(file))
  }
  const fault = refused ?? picture?.error ?? error
  return (
    <div className={styles.picker}>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        aria-label={title}
        aria-describedby={fault === undefined ? undefined : `${id}-error`}
        onChange={(event) => {
          take(event.target.files?.[0])
          // So that choosing the same file again is a change too.
          event.target.value = ''
        }}
      />
      {picture === undefined ? (
        <label htmlFor={id} className={cx(styles.empty, fault !== undefined && styles.bad)}>
          <Icon name="camera" size={1.5} />
          <span>
            <b>{title}</b>
            <small>{hint}</small>
          </span>
        </label>
      ) : (
        <div className={styles.shown}>
          <img src={picture.url} alt={texts.preview} className={styles.preview} />
          <span className={styles.words}>
            <b>{picture.file.name}</b>
            <small role="status">
              {picture.state === 'sent'
                ? texts.sent(size(picture.file.size))
                : picture.state === 'failed'
                  ? texts.notSent
                  : texts.sending(Math.round(picture.share * 100))}
            </small>
            {picture.state === 'sending' ? (
              <progress value={picture.share} max={1} className={styles.bar} aria-label={title} />
            ) : null}
          </span>
          {picture.state === 'failed' ? (
            <button type="button" className={styles.act} onClick={() => void send(picture.file, picture.url)}>
              {texts.retry}
            </button>
          ) : null}
          <label htmlFor={id} className={styles.act}>
            {texts.other}
          </label>
        </div>
      )}
      {fault === undefined ? null : (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {fault}
        </p>
      )}
    </div>
  )
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
