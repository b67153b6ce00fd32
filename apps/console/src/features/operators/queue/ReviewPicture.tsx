import { Icon } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { Popup } from '#kit/Popup.tsx'
import { openFile } from '#shell/client.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { PurposePopup } from './PurposePopup.tsx'
import { queueTexts } from './texts/index.ts'
import type { Openings } from './use-openings.ts'
import type { ReviewRow } from './view.ts'
import styles from './ReviewPane.module.css'

interface ReviewPictureProps {
  readonly review: ReviewRow
  readonly fileId: string
  readonly label: string
  readonly openings: Openings
}

/**
 * Covered until it is opened. While the review is open, one key opens everything; afterwards each picture is opened
 * separately, for a purpose. Kept in the page's memory only, and dropped with the review.
 */
export function ReviewPicture({ review, fileId, label: name, openings }: ReviewPictureProps) {
  const all = queueTexts.use()
  const texts = all.pane
  const me = useMe()
  const [isAsking, setAsking] = useState(false)
  const [isLarge, setLarge] = useState(false)
  const [own, setOwn] = useState<string>()
  useEffect(
    () => () => {
      if (own !== undefined) URL.revokeObjectURL(own)
    },
    [own],
  )
  const url = openings.pictures[fileId] ?? own
  const memberId = review.member?.memberId
  const press = () => {
    if (url !== undefined) setLarge(true)
    else if (openings.canOpen) void openings.open()
    else setAsking(true)
  }
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
          <button type="button" className={styles.zoom} onClick={press}>
            <Icon name={url === undefined ? 'eye' : 'expand'} size={0.875} />
            {url === undefined ? texts.open : texts.enlarge}
            <span className="visually-hidden"> {name}</span>
          </button>
        )}
      </span>
      <PurposePopup
        open={isAsking}
        preset={all.personal.reviewing(review.number)}
        onClose={() => setAsking(false)}
        onGiven={async (purpose) => {
          if (memberId === undefined) return undefined
          const answer = await openFile('/uploads/openPicture', { memberId, fileId, purpose })
          if (!answer.ok) return answer
          setOwn(URL.createObjectURL(answer.file))
          return undefined
        }}
      />
      <Popup open={isLarge} onClose={() => setLarge(false)} title={name} huge>
        <img className={styles.large} src={url} alt={name} />
      </Popup>
    </>
  )
}
