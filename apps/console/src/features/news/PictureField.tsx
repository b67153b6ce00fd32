import { type FieldBinding, Note, TextLink } from '@fairlot/ui'
import { useState } from 'react'
import { sendPicture } from '#shell/client.ts'
import { failureText } from '#shell/messages.ts'
import { newsTexts } from './texts/index.ts'
import writing from '#kit/writing/Writing.module.css'

/** The server encodes the picture again; the form keeps the name under which it is stored. The preview shows it. */
export function PictureField({ id, value, onChange }: Pick<FieldBinding, 'id' | 'value' | 'onChange'>) {
  const texts = newsTexts.use().draft
  const [failure, setFailure] = useState<string>()
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    setFailure(undefined)
    const answer = await sendPicture('/news/addPicture', file)
    if (answer.ok) onChange(answer.data.picture)
    else setFailure(await failureText(answer))
  }
  return (
    <div className={writing.choice}>
      <label htmlFor={id}>{texts.picture}</label>
      <input
        id={id}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-describedby={`${id}-help`}
        onChange={(event) => void take(event.target.files?.[0])}
      />
      <small id={`${id}-help`}>{texts.pictureHelp}</small>
      {value === '' ? null : <TextLink onPress={() => onChange('')}>{texts.pictureRemove}</TextLink>}
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
    </div>
  )
}
