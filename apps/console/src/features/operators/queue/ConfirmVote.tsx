import { useEffect, useEffectEvent, useRef } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Key } from '#kit/Key.tsx'
import { queueTexts } from './texts/index.ts'
import styles from './ConfirmVote.module.css'

interface ConfirmVoteProps {
  /** What will happen, with the amount. */
  readonly sentence: string
  readonly effects: readonly string[]
  readonly button: string
  readonly busy: boolean
  readonly onSend: () => void
  readonly onCancel: () => void
}

/** The second step of a vote that executes: a sentence with amount and effect, confirmed with Enter. */
export function ConfirmVote({ sentence, effects, button, busy, onSend, onCancel }: ConfirmVoteProps) {
  const texts = queueTexts.use().confirm
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    }
    // Enter on a button activates that button.
    if (event.key === 'Enter' && event.target === panel.current) {
      event.preventDefault()
      event.stopPropagation()
      if (!event.repeat) onSend()
    }
  })
  useEffect(() => {
    const element = panel.current
    const press = (event: KeyboardEvent) => pressed(event)
    element?.addEventListener('keydown', press)
    return () => element?.removeEventListener('keydown', press)
  }, [])
  return (
    <div
      ref={panel}
      className={styles.confirm}
      role="alertdialog"
      aria-labelledby="confirm-sentence"
      aria-describedby="confirm-effects"
      tabIndex={-1}
    >
      <span className={styles.step}>{texts.step}</span>
      <div className={styles.text}>
        <b id="confirm-sentence">{sentence}</b>
        <ul id="confirm-effects">
          {effects.map((effect) => (
            <li key={effect}>{effect}</li>
          ))}
          <li>{texts.final}</li>
        </ul>
      </div>
      <div className={styles.actions}>
        <ConsoleButton kind="outline" onPress={onCancel}>
          {texts.cancel}
          <Key>{ESC}</Key>
        </ConsoleButton>
        <ConsoleButton loading={busy} hotkey="↵" onPress={onSend}>
          {button}
        </ConsoleButton>
      </div>
    </div>
  )
}

/** As printed on the keyboard. */
const ESC = 'Esc'
