import { supportMacros, supportRules } from '@fairlot/rules/support'
import { Chip, Chips, Field, Note } from '@fairlot/ui'
import { useLanguage } from '@fairlot/app-shell/language'
import { useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useSend } from '#kit/form/use-send.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useDraft } from '#shell/drafts.ts'
import { showToast } from '#shell/messages.ts'
import { supportTexts } from './texts/index.ts'
import type { Thread } from './thread.ts'
import { NotePopup } from './WorkPopups.tsx'
import styles from './Support.module.css'

/** The matter's own topic first, then the general ones. */
const macrosFor = (topic: Thread['thread']['topic']) =>
  supportMacros.toSorted((a, b) => Number(b.topic === topic) - Number(a.topic === topic))

export function AnswerForm({ data: { thread, entries } }: { readonly data: Thread }) {
  const texts = supportTexts.use()
  const language = useLanguage()
  const id = useId()
  const { threadId } = thread
  const [draft, change, forget] = useDraft(`support ${threadId}`, { text: '' })
  const [key, setKey] = useState(() => crypto.randomUUID())
  const [isNoting, setNoting] = useState(false)
  const [error, setError] = useState<string>()
  const seen = entries.at(-1)?.entryId
  const sendAs = (closes: boolean) => ({
    onSend: () => {
      if (draft.text.trim() === '' || seen === undefined) {
        setError(texts.required)
        return undefined
      }
      return call(
        '/support/answer',
        { threadId, text: draft.text, closes, seen },
        { idempotencyKey: key },
      ).then((answer) => {
        // A refusal is stored under its key: after reading what is new, the answer is another request.
        if (answer.ok || answer.why === 'refused') setKey(crypto.randomUUID())
        if (!answer.ok) void refresh('/support/thread')
        return answer
      })
    },
    onDone: async () => {
      forget()
      change({ text: '' })
      showToast({ text: texts.sent, tone: 'done' })
      await refresh('/support/thread', '/support/inbox')
    },
    of: draft.text,
  })
  const answer = useSend(sendAs(false))
  const closing = useSend(sendAs(true))
  const failure = answer.failure ?? closing.failure
  return (
    <footer className={styles.form}>
      <div className={styles.macros}>
        <Chips label={texts.macros}>
          {macrosFor(thread.topic).map(({ key: name, name: label, text }) => (
            <Chip
              key={name}
              selected={false}
              onPress={() =>
                change({ text: [draft.text.trim(), text[thread.language]].filter(Boolean).join('\n') })
              }
            >
              {label[language]}
            </Chip>
          ))}
        </Chips>
        <small>{texts.language[thread.language]}</small>
      </div>
      <Field
        id={id}
        name="answer"
        label={texts.answer}
        help={texts.answerHelp}
        multiline
        value={draft.text}
        error={error}
        onChange={(text) => {
          setError(undefined)
          change({ text: text.slice(0, supportRules.textMax.default) })
        }}
        onBlur={() => undefined}
      />
      {failure === undefined ? null : (
        <Note tone="crit" role="alert">
          {failure}
        </Note>
      )}
      <div className={styles.buttons}>
        <ConsoleButton kind="outline" onPress={() => setNoting(true)}>
          {texts.addNote}
        </ConsoleButton>
        <span />
        <ConsoleButton kind="outline" loading={closing.isBusy} onPress={() => void closing.send()}>
          {texts.sendClose}
        </ConsoleButton>
        <ConsoleButton loading={answer.isBusy} onPress={() => void answer.send()}>
          {texts.send}
        </ConsoleButton>
      </div>
      {isNoting ? <NotePopup threadId={threadId} onClose={() => setNoting(false)} /> : null}
    </footer>
  )
}
