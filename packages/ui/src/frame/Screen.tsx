import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './Screen.module.css'

interface ScreenProps {
  readonly ground?: 'page' | 'surface' | undefined
  /** What is fixed at the bottom, so that the last line of the content can be scrolled above it. */
  readonly foot?: 'none' | 'tabs' | 'action' | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Screen({ ground = 'page', foot = 'none', className, children }: ScreenProps) {
  return (
    <div className={cx(styles.screen, styles[ground], styles[`foot-${foot}`], className)}>{children}</div>
  )
}

interface ScreenBodyProps {
  /** A column that fills the height, so that its last part can be at the bottom. */
  readonly fill?: boolean | undefined
  readonly id?: string | undefined
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function ScreenBody({ fill = false, id, className, children }: ScreenBodyProps) {
  return (
    <main id={id} className={cx(styles.body, fill && styles.fill, className)}>
      {children}
    </main>
  )
}

export function ActionBar({ children }: { readonly children: ReactNode }) {
  return (
    <div className={styles.actions} data-bottom-bar="">
      {children}
    </div>
  )
}
