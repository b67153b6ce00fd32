import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Dialog } from './Dialog.tsx'
import { cx } from '../cx.ts'
import { useModalDialog } from './use-modal-dialog.ts'
import styles from './Sheet.module.css'

interface SheetProps {
  readonly open: boolean
  /** Hidden while a sheet that it opened is shown: back returns to it. */
  readonly covered?: boolean | undefined
  readonly onClose: () => void
  readonly title: string
  readonly closeLabel: string
  /** Instead of the centred title: a subject at the left, such as an instrument with its price. */
  readonly subject?: ReactNode
  readonly children: ReactNode
  /** Stays at the bottom while the body scrolls. */
  readonly footer?: ReactNode
  /** `page`: for cards on the colour of a page. */
  readonly ground?: 'page' | undefined
  /** Asks for confirmation before typed input would be lost. */
  readonly guard?:
    | {
        readonly dirty: boolean
        readonly title: string
        readonly text: string
        readonly leave: string
        readonly stay: string
      }
    | undefined
}

/** How far the sheet must be pulled down, as a share of its height, to close it on release. */
const LET_GO = 0.25

/** The handlers of the head, by which the sheet is pulled down. */
const usePull = (open: boolean, sheet: RefObject<HTMLElement | null>, onLetGo: () => void) => {
  const from = useRef<number>(undefined)
  // The finger can lift before the last move was rendered, so the distance is also kept outside the state.
  const distance = useRef(0)
  const [pulled, setPulled] = useState(0)
  useEffect(() => {
    if (!open) setPulled(0)
  }, [open])
  const drop = (letGo: boolean) => {
    if (from.current === undefined) return
    from.current = undefined
    const height = sheet.current?.offsetHeight ?? 0
    if (letGo && distance.current > height * LET_GO) onLetGo()
    distance.current = 0
    setPulled(0)
  }
  return {
    pulled,
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if ((event.target as HTMLElement).closest('button') !== null) return
      from.current = event.clientY
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (from.current === undefined) return
      distance.current = Math.max(0, event.clientY - from.current)
      setPulled(distance.current)
    },
    onPointerUp: () => drop(true),
    onPointerCancel: () => drop(false),
  }
}

export function Sheet(props: SheetProps) {
  const { open, covered, onClose, title, closeLabel, subject, children, footer, ground, guard } = props
  const titleId = useId()
  const [asking, setAsking] = useState(false)
  useEffect(() => {
    if (!open) setAsking(false)
  }, [open])

  const dismiss = () => {
    if (guard?.dirty === true) setAsking(true)
    else onClose()
  }
  const modal = useModalDialog(open, { onDismiss: dismiss, onLeave: onClose, covered })
  const { pulled, ...handle } = usePull(open, modal.ref, dismiss)
  return (
    <dialog
      {...modal}
      className={styles.sheet}
      aria-labelledby={titleId}
      data-ground={ground}
      data-pulled={pulled > 0 || undefined}
      style={pulled > 0 ? { transform: `translateY(${pulled}px)` } : undefined}
    >
      {open ? (
        <div className={styles.frame}>
          <div className={styles.head} {...handle}>
            <i className={styles.grabber} />
            <h2 id={titleId} className={cx(subject === undefined ? styles.title : 'visually-hidden')}>
              {title}
            </h2>
            {subject === undefined ? null : <div className={styles.subject}>{subject}</div>}
            <IconButton name="close" label={closeLabel} onPress={dismiss} className={styles.close} />
          </div>
          <div className={styles.body}>{children}</div>
          {footer === undefined ? null : (
            <div className={styles.foot} data-bottom-bar="">
              {footer}
            </div>
          )}
        </div>
      ) : null}
      {guard === undefined ? null : (
        <Dialog
          open={asking}
          onClose={() => setAsking(false)}
          title={guard.title}
          icon="warning"
          tone="warn"
          role="alertdialog"
          actions={
            <>
              <Button kind="primary" wide onPress={() => setAsking(false)}>
                {guard.stay}
              </Button>
              <Button kind="text" wide onPress={onClose}>
                {guard.leave}
              </Button>
            </>
          }
        >
          {guard.text}
        </Dialog>
      )}
    </dialog>
  )
}
