import { cx } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './MemberView.module.css'

interface CardProps {
  readonly title: string
  readonly aside?: ReactNode
  readonly children: ReactNode
  /** The table extends from edge to edge. */
  readonly flush?: boolean | undefined
}

export const Card = ({ title, aside, children, flush = false }: CardProps) => (
  <section className={cx(styles.card, flush && styles.flush)} aria-label={title}>
    <h3 className={styles.title}>
      {title}
      {aside === undefined ? null : <small>{aside}</small>}
    </h3>
    {children}
  </section>
)
