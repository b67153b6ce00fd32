import type { ReactNode } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import styles from './StatusChip.module.css'

interface StatusChipProps {
  /**
   * Neutral: finished. Brand: open or verified. Warn: waiting for a person. Crit: failed. Up and down: long and short
   * only.
   */
  readonly tone?: 'neutral' | 'brand' | 'warn' | 'crit' | 'solid' | 'up' | 'down' | undefined
  readonly icon?: IconName | undefined
  readonly children: ReactNode
}

export function StatusChip({ tone = 'neutral', icon, children }: StatusChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])}>
      {icon === undefined ? null : <Icon name={icon} size={0.8125} weight={2.4} />}
      {children}
    </span>
  )
}
