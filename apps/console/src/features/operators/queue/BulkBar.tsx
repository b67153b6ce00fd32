import { CopyButton } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { takeReviews } from './assignment.ts'
import { markSeen } from './seen.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewRow } from './view.ts'
import styles from './Queue.module.css'

interface BulkBarProps {
  readonly rows: readonly ReviewRow[]
  readonly onClear: () => void
}

/** Bulk actions are only harmless ones. A decision is always about one review. */
export function BulkBar({ rows, onClear }: BulkBarProps) {
  const texts = queueTexts.use().bulk
  return (
    <div className={styles.bulk} role="group" aria-label={texts.label}>
      <b>{texts.chosen(rows.length)}</b>
      <ConsoleButton
        kind="quiet"
        small
        onPress={() => {
          markSeen(rows.map(({ reviewId }) => reviewId))
          onClear()
        }}
      >
        {texts.seen}
      </ConsoleButton>
      <ConsoleButton
        kind="quiet"
        small
        onPress={() => {
          void takeReviews(rows)
          onClear()
        }}
      >
        {texts.take}
      </ConsoleButton>
      <CopyButton text={rows.map(({ number }) => number).join('\n')} texts={texts.copy} />
      <ConsoleButton kind="text" small onPress={onClear}>
        {texts.clear}
      </ConsoleButton>
      <span className={styles.why}>{texts.why}</span>
    </div>
  )
}
