import { supportRules } from '@fairlot/rules/support'
import { useState } from 'react'
import { newIdempotencyKey } from '#shell/client.ts'
import { supportTexts } from '../texts/index.ts'
import { ChosenPictures, PictureInput } from './Pictures.tsx'
import { usePictures } from './use-pictures.ts'
import styles from './Thread.module.css'

interface Props {
  readonly onSend: (
    text: string,
    uploads: readonly string[],
    idempotencyKey: string,
  ) => Promise<'sent' | 'refused' | 'unanswered'>
  readonly withPictures?: boolean
}

/** The key stays over retries of the same message; a sent or refused one is over. */
export const Composer = ({ onSend, withPictures = false }: Props) => {
  const texts = supportTexts.use()
  const [text, setText] = useState('')
  const [key, setKey] = useState(newIdempotencyKey)
  const [busy, setBusy] = useState(false)
  const pictures = usePictures()
  const isReady = text.trim() !== '' && pictures.isReady && !busy
  const send = async () => {
    if (!isReady) return
    setBusy(true)
    const outcome = await onSend(text, pictures.uploadIds, key)
    setBusy(false)
    if (outcome === 'unanswered') return
    setKey(newIdempotencyKey())
    if (outcome === 'refused') return
    setText('')
    pictures.clear()
  }
  return (
    <div className={styles.composer}>
      {withPictures ? <ChosenPictures pictures={pictures} /> : null}
      <div className={styles.line}>
        {withPictures ? (
          <PictureInput pictures={pictures}>
            <svg viewBox="0 0 24 24" className={styles.glyph} aria-hidden="true">
              <path d="M19 11.5l-7.6 7.6a4.6 4.6 0 0 1-6.5-6.5l8-8a3.1 3.1 0 0 1 4.4 4.4l-8 8a1.5 1.5 0 0 1-2.2-2.2l7-7" />
            </svg>
          </PictureInput>
        ) : null}
        <textarea
          className={styles.input}
          rows={1}
          value={text}
          maxLength={supportRules.textMax.default}
          placeholder={texts.write}
          aria-label={texts.write}
          onChange={(event) => setText(event.target.value)}
        />
        <button
          type="button"
          className={styles.send}
          aria-label={texts.send}
          aria-disabled={!isReady}
          onClick={() => void send()}
        >
          <svg viewBox="0 0 24 24" className={styles.glyph} aria-hidden="true">
            <path d="M20 4 3.5 10.5l6.5 3 3 6.5zM20 4l-10 9.5" />
          </svg>
        </button>
      </div>
    </div>
  )
}
