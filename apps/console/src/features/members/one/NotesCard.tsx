import { Field } from '@fairlot/ui'
import { useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Popup } from '#kit/Popup.tsx'
import { useTyped } from '#kit/proposal/use-typed.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { formatMoment } from '#shell/format.ts'
import { showToast, toastFailure } from '#shell/messages.ts'
import { membersTexts } from '../texts/index.ts'
import { Card } from './Card.tsx'
import type { Member } from './member.ts'
import styles from './MemberView.module.css'

export function NotesCard({ member: { notes } }: { readonly member: Member }) {
  const texts = membersTexts.use().notes
  return (
    <Card title={texts.title} aside={texts.note}>
      {notes.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul className={styles.lines}>
        {notes.map((one) => (
          <li key={one.noteId}>
            <span className={styles.prose}>
              {one.text}
              <small>
                {one.operator} · <span className="num">{formatMoment(one.at)}</span>
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

export function NotePopup({
  memberId,
  onClose,
}: {
  readonly memberId: string
  readonly onClose: () => void
}) {
  const texts = membersTexts.use().notes
  const form = useTyped({ text: '' })
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    if (isBusy || !form.filled(texts.required, 'text')) return
    setBusy(true)
    const answer = await call('/members/addNote', { memberId, text: form.values.text.trim().slice(0, 1000) })
    setBusy(false)
    if (!answer.ok) return toastFailure(answer)
    showToast({ text: texts.added, tone: 'done' })
    onClose()
    await refresh('/members/detail')
  }
  return (
    <Popup
      open
      onClose={onClose}
      title={texts.add}
      actions={
        <>
          <ConsoleButton kind="outline" onPress={onClose}>
            {texts.cancel}
          </ConsoleButton>
          <ConsoleButton loading={isBusy} onPress={() => void keep()}>
            {texts.keep}
          </ConsoleButton>
        </>
      }
    >
      <Field
        {...form.bind('text')}
        label={texts.label}
        help={texts.note}
        placeholder={texts.hint}
        multiline
        required
      />
    </Popup>
  )
}
