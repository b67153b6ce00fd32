// One order as a card: what it is, how much has filled, the amount held for it, and the buttons to cancel or change it.

import { Button, Card } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { minuteText, priceText } from '#features/market-data'
import { useLanguage } from '@fairlot/app-shell/language'
import { moneyText, quantityText } from '../figures.ts'
import { orderPath } from '../paths.ts'
import { ordersTexts } from '../texts/index.ts'
import { exitText } from '../ticket/exit-text.ts'
import { entryTexts } from '../ticket/texts/index.ts'
import { CancelDialog } from './CancelDialog.tsx'
import { OrderHead } from './OrderHead.tsx'
import { timeText } from './time-text.ts'
import { useUnbooked } from './executed.ts'
import { isOpen, type Order } from './order-state.ts'
import styles from './OrderRow.module.css'

const ReplaceSheet = lazy(() => import('./ReplaceSheet.tsx').then((file) => ({ default: file.ReplaceSheet })))

interface Props {
  readonly order: Order
  /** The instrument's name in the member's language. */
  readonly name: string
}

export const OrderRow = ({ order, name }: Props) => {
  const texts = ordersTexts.use().order
  const { exits } = entryTexts.use()
  const language = useLanguage()
  const [open, setOpen] = useState<'cancel' | 'replace'>()
  const unbooked = useUnbooked(order)
  // A completely executed order has nothing left to cancel.
  const isWaiting = isOpen(order) && unbooked?.left !== 0
  const held =
    order.held === '0'
      ? order.purpose === 'close'
        ? texts.heldShares
        : texts.none(quantityText(order.left, language))
      : (order.filled > 0 ? texts.stillHeld : texts.held)(moneyText(order.held))
  const close = () => setOpen(undefined)
  return (
    <Card className={styles.row}>
      <OrderHead
        order={order}
        name={name}
        href={orderPath(order.orderId)}
        aside={<span>{timeText(order.placedAt)}</span>}
      />
      {order.averagePrice === null ? null : (
        <p className={styles.filled}>
          {texts.filled(quantityText(order.filled, language), priceText(order.averagePrice))}
        </p>
      )}
      {order.auctionAt === null ? null : (
        <p className={styles.small}>
          {(isOpen(order) ? texts.auction : texts.auctionEnded)(minuteText(Date.parse(order.auctionAt)))}
        </p>
      )}
      {order.exits === null ? null : (
        <p className={styles.small}>{exits.carried(exitText(order.exits, exits))}</p>
      )}
      {isWaiting && order.cancelAsked ? (
        <p className={styles.small}>
          {order.held === '0' ? texts.cancellingShares : texts.cancelling(moneyText(order.held))}
        </p>
      ) : isWaiting ? (
        <div className={styles.foot}>
          <span className={styles.small}>{held}</span>
          <span className={styles.actions}>
            {order.origin === 'member' && order.price !== null ? (
              <Button small kind="quiet" onPress={() => setOpen('replace')}>
                {texts.replace}
              </Button>
            ) : null}
            {order.origin === 'copy' ? null : (
              <Button small kind="quiet" onPress={() => setOpen('cancel')}>
                {order.filled > 0 || unbooked !== undefined ? texts.cancelRemaining : texts.cancel}
              </Button>
            )}
          </span>
        </div>
      ) : null}
      {open === 'cancel' ? <CancelDialog order={order} onClose={close} /> : null}
      {open === 'replace' ? (
        <Suspense>
          <ReplaceSheet order={order} name={name} onClose={close} />
        </Suspense>
      ) : null}
    </Card>
  )
}
