import { Choices, Field, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { finishForm, FormPopup } from '#kit/form/FormPopup.tsx'
import { call } from '#shell/client.ts'
import { supportTexts } from './texts/index.ts'
import type { Thread } from './thread.ts'

interface NoteProps {
  readonly threadId: string
  readonly onClose: () => void
}

export function NotePopup({ threadId, onClose }: NoteProps) {
  const texts = supportTexts.use()
  const form = useForm({
    fields: { text: { maxLength: 1_000, rules: [{ required: true, message: texts.required }] } },
  })
  return (
    <FormPopup
      title={texts.addNote}
      cancel={texts.cancel}
      save={texts.saveNote}
      onClose={onClose}
      onSend={() =>
        form.validate() ? call('/support/addNote', { threadId, text: form.values.text }) : undefined
      }
      onDone={() => finishForm({ text: texts.noted, onClose, reads: ['/support/thread'] })}
    >
      <Field label={texts.noteLabel} help={texts.noteHelp} multiline required {...form.bind('text')} />
    </FormPopup>
  )
}

interface HandOverProps extends NoteProps {
  readonly colleagues: Thread['colleagues']
}

export function HandOverPopup({ threadId, colleagues, onClose }: HandOverProps) {
  const texts = supportTexts.use()
  const [to, setTo] = useState(colleagues[0]?.operatorId)
  const form = useForm({
    fields: { note: { maxLength: 1_000, rules: [{ required: true, message: texts.required }] } },
  })
  return (
    <FormPopup
      title={texts.handOverTitle}
      cancel={texts.cancel}
      save={texts.handOver}
      onClose={onClose}
      onSend={() =>
        to !== undefined && form.validate()
          ? call('/support/assign', { threadId, to, note: form.values.note })
          : undefined
      }
      onDone={() =>
        finishForm({ text: texts.handedOver, onClose, reads: ['/support/thread', '/support/inbox'] })
      }
    >
      <Choices
        label={texts.colleague}
        layout="rows"
        value={to}
        onChange={setTo}
        items={colleagues.map(({ operatorId, name }) => ({ value: operatorId, title: name }))}
      />
      <Field label={texts.handNote} help={texts.noteHelp} multiline required {...form.bind('note')} />
    </FormPopup>
  )
}
