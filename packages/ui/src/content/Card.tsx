import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Card.module.css'

interface CardProps {
  readonly pad?: boolean | undefined
  /** A list: hairlines between the children, inset to the text. */
  readonly rows?: boolean | undefined
  readonly as?: 'div' | 'section' | 'ul' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Card({ pad = false, rows = false, as: Tag = 'div', className, children }: CardProps) {
  return <Tag className={cx(styles.card, pad && styles.pad, rows && styles.rows, className)}>{children}</Tag>
}

interface SectionProps {
  readonly title: string
  readonly aside?: ReactNode
  /** A group title: small and grey, for settings and lists of rows. */
  readonly small?: boolean | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Section({ title, aside, small = false, className, children }: SectionProps) {
  return (
    <section className={cx(small ? styles.group : styles.section, className)} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
