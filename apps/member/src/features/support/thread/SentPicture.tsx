import { cx, Icon } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { BASE, headersOf } from '#shell/client.ts'
import { currentSession } from '#shell/session.ts'
import { toastHelper } from '#shell/toasts.ts'
import { supportTexts } from '../texts/index.ts'
import { sizeText } from './Pictures.tsx'
import styles from './Thread.module.css'

interface Props {
  readonly fileId: string
  readonly bytes: number
  /** From 1, within its message. */
  readonly place: number
  /** An operator sends no pictures, and a blocked sign-in opens none. */
  readonly canOpen: boolean
}

/** A picture of the member's own message: read, decrypted by the server, and shown below its line. */
export const SentPicture = ({ fileId, bytes, place, canOpen }: Props) => {
  const texts = supportTexts.use()
  const [url, setUrl] = useState<string>()
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url])
  const turn = async () => {
    if (url !== undefined) return setUrl(undefined)
    const picture = await readPicture(fileId)
    if (picture === undefined) toastHelper()
    else setUrl(URL.createObjectURL(picture))
  }
  const line = (
    <>
      <span className={styles.well}>
        <Icon name="doc" />
      </span>
      <span>
        <b>{texts.picture(place)}</b>
        <small>{texts.pictureNote(sizeText(bytes))}</small>
      </span>
    </>
  )
  if (!canOpen) return <span className={styles.picture}>{line}</span>
  return (
    <>
      <button
        type="button"
        className={cx(styles.picture, styles.opens)}
        aria-expanded={url !== undefined}
        onClick={() => void turn()}
      >
        {line}
      </button>
      {url === undefined ? null : <img className={styles.shown} src={url} alt={texts.picture(place)} />}
    </>
  )
}

async function readPicture(fileId: string): Promise<Blob | undefined> {
  try {
    const response = await fetch(`${BASE}/uploads/readFile`, {
      method: 'POST',
      headers: headersOf(currentSession(), 'application/json'),
      body: JSON.stringify({ fileId }),
    })
    const isPicture = (response.headers.get('content-type') ?? '').startsWith('image/')
    return response.ok && isPicture ? await response.blob() : undefined
  } catch {
    return undefined
  }
}
