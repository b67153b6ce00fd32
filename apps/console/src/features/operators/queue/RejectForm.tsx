import type { IdentityDocument } from '@fairlot/contract/identity'
import { isTooShort, type RejectionReason } from '@fairlot/rules/operators'
import { Chip, Chips } from '@fairlot/ui'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { type FieldProblems, problemList, IdentityProblems } from './IdentityProblems.tsx'
import type { VoteBody } from './send-vote.ts'
import { queueTexts } from './texts/index.ts'
import { Counter, isTooLong } from './VoteNote.tsx'
import styles from './RejectForm.module.css'

/** The draft of a rejection, kept until it is sent. */
export interface RejectDraft {
  readonly reason: string | null
  readonly note: string
  readonly problems: FieldProblems
}
export const emptyRejection: RejectDraft = { reason: null, note: '', problems: {} }

interface RejectFormProps {
  /** The codes for which this kind of review can be rejected. */
  readonly reasons: readonly string[]
  /** For identity documents: their kind decides which fields there are. */
  readonly document: IdentityDocument | undefined
  readonly draft: RejectDraft
  readonly onChange: (next: Partial<RejectDraft>) => void
  readonly busy: boolean
  readonly onSend: (
    rejection: Required<Pick<VoteBody, 'note' | 'reason'>> & Pick<VoteBody, 'problems'>,
  ) => void
  readonly onCancel: () => void
}

interface NoteProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly id: string
  readonly note: string
  readonly isWrong: boolean
  readonly onChange: (note: string) => void
  readonly onSend: () => void
}

/** The text the member will read. */
function Note({ area, id, note, isWrong, onChange, onSend }: NoteProps) {
  const texts = queueTexts.use().reject
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {texts.note}
        <Counter text={note} />
      </label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        value={note}
        aria-invalid={isWrong || undefined}
        aria-describedby={`${id}-rule`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // Enter sends, Shift+Enter breaks the line; during composition Enter belongs to the input method.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            if (!event.repeat) onSend()
          }
        }}
      />
    </>
  )
}

type Problem = 'reason' | 'note' | null

/** What is missing before the rejection can be sent. */
function problemOf({ reason, note, problems }: RejectDraft): Problem {
  if (reason === null || (reason === 'fields-wrong' && problemList(problems).length === 0)) return 'reason'
  return isTooShort(note) || isTooLong(note) ? 'note' : null
}

/** Where the focus starts, and Escape, which cancels. */
function useFocus(hasReason: boolean, onCancel: () => void) {
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const startsWithText = useRef(hasReason)
  useEffect(() => {
    // The reason first, then the text. A draft with a reason continues with the text.
    const first = form.current?.querySelector<HTMLElement>('[role="group"] button')
    ;(startsWithText.current ? area.current : first)?.focus()
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const cancel = useEffectEvent(onCancel)
  useEffect(() => {
    const element = form.current
    const press = (event: KeyboardEvent) => {
      if (event.key === 'Escape') cancel()
    }
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [])
  return { form, area }
}

/** Why it is rejected: a code from the list, and a text the member will read. */
export function RejectForm({ reasons, document, draft, onChange, busy, onSend, onCancel }: RejectFormProps) {
  const texts = queueTexts.use().reject
  const id = useId()
  const { reason, note, problems } = draft
  const [wrong, setWrong] = useState<Problem>(null)
  const { form, area } = useFocus(reason !== null, onCancel)
  const change = (next: Partial<RejectDraft>) => {
    onChange(next)
    setWrong(null)
  }
  /** A code's standard sentence is replaced by the next code's; the operator's own text is not. */
  const isOwn = note.trim() !== '' && !Object.values(texts.codes).some(({ note: usual }) => usual === note)
  const choose = (code: string) => {
    const usual = texts.codes[code as RejectionReason]?.note ?? ''
    change({ reason: code, ...(isOwn ? {} : { note: usual }) })
    area.current?.focus()
  }
  const needsProblems = reason === 'fields-wrong'
  const send = () => {
    const problem = problemOf(draft)
    setWrong(problem)
    if (problem !== null || reason === null) area.current?.focus()
    else onSend({ reason, note, ...(needsProblems ? { problems: [...problemList(problems)] } : {}) })
  }
  return (
    <form
      ref={form}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.head}>
        <span>{texts.title}</span>
        <small>{texts.seen}</small>
      </div>
      <Chips label={texts.title}>
        {reasons.map((code) => (
          <Chip key={code} selected={reason === code} onPress={() => choose(code)}>
            {texts.codes[code as RejectionReason]?.name ?? code}
          </Chip>
        ))}
      </Chips>
      {document === undefined || !needsProblems ? null : (
        <IdentityProblems
          document={document}
          problems={problems}
          onChange={(next) => change({ problems: next })}
        />
      )}
      <Note
        area={area}
        id={id}
        note={note}
        isWrong={wrong === 'note'}
        onChange={(next) => change({ note: next })}
        onSend={send}
      />
      <div className={styles.actions}>
        <p id={`${id}-rule`} role={wrong === null ? undefined : 'alert'}>
          {wrong === 'reason'
            ? needsProblems
              ? texts.noProblem
              : texts.noReason
            : wrong === 'note'
              ? texts.empty
              : texts.rule}
        </p>
        <ConsoleButton kind="outline" onPress={onCancel}>
          {texts.cancel}
        </ConsoleButton>
        <ConsoleButton kind="danger-fill" type="submit" loading={busy} hotkey="↵">
          {texts.send}
        </ConsoleButton>
      </div>
    </form>
  )
}
