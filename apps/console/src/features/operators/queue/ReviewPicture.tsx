import { Icon } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { Popup } from '#kit/Popup.tsx'
import { openFile } from '#shell/client.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { PurposePopup } from './PurposePopup.tsx'
import { queueTexts } from './texts/index.ts'
import styles from './ReviewPane.module.css'

interface ReviewPictureProps {
  readonly memberId: string | undefined
  readonly fileId: string
  readonly label: string
}

/** Covered until it is opened for a purpose. Kept in the page's memory only, and dropped with the review. */
export function ReviewPicture({ memberId, fileId, label: name }: ReviewPictureProps) {
  const texts = queueTexts.use().pane
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const [url, setUrl] = useState<string>()
  useEffect(
    () => () => {
      if (url !== undefined) URL.revokeObjectURL(url)
    },
    [url],
  )
  return (
    <>
      {url === undefined ? (
        <span className={styles.cover}>
          <Icon name="lock" size={1.25} />
          {texts.pictureShut}
        </span>
      ) : (
        <img className={styles.shot} src={url} alt={name} />
      )}
      <span className={styles.caption}>
        {name}
        {memberId === undefined || !mayDo(me, 'open-personal') ? null : (
          <button
            type="button"
            className={styles.zoom}
            onClick={() => (url === undefined ? setAsking(true) : setLarge(true))}
          >
            <Icon name={url === undefined ? 'eye' : 'expand'} size={0.875} />
            {url === undefined ? texts.open : texts.enlarge}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </span>
      <PurposePopup
        open={isAsking}
        onClose={() => setAsking(false)}
        onGiven={async (purpose) => {
          if (memberId === undefined) return undefined
          const answer = await openFile('/uploads/openPicture', { memberId, fileId, purpose })
          if (!answer.ok) return answer
          setUrl(URL.createObjectURL(answer.file))
          return undefined
        }}
      />
      <Popup open={isLarge} onClose={() => setLarge(false)} title={name} huge>
        <img className={styles.large} src={url} alt={name} />
      </Popup>
    </>
  )
}
