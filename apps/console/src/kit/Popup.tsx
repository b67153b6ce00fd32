import { cx, useModalDialog } from '@fairlot/ui'
import { type ReactNode, useId } from 'react'
import { createPortal } from 'react-dom'
import styles from './Popup.module.css'

interface PopupProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly wide?: boolean | undefined
  /** As large as the window, for a picture. */
  readonly huge?: boolean | undefined
  /** Draws no heading: the content has its own, or is a field. The title is still spoken. */
  readonly bare?: boolean | undefined
  readonly children: ReactNode
  readonly actions?: ReactNode
}

/** A modal for console work: left-aligned, as wide as its form. In the body: a pane may cover the list that opened it. */
export function Popup({
  open,
  onClose,
  title,
  wide = false,
  huge = false,
  bare = false,
  children,
  actions,
}: PopupProps) {
  const id = useId()
  const modal = useModalDialog(open, { onDismiss: onClose })
  return createPortal(
    <dialog
      {...modal}
      className={cx(styles.popup, wide && styles.wide, huge && styles.huge)}
      aria-labelledby={id}
    >
      {open ? (
        <div className={styles.body}>
          <h2 id={id} className={bare ? 'visually-hidden' : styles.title}>
            {title}
          </h2>
          {children}
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
        </div>
      ) : null}
    </dialog>,
    document.body,
  )
}
