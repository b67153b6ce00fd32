import { Field, useForm } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { finishForm, FormPopup } from '#kit/form/FormPopup.tsx'
import { required } from '#kit/form/required.ts'
import { call } from '#shell/client.ts'
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
                {one.operator} ·{' '}
                <span className="num">
                  <Moment at={one.at} />
                </span>
              </small>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

interface NotePopupProps {
  readonly memberId: string
  readonly onClose: () => void
}

export function NotePopup({ memberId, onClose }: NotePopupProps) {
  const texts = membersTexts.use().notes
  const form = useForm({ fields: { text: required(texts.required, 1000) } })
  return (
    <FormPopup
      title={texts.add}
      cancel={texts.cancel}
      save={texts.keep}
      onClose={onClose}
      onSend={() =>
        form.validate() ? call('/members/addNote', { memberId, text: form.values.text.trim() }) : undefined
      }
      onFailed={(text) => form.setServerError('text', text)}
      onDone={() => finishForm({ text: texts.added, onClose, reads: ['/members/detail'] })}
    >
      <Field
        {...form.bind('text')}
        label={texts.label}
        help={texts.note}
        placeholder={texts.hint}
        multiline
        required
      />
    </FormPopup>
  )
}
