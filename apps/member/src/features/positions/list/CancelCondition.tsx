// Asks before a waiting conditional order is cancelled, and cancels it.

import { Button, Dialog, useOnce } from '@fairlot/ui'
import type { ReactNode } from 'react'
import { call } from '#shell/client.ts'
import { toastHelper } from '#shell/toasts.ts'
import { positionsTexts } from '../texts/index.ts'

interface Props {
  readonly conditionalId: string
  readonly open: boolean
  readonly onClose: () => void
  /** Reads again what the cancel changes. */
  readonly refresh: () => Promise<unknown>
  readonly children: ReactNode
}

export const CancelCondition = ({ conditionalId, open, onClose, refresh, children }: Props) => {
  const { conditional: texts, order } = positionsTexts.use()
  const cancel = useOnce(async () => {
    const answer = await call('/orders/cancelConditional', { conditionalId })
    if (answer.ok) toastHelper(texts.cancelled)
    await refresh()
    onClose()
  })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={texts.ask}
      icon="warning"
      tone="warn"
      role="alertdialog"
      actions={
        <>
          <Button wide loading={cancel.busy} onPress={() => cancel.run()}>
            {order.cancel}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {order.keep}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
