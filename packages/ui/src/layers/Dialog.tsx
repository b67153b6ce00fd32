import { type ReactNode, useId } from 'react'
import { Icon } from '../Icon.tsx'
import { cx } from '../cx.ts'
import type { IconName } from '../icons.ts'
import { useModalDialog } from './use-modal-dialog.ts'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly children?: ReactNode
  readonly actions?: ReactNode
  readonly icon?: IconName | undefined
  readonly tone?: 'brand' | 'warn' | 'crit' | undefined
  readonly role?: 'dialog' | 'alertdialog' | undefined
  /** Whether back, Esc and the scrim close it. */
  readonly dismissable?: boolean | undefined
  /** A line at the bottom that fills once, in this many milliseconds. */
  readonly progressMs?: number | undefined
}

export function Dialog(props: DialogProps) {
  const {
    open,
    onClose,
    title,
    children,
    actions,
    icon,
    tone = 'brand',
    role = 'dialog',
    dismissable = true,
    progressMs,
  } = props
  const titleId = useId()
  const textId = useId()
  const modal = useModalDialog(open, {
    onDismiss: () => {
      if (dismissable) onClose()
    },
  })
  return (
    <dialog
      {...modal}
      className={styles.dialog}
      role={role}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      {open ? (
        <div className={styles.body}>
          {icon === undefined ? null : (
            <span className={cx(styles.icon, styles[tone])}>
              <Icon name={icon} size={1.75} />
            </span>
          )}
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          <div id={textId} className={styles.text}>
            {children}
          </div>
          {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
          {progressMs === undefined ? null : (
            <span className={styles.track}>
              <i style={{ animationDuration: `${progressMs}ms` }} />
            </span>
          )}
        </div>
      ) : null}
    </dialog>
  )
}
