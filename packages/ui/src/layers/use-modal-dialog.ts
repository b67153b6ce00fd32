import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'
import { useLayer } from './stack.ts'

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  readonly onClose: (event: SyntheticEvent<HTMLDialogElement>) => void
  readonly onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

interface Closing {
  /** Back, Esc and a press on the scrim. */
  readonly onDismiss: () => void
  /** Its page is left; otherwise as dismissed. */
  readonly onLeave?: (() => void) | undefined
  /** Hidden while a layer that it opened is shown; back returns to it. */
  readonly covered?: boolean | undefined
}

/**
 * The props of a native modal: the browser keeps focus inside, makes the page behind inert and returns the focus. Every
 * modal is on the stack of layers.
 */
export const useModalDialog = (
  open: boolean,
  { onDismiss, onLeave = onDismiss, covered = false }: Closing,
): ModalProps => {
  const ref = useRef<HTMLDialogElement>(null)
  useLayer(open || covered, onDismiss, onLeave)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null || !open) return
    dialog.showModal()
    return () => dialog.close()
  }, [open])
  return {
    ref,
    onCancel: (event) => {
      // A file input inside also fires `cancel`.
      if (event.target !== ref.current) return
      // Only state closes it; otherwise the element and React would disagree.
      event.preventDefault()
      onDismiss()
    },
    onClose: (event) => {
      const dialog = ref.current
      // A browser ignores the second prevented Esc in a row and closes the element: state decides again.
      if (dialog === null || event.target !== dialog || !open || dialog.open) return
      dialog.showModal()
      onDismiss()
    },
    onClick: (event) => {
      if (event.target === ref.current) onDismiss()
    },
  }
}
