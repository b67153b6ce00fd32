import { Button, Dialog, useOnce } from '@fairlot/ui'
import { showToast } from '#shell/toasts.ts'

interface CancelDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly texts: {
    readonly title: string
    readonly yes: string
    readonly no: string
    readonly done: string
  }
  /** What cancelling does. */
  readonly children: string
  /** Cancels the request and returns whether it was done. */
  readonly onCancel: () => Promise<boolean>
}

/** Asks before a deposit or a withdrawal is cancelled. */
export const CancelDialog = ({ open, onClose, texts, children, onCancel }: CancelDialogProps) => {
  const { run, busy } = useOnce(async () => {
    if (await onCancel()) showToast({ text: texts.done, tone: 'done' })
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.title}
      icon="warning"
      tone="warn"
      role="alertdialog"
      actions={
        <>
          <Button wide loading={busy} onPress={run}>
            {texts.yes}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.no}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
