// One order, step by step: who caused what, when, by which rule, and the hash that links each step to the one before.

import type { DataOf } from '@fairlot/contract'
import { displayId } from '@fairlot/money'
import { Button, Card, CopyButton, Empty, KeyValues, LinkButton, Section, Timeline } from '@fairlot/ui'
import { lazy, Suspense, useState } from 'react'
import { TimelineProof } from '#features/audit'
import { priceText, shortNameIn, useNamedRows } from '#features/market-data'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { CancelDialog } from '../list/CancelDialog.tsx'
import { OrderHead } from '../list/OrderHead.tsx'
import { useUnbooked } from '../list/executed.ts'
import { isOpen } from '../list/order-state.ts'
import { exactTimeText } from '../list/time-text.ts'
import { dollarText, quantityText } from '../figures.ts'
import { ordersTexts } from '../texts/index.ts'
import { exitText } from '../ticket/exit-text.ts'
import { entryTexts } from '../ticket/texts/index.ts'
import { reasonTextOf, stepTextsOf } from './step-texts.ts'
import { timelineTexts } from './texts/index.ts'
import styles from './OrderTimeline.module.css'

const ReplaceSheet = lazy(() =>
  import('../list/ReplaceSheet.tsx').then((file) => ({ default: file.ReplaceSheet })),
)

export const OrderTimeline = ({ orderId }: { readonly orderId: string }) => {
  const texts = timelineTexts.use()
  const { nothing } = shellTexts.use()
  const read = useRead('/orders/readOrder', { orderId }, { quiet: true })
  const failed = read.error?.failed
  if (read.data === undefined && failed?.why === 'refused' && failed.status < 500)
    return <Empty nothing={nothing} icon="doc" text={texts.missing} />
  return <Answered read={read}>{(data) => <TimelineBody data={data} />}</Answered>
}

const TimelineBody = ({ data }: { readonly data: DataOf<'/orders/readOrder'> }) => {
  const texts = timelineTexts.use()
  const orders = ordersTexts.use()
  const { copy } = shellTexts.use()
  const { exits } = entryTexts.use()
  const language = useLanguage()
  const { order, steps, receipt } = data
  const row = useNamedRows([order.symbol]).get(order.symbol)
  const name = row === undefined ? order.symbol : shortNameIn(language, row)
  const unbooked = useUnbooked(order)
  const filled = order.filled + (unbooked?.quantity ?? 0)
  const left = unbooked?.left ?? order.left
  const ended = order.quantity - order.filled
  const context = { texts, orders, isSigned: isSignedIn(receipt?.text), order, language }
  const quantity = (shares: number) => quantityText(shares, language)
  const costs = BigInt(order.fee) + BigInt(order.tax) + BigInt(order.borrowFee)
  return (
    <div className={styles.timeline}>
      <Card pad>
        <OrderHead order={order} name={name} />
        <p className={styles.line}>
          {order.state === 'entrusted'
            ? filled === 0
              ? orders.order.none(quantity(left))
              : orders.order.waiting(quantity(filled), quantity(left))
            : ended === 0
              ? orders.order.progress(quantity(order.filled), quantity(order.quantity))
              : orders.order.ended(quantity(order.filled), quantity(ended))}
          {order.averagePrice === null ? null : <span>{texts.average(priceText(order.averagePrice))}</span>}
        </p>
        {order.exits === null ? null : (
          <p className={styles.line}>{exits.carried(exitText(order.exits, exits))}</p>
        )}
        {order.reason === null || order.state === 'filled' ? null : (
          <p className={styles.line}>{reasonTextOf(order.reason, texts)}</p>
        )}
        <p className={styles.id}>
          <span>{orders.sending.order}</span>
          <span className={styles.mono}>{displayId(order.orderId)}</span>
          <CopyButton kind="icon" text={order.orderId} texts={copy} />
        </p>
        {costs === 0n ? null : (
          <KeyValues items={[{ key: 'costs', label: texts.costsTotal, value: dollarText(costs) }]} />
        )}
        {isOpen(order) && left > 0 ? <Actions data={data} name={name} /> : null}
        {order.filled > 0 ? (
          <div className={styles.position}>
            <LinkButton kind="text" wide href={`/position/positionDetail?id=${order.positionId}`}>
              {texts.position}
            </LinkButton>
          </div>
        ) : null}
      </Card>
      <Section small title={texts.who} aside={<span className={styles.exact}>{texts.exact}</span>}>
        <Card pad>
          <Timeline
            steps={steps.map((step) => {
              const { title, caption, isBad } = stepTextsOf(step, context)
              return {
                key: String(step.n),
                state: isBad ? 'bad' : 'done',
                title,
                time: exactTimeText(step.at),
                caption,
                actor: {
                  text: texts.actors[step.who],
                  tone: step.who === 'member' ? 'me' : step.who === 'rule' ? 'warn' : undefined,
                },
              }
            })}
          />
        </Card>
      </Section>
      <div className={styles.evidence}>
        <TimelineProof orderId={order.orderId} steps={steps} />
      </div>
    </div>
  )
}

/** The receipt signed by the platform names the device key if there was one. */
const isSignedIn = (receipt: string | undefined): boolean =>
  receipt !== undefined && /"deviceKey":"[0-9a-f-]{36}"/.test(receipt)

const Actions = ({ data, name }: { readonly data: DataOf<'/orders/readOrder'>; readonly name: string }) => {
  const texts = ordersTexts.use().order
  const { order } = data
  const [open, setOpen] = useState<'cancel' | 'replace'>()
  const close = () => setOpen(undefined)
  // It ends with its parent order.
  if (order.origin === 'copy') return null
  if (order.cancelAsked) return <p className={styles.line}>{texts.cancellingShares}</p>
  return (
    <div className={styles.actions}>
      {order.origin === 'member' && order.price !== null ? (
        <Button kind="quiet" onPress={() => setOpen('replace')}>
          {texts.replace}
        </Button>
      ) : null}
      <Button kind="quiet" onPress={() => setOpen('cancel')}>
        {order.filled > 0 ? texts.cancelRemaining : texts.cancel}
      </Button>
      {open === 'cancel' ? <CancelDialog order={order} onClose={close} /> : null}
      {open === 'replace' ? (
        <Suspense>
          <ReplaceSheet order={order} name={name} onClose={close} />
        </Suspense>
      ) : null}
    </div>
  )
}
