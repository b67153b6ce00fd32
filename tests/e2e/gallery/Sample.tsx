import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

export const copyTexts = { copy: '複製', copied: '已複製', failed: '無法複製' }

export function Sample({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: string
  readonly children: ReactNode
}) {
  return (
    <section className={styles.sample} aria-label={title}>
      <h2>
        {title}
        {aside === undefined ? null : <small>{aside}</small>}
      </h2>
      {children}
    </section>
  )
}
