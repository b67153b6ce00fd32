import { Button, Dialog, useOnce } from '@fairlot/ui'
import { call } from '#shell/client.ts'
import { showToast } from '#shell/toasts.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { moneyText, quantityText } from '../figures.ts'
import { ordersMoved } from '../sending/order-sender.ts'
import { ordersTexts } from '../texts/index.ts'
import type { Order } from './order-state.ts'

interface Props {
  readonly order: Order
  readonly onClose: () => void
}

/**
 * Asks for confirmation before the open part of an order is cancelled. The order can still fill until the venue
 * answers.
 */
export const CancelDialog = ({ order, onClose }: Props) => {
  const texts = ordersTexts.use().cancel
  const language = useLanguage()
  const { run, busy } = useOnce(async () => {
    const answer = await call('/orders/cancelOrder', { orderId: order.orderId })
    if (answer.ok) showToast({ text: texts.asked, detail: texts.askedDetail, tone: 'done' })
    // Refused: the order has ended meanwhile, and the list shows how.
    if (answer.ok || answer.why === 'refused') onClose()
    await ordersMoved()
  })
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(quantityText(order.left, language))}
      role="alertdialog"
      actions={
        <>
          <Button wide loading={busy} onPress={run}>
            {texts.confirm}
          </Button>
          <Button kind="text" wide onPress={onClose}>
            {texts.keep}
          </Button>
        </>
      }
    >
      <p>{texts.text}</p>
      {order.held === '0' ? null : <p>{texts.held(moneyText(order.held))}</p>}
    </Dialog>
  )
}
