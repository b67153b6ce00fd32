import { supportRules } from '@fairlot/rules/support'
import { Icon, IconButton } from '@fairlot/ui'
import { useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react'
import { useUpload } from '#features/uploads'
import { messageText } from '#shell/catalogue.ts'
import { toastHelper } from '#shell/toasts.ts'
import { supportTexts } from '../texts/index.ts'
import type { Picture, PictureList } from './use-pictures.ts'
import styles from './Thread.module.css'

const MAX_BYTES = 5 * 1024 * 1024

export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1_000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

/** The chosen pictures with their progress, and the control that adds one. */
export const Pictures = ({ pictures }: { readonly pictures: PictureList }) => {
  const texts = supportTexts.use()
  return (
    <div className={styles.pictures}>
      <ChosenPictures pictures={pictures} />
      <PictureInput pictures={pictures}>
        <span className={styles.add}>
          <Icon name="camera" size={1.25} />
          {texts.attach}
        </span>
      </PictureInput>
    </div>
  )
}

export const ChosenPictures = ({ pictures }: { readonly pictures: PictureList }) => (
  <>
    {pictures.list.map((picture) => (
      <Chosen key={picture.key} picture={picture} pictures={pictures} />
    ))}
  </>
)

interface InputProps {
  readonly pictures: PictureList
  readonly children: ReactNode
}

export const PictureInput = ({ pictures, children }: InputProps) => {
  const texts = supportTexts.use()
  const id = useId()
  const take = (file: File | undefined) => {
    if (file === undefined) return
    if (!/^image\/(jpeg|png|webp)$/.test(file.type)) return toastHelper(texts.notPicture)
    if (file.size > MAX_BYTES) return toastHelper(texts.tooLarge(MAX_BYTES / 1024 / 1024))
    if (pictures.isFull) return toastHelper(texts.tooMany(supportRules.pictures.default))
    pictures.add(file)
  }
  return (
    <label htmlFor={id} className={styles.picker}>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="visually-hidden"
        aria-label={texts.attach}
        onChange={(event) => {
          take(event.target.files?.[0])
          // So that choosing the same file again is a change too.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}

const Chosen = ({ picture, pictures }: { readonly picture: Picture; readonly pictures: PictureList }) => {
  const texts = supportTexts.use()
  const { key, file } = picture
  const [refused, setRefused] = useState<string>()
  const { upload, send } = useUpload<File>((uploadId) => pictures.setUploaded(key, uploadId))
  const start = useEffectEvent(async () => {
    const failed = await send(file, URL.createObjectURL(file))
    if (failed === undefined) return
    setRefused(failed.why === 'refused' ? await messageText(failed.msg, failed.params) : texts.notSent)
  })
  useEffect(() => {
    void start()
  }, [])
  return (
    <div className={styles.chosen}>
      <Icon name="doc" size={1.25} />
      <span>
        <b>{file.name}</b>
        <small role="status">
          {refused ??
            (upload?.state === 'sent'
              ? sizeText(file.size)
              : texts.sending(Math.round((upload?.share ?? 0) * 100)))}
        </small>
      </span>
      <IconButton name="close" label={texts.remove(file.name)} onPress={() => pictures.remove(key)} />
    </div>
  )
}
