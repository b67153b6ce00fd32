import { useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { dismissFailure, type PendingVote } from './pending-vote.ts'
import { queueTexts } from './texts/index.ts'
import styles from './UndoBar.module.css'

interface UndoBarProps {
  readonly pending: PendingVote
  readonly onUndo: () => void
  readonly onOpen: (reviewId: string) => void
}

/** A first approval that waits to be sent, or one that was refused. */
export function UndoBar({ pending, onUndo, onOpen }: UndoBarProps) {
  const texts = queueTexts.use().undo
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250)
    return () => clearInterval(timer)
  }, [])
  if (pending.at === 'failed') {
    return (
      <div className={styles.bar} role="alert">
        <div className={styles.text}>
          <b>{texts.failed(pending.number)}</b>
          <span>{pending.text}</span>
        </div>
        <ConsoleButton
          kind="outline"
          onPress={() => {
            dismissFailure()
            onOpen(pending.reviewId)
          }}
        >
          {texts.view}
        </ConsoleButton>
      </div>
    )
  }
  const left = Math.max(0, Math.ceil((pending.until - now) / 1000))
  return (
    <div className={styles.bar} role="status">
      <span className={styles.left} aria-hidden="true">
        {left}
      </span>
      <div className={styles.text}>
        <b>{texts.voted(pending.number, pending.what)}</b>
        <span aria-hidden="true">{texts.left(left)}</span>
      </div>
      <ConsoleButton kind="outline" hotkey="Z" onPress={onUndo}>
        {texts.button}
      </ConsoleButton>
    </div>
  )
}
