import type { ReactNode } from 'react'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import styles from './Bar.module.css'

interface BarProps {
  readonly title?: string | undefined
  readonly back?: { readonly label: string; readonly onPress: () => void } | undefined
  readonly leading?: ReactNode
  readonly trailing?: ReactNode
  /** The simulated mark. It cannot be dismissed, so it has its own place. */
  readonly mark?: ReactNode
  /** A root page has a large title at the left and no back button. */
  readonly root?: boolean | undefined
}

export function Bar({ title, back, leading, trailing, mark, root = false }: BarProps) {
  if (root)
    return (
      <header className={cx(styles.bar, styles.root)}>
        {leading}
        <h1 className={styles.rootTitle}>{title}</h1>
        {mark === undefined ? null : <span className={styles.mark}>{mark}</span>}
        {trailing}
      </header>
    )
  return (
    <header className={styles.bar}>
      <div className={styles.side}>
        {back === undefined ? null : (
          <IconButton name="back" size={1.5} label={back.label} onPress={back.onPress} />
        )}
        {leading}
      </div>
      {title === undefined ? null : <h1 className={styles.title}>{title}</h1>}
      <div className={cx(styles.side, styles.end)}>
        {mark === undefined ? null : <span className={styles.mark}>{mark}</span>}
        {trailing}
      </div>
    </header>
  )
}
