import { type MouseEvent, type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'

interface ModalProps {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly onCancel: (event: SyntheticEvent<HTMLDialogElement>) => void
  readonly onClick: (event: MouseEvent<HTMLDialogElement>) => void
}

/**
 * The props of a native modal: the browser keeps focus inside, makes the page behind inert and returns the focus.
 * `onDismiss` is called for Esc and for a press on the scrim.
 */
export const useModalDialog = (open: boolean, onDismiss: () => void): ModalProps => {
  const ref = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) dialog.showModal()
    if (!open && dialog.open) dialog.close()
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
    onClick: (event) => {
      if (event.target === ref.current) onDismiss()
    },
  }
}
