import { cx, IconButton } from '@fairlot/ui'
import type { ReactNode } from 'react'
import styles from './SplitPane.module.css'

export interface Pane {
  readonly label: string
  readonly close: string
  readonly body: ReactNode
}

interface SplitPaneProps {
  readonly children: ReactNode
  readonly pane: Pane | undefined
  readonly onClose: (() => void) | undefined
  /** The pane takes a share of the page instead of a fixed width, and covers the list later. */
  readonly isShared?: boolean
}

/** A list with the details of one entry beside it. On a narrow page they cover the list. */
export const SplitPane = ({ children, pane, onClose, isShared = false }: SplitPaneProps) => (
  <div className={cx(styles.split, isShared && styles.shared, pane !== undefined && styles.open)}>
    <div className={styles.list} tabIndex={isShared ? undefined : -1}>
      {children}
    </div>
    {pane === undefined ? null : (
      <aside className={styles.pane} aria-label={pane.label}>
        <div className={styles.close}>
          <IconButton
            name="close"
            size={isShared ? undefined : 1.125}
            label={pane.close}
            onPress={() => onClose?.()}
          />
        </div>
        {pane.body}
      </aside>
    )}
  </div>
)
