import { longestReason } from '@fairlot/rules/operators'
import { cx } from '@fairlot/ui'
import { queueTexts } from './texts/index.ts'
import styles from './VoteNote.module.css'

/** The length of the text and its maximum: text is never cut. */
export function Counter({ text }: { readonly text: string }) {
  const texts = queueTexts.use()
  const length = [...text.trim()].length
  const isOver = length > longestReason
  if (length === 0) return null
  return (
    <span className={cx('num', styles.counter, isOver && styles.over)} role={isOver ? 'alert' : undefined}>
      {isOver ? texts.tooLong(length - longestReason) : `${length}/${longestReason}`}
    </span>
  )
}

export const isTooLong = (text: string): boolean => [...text.trim()].length > longestReason
