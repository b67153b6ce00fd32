// The photos of the document's sides, with what makes a photo readable.

import { Icon, Note } from '@fairlot/ui'
import { useState } from 'react'
import { DocumentPhoto } from './DocumentPhoto.tsx'
import { identityTexts } from './texts/index.ts'
import styles from './Identity.module.css'

type Side = 'front' | 'back'

export const useIdentityPhotos = (sides: readonly Side[]) => {
  const [uploads, setUploads] = useState<Partial<Record<Side, string>>>({})
  const [fieldErrors, setFieldErrors] = useState<Partial<Record<Side, string>>>({})
  return {
    sides,
    uploads,
    fieldErrors,
    isComplete: sides.every((side) => uploads[side] !== undefined),
    setFieldError: (side: Side, text: string) => setFieldErrors((before) => ({ ...before, [side]: text })),
    setUpload: (side: Side, uploadId: string | undefined) => {
      setFieldErrors(({ [side]: _, ...rest }) => rest)
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
          <DocumentPhoto
            key={side}
            side={side}
            fieldError={photos.fieldErrors[side]}
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
