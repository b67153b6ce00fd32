import type { ReactNode } from 'react'
import { Delta, type Direction } from '../content/Figures.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import styles from './ChangePill.module.css'

interface ChangeProps {
  readonly direction: Direction
  /** Percent without a sign: the triangle shows it. */
  readonly text: string
  readonly spoken: string
  readonly limit?: boolean | undefined
  readonly outlined?: boolean | undefined
}

/** The day's price change. Filled at a limit, outlined while it is only indicative. */
export function ChangePill(props: ChangeProps) {
  return <Delta {...props} kind="pill" />
}

/** Replaces the change when it is not reliable: paused, an old price, no indicative price. */
export function StatePill({ icon, children }: { readonly icon?: IconName; readonly children: ReactNode }) {
  return (
    <span className={styles.state}>
      {icon === undefined ? null : <Icon name={icon} size={0.875} weight={1.8} />}
      {children}
    </span>
  )
}
