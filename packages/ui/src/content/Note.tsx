import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import styles from './Note.module.css'

interface NoteProps {
  readonly tone?: 'info' | 'warn' | 'crit' | 'brand' | undefined
  readonly icon?: IconName | undefined
  readonly role?: 'alert' | 'status' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Note({ tone = 'info', icon, role, className, children }: NoteProps) {
  return (
    <div className={cx(styles.note, styles[tone], className)} role={role}>
      <Icon name={icon ?? (tone === 'info' || tone === 'brand' ? 'info' : 'warning')} size={1.125} />
      <span className={styles.text}>{children}</span>
    </div>
  )
}
