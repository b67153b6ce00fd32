import type { ReactNode } from 'react'
import { type CopyTexts, CopyButton } from '../controls/CopyButton.tsx'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import styles from './Evidence.module.css'

interface EvidenceProps {
  readonly title: string
  readonly verdict?: string | undefined
  readonly tone?: 'ok' | 'crit' | undefined
  /** In order: a plain sentence, the numbers, the hash, a way to recompute it independently. */
  readonly children: ReactNode
}

export function Evidence({ title, verdict, tone = 'ok', children }: EvidenceProps) {
  return (
    <section className={cx(styles.block, tone === 'crit' && styles.crit)} aria-label={title}>
      <div className={styles.head}>
        <Icon name={tone === 'ok' ? 'shield-check' : 'warning'} size={1.25} />
        <h3 className={styles.title}>{title}</h3>
        {verdict === undefined ? null : <span className={styles.verdict}>{verdict}</span>}
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

interface HashProps {
  /** The displayed text: the first and last eight characters. */
  readonly text: string
  /** The copied text. */
  readonly full: string
  readonly copy: CopyTexts
}

export function Hash({ text, full, copy }: HashProps) {
  return (
    <div className={styles.hash}>
      <span>{text}</span>
      <CopyButton text={full} texts={copy} kind="icon" />
    </div>
  )
}
