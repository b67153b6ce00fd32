import type { IdentityDocument } from '@fairlot/contract/identity'
import { isTooShort, type RejectionReason } from '@fairlot/rules/operators'
import { Chip, Chips } from '@fairlot/ui'
import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { type Faults, faultsOf, IdentityFaults } from './IdentityFaults.tsx'
import type { VoteBody } from './send-vote.ts'
import { queueTexts } from './texts/index.ts'
import { Counter, isTooLong } from './VoteNote.tsx'
import styles from './RejectForm.module.css'

/** The draft of a rejection, kept until it is sent. */
export interface RejectDraft {
  readonly reason: string | null
  readonly words: string
  readonly faults: Faults
}
export const emptyRejection: RejectDraft = { reason: null, words: '', faults: {} }

interface RejectFormProps {
  /** The codes for which this kind of review can be rejected. */
  readonly reasons: readonly string[]
  /** For identity documents: their kind decides which fields there are. */
  readonly document: IdentityDocument | undefined
  readonly draft: RejectDraft
  readonly onChange: (next: Partial<RejectDraft>) => void
  readonly busy: boolean
  readonly onSend: (rejection: Required<Pick<VoteBody, 'note' | 'reason'>> & Pick<VoteBody, 'faults'>) => void
  readonly onCancel: () => void
}

interface WordsProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly id: string
  readonly words: string
  readonly isWrong: boolean
  readonly onChange: (words: string) => void
  readonly onSend: () => void
}

/** The text the member will read. */
function Words({ area, id, words, isWrong, onChange, onSend }: WordsProps) {
  const texts = queueTexts.use().reject
  return (
    <>
      <label htmlFor={id} className={styles.label}>
        {texts.words}
        <Counter text={words} />
      </label>
      <textarea
        ref={area}
        id={id}
        rows={3}
        value={words}
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

type Problem = 'reason' | 'words' | null

/** What is missing before the rejection can be sent. */
function problemOf({ reason, words, faults }: RejectDraft): Problem {
  if (reason === null || (reason === 'fields-wrong' && faultsOf(faults).length === 0)) return 'reason'
  return isTooShort(words) || isTooLong(words) ? 'words' : null
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
  const { reason, words, faults } = draft
  const [wrong, setWrong] = useState<Problem>(null)
  const { form, area } = useFocus(reason !== null, onCancel)
  const change = (next: Partial<RejectDraft>) => {
    onChange(next)
    setWrong(null)
  }
  /** A code's standard sentence is replaced by the next code's; the operator's own text is not. */
  const isOwn = words.trim() !== '' && !Object.values(texts.codes).some(({ words: usual }) => usual === words)
  const choose = (code: string) => {
    const usual = texts.codes[code as RejectionReason]?.words ?? ''
    change({ reason: code, ...(isOwn ? {} : { words: usual }) })
    area.current?.focus()
  }
  const needsFaults = reason === 'fields-wrong'
  const send = () => {
    const problem = problemOf(draft)
    setWrong(problem)
    if (problem !== null || reason === null) area.current?.focus()
    else onSend({ reason, note: words, ...(needsFaults ? { faults: [...faultsOf(faults)] } : {}) })
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
      {document === undefined || !needsFaults ? null : (
        <IdentityFaults document={document} faults={faults} onChange={(next) => change({ faults: next })} />
      )}
      <Words
        area={area}
        id={id}
        words={words}
        isWrong={wrong === 'words'}
        onChange={(next) => change({ words: next })}
        onSend={send}
      />
      <div className={styles.actions}>
        <p id={`${id}-rule`} role={wrong === null ? undefined : 'alert'}>
          {wrong === 'reason'
            ? needsFaults
              ? texts.noFault
              : texts.noReason
            : wrong === 'words'
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
