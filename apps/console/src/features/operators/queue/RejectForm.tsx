import type { IdentityDocument, IdentityFault, IdentityField } from '@fairlot/contract/identity'
import type { ReviewKind } from '@fairlot/contract/operators'
import { writeRejection } from '@fairlot/rules/identity'
import { Chip, Chips } from '@fairlot/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { type Faults, IdentityFaults } from './IdentityFaults.tsx'
import { queueTexts } from './texts/index.ts'
import styles from './RejectForm.module.css'

interface RejectFormProps {
  readonly kind: ReviewKind
  /** Of papers: their kind says which fields there are. */
  readonly document: IdentityDocument | undefined
  readonly initial: string
  readonly busy: boolean
  readonly onSend: (reason: string) => void
  readonly onCancel: () => void
}

/** Why it is turned down, in words the member will read. */
export function RejectForm({ kind, document, initial, busy, onSend, onCancel }: RejectFormProps) {
  const texts = queueTexts.use().reject
  const id = useId()
  const [reason, setReason] = useState(initial)
  const [faults, setFaults] = useState<Faults>({})
  const [isMissing, setMissing] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    area.current?.focus()
    area.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const presets =
    kind === 'identity' || kind === 'deposit' || kind === 'withdrawal'
      ? texts.reasons[kind]
      : texts.reasons.other
  const send = () => {
    const marks = Object.entries(faults) as [IdentityField, IdentityFault][]
    const whole = writeRejection(
      marks.map(([field, fault]) => ({ field, fault })),
      reason,
    )
    if (whole === '') {
      setMissing(true)
      area.current?.focus()
    } else onSend(whole)
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className={styles.head}>
        <label htmlFor={id}>{texts.title}</label>
        <small>{texts.seen}</small>
      </div>
      {document === undefined ? null : (
        <IdentityFaults
          document={document}
          faults={faults}
          onChange={(next) => {
            setFaults(next)
            setMissing(false)
          }}
        />
      )}
      <Chips label={texts.title}>
        {presets.map((preset) => (
          <Chip
            key={preset}
            selected={reason === preset}
            onPress={() => {
              setReason(preset)
              setMissing(false)
              area.current?.focus()
            }}
          >
            {preset.split(/[，。,.]/)[0]}
          </Chip>
        ))}
      </Chips>
      <textarea
        ref={area}
        id={id}
        rows={3}
        maxLength={1000}
        value={reason}
        aria-invalid={isMissing || undefined}
        aria-describedby={`${id}-rule`}
        onChange={(event) => {
          setReason(event.target.value)
          setMissing(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onCancel()
          // Enter sends, Shift+Enter breaks the line; while characters are composed it belongs to the input method.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) {
            event.preventDefault()
            send()
          }
        }}
      />
      <div className={styles.actions}>
        <p id={`${id}-rule`} role={isMissing ? 'alert' : undefined}>
          {isMissing ? texts.empty : texts.rule}
        </p>
        <DeskButton kind="outline" onPress={onCancel}>
          {texts.cancel}
        </DeskButton>
        <DeskButton kind="danger-fill" type="submit" loading={busy} hotkey="↵">
          {texts.send}
        </DeskButton>
      </div>
    </form>
  )
}
