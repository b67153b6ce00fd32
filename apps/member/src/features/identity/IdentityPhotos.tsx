// The photos of the document's sides, with what makes a photo readable.

import { Icon, Note } from '@fairlot/ui'
import { useState } from 'react'
import { PaperPicture } from './PaperPicture.tsx'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

type Side = 'front' | 'back'

export const useIdentityPhotos = (sides: readonly Side[]) => {
  const [uploads, setUploads] = useState<Partial<Record<Side, string>>>({})
  const [faults, setFaults] = useState<Partial<Record<Side, string>>>({})
  return {
    sides,
    uploads,
    faults,
    isComplete: sides.every((side) => uploads[side] !== undefined),
    setFault: (side: Side, text: string) => setFaults((before) => ({ ...before, [side]: text })),
    setUpload: (side: Side, uploadId: string | undefined) => {
      setFaults(({ [side]: _, ...rest }) => rest)
      setUploads(({ [side]: _, ...rest }) => (uploadId === undefined ? rest : { ...rest, [side]: uploadId }))
    },
  }
}

interface Props {
  readonly photos: ReturnType<typeof useIdentityPhotos>
  readonly hidden: boolean
}

export const IdentityPhotos = ({ photos, hidden }: Props) => {
  const texts = identityTexts.use().photos
  return (
    <div hidden={hidden}>
      <div className={styles.pictures}>
        {photos.sides.map((side) => (
          <PaperPicture
            key={side}
            side={side}
            fault={photos.faults[side]}
            onUploaded={(uploadId) => photos.setUpload(side, uploadId)}
          />
        ))}
      </div>
      <ul className={styles.tips}>
        {texts.tips.map((tip) => (
          <li key={tip}>
            <Icon name="check" size={1.125} />
            {tip}
          </li>
        ))}
        <li>
          <Icon name="lock" size={1.125} />
          {texts.sealed}
        </li>
      </ul>
      <Note icon="clock">{texts.time}</Note>
    </div>
  )
}
