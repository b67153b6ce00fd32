// One picture for a form: taken or chosen, shown, uploaded at once with its progress, retried after a lost connection.

import { cx, Icon } from '@fairlot/ui'
import { useId, useState } from 'react'
import { messageText } from '#shell/catalogue.ts'
import { uploadsTexts } from './texts/index.ts'
import { useUpload, type Upload } from './use-upload.ts'
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

export const PicturePicker = ({ title, hint, onUploaded, error }: Props) => {
  const texts = uploadsTexts.use()
  const id = useId()
  const [refused, setRefused] = useState<string>()
  const { upload, send: sendFile } = useUpload<File>(onUploaded)

  const send = async (file: File, url: string) => {
    setRefused(undefined)
    const failed = await sendFile(file, url)
    if (failed === undefined) return
    setRefused(failed.why === 'refused' ? await messageText(failed.msg, failed.params) : texts.cut)
  }
  const take = (file: File | undefined) => {
    if (file === undefined) return
    setRefused(undefined)
    if (!file.type.startsWith('image/')) return setRefused(texts.notPicture)
    if (file.size > MAX_BYTES) return setRefused(texts.tooLarge)
    void send(file, URL.createObjectURL(file))
  }
  const shownError = refused ?? error
  return (
    <div className={styles.picker}>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        aria-label={title}
        aria-describedby={shownError === undefined ? undefined : `${id}-error`}
        onChange={(event) => {
          take(event.target.files?.[0])
          // So that choosing the same file again is a change too.
          event.target.value = ''
        }}
      />
      {upload === undefined ? (
        <label htmlFor={id} className={cx(styles.empty, shownError !== undefined && styles.bad)}>
          <Icon name="camera" size={1.5} />
          <span>
            <b>{title}</b>
            <small>{hint}</small>
          </span>
        </label>
      ) : (
        <div className={styles.shown}>
          <img src={upload.url} alt={texts.preview} className={styles.preview} />
          <Progress upload={upload} label={title} />
          {upload.state === 'failed' ? (
            <button
              type="button"
              className={styles.act}
              onClick={() => void send(upload.picture, upload.url)}
            >
              {texts.retry}
            </button>
          ) : null}
          <label htmlFor={id} className={styles.act}>
            {texts.other}
          </label>
        </div>
      )}
      {shownError === undefined ? null : (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {shownError}
        </p>
      )}
    </div>
  )
}

const Progress = ({ upload, label }: { readonly upload: Upload<File>; readonly label: string }) => {
  const texts = uploadsTexts.use()
  return (
    <span className={styles.texts}>
      <b>{upload.picture.name}</b>
      <small role="status">
        {upload.state === 'sent'
          ? texts.sent(size(upload.picture.size))
          : upload.state === 'failed'
            ? texts.notSent
            : texts.sending(Math.round(upload.share * 100))}
      </small>
      {upload.state === 'sending' ? (
        <progress value={upload.share} max={1} className={styles.bar} aria-label={label} />
      ) : null}
    </span>
  )
}

const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
