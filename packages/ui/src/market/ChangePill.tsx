import type { ReactNode } from 'react'
import { Delta, type Direction } from '../content/Figures.tsx'
import { Icon } from '../Icon.tsx'
import type { IconName } from '../icons.ts'
import styles from './ChangePill.module.css'

interface ChangeProps {
  readonly direction: Direction
  /** Percent without a sign: the triangle is the sign. */
  readonly text: string
  readonly spoken: string
  readonly limit?: boolean | undefined
  readonly outlined?: boolean | undefined
}

/** How far the day has moved the price. Filled at a limit, outlined while it is only indicative. */
export function ChangePill(props: ChangeProps) {
  return <Delta {...props} kind="pill" />
}

/** In the place of the change when there is none to trust: paused, the age of the price, no indication. */
export function StatePill({ icon, children }: { readonly icon?: IconName; readonly children: ReactNode }) {
  return (
    <span className={styles.state}>
      {icon === undefined ? null : <Icon name={icon} size={0.875} weight={1.8} />}
      {children}
    </span>
  )
}
