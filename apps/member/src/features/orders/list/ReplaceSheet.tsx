// Changes the price or the lots of a waiting order in one step: the old one ends as the new one enters.

import { useLanguage } from '@fairlot/app-shell/language'
import { isOddLot, lotSize, maxOddShares, tickAt } from '@fairlot/rules/instruments'
import { Button, Note, Sheet, SkeletonRows, useOnce } from '@fairlot/ui'
import { useState } from 'react'
import { Answered } from '#shell/Answered.tsx'
import { call } from '#shell/client.ts'
import { newId } from '#shell/send-once/new-id.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { showToast } from '#shell/toasts.ts'
import { priceText } from '#features/market-data'
import { countText, quantityText } from '../figures.ts'
import { LotStepper } from '../components/LotStepper.tsx'
import { PriceStepper } from '../components/PriceStepper.tsx'
import { signOrder } from '../sending/sign-order.ts'
import { ordersMoved } from '../sending/order-sender.ts'
import { ordersTexts } from '../texts/index.ts'
import { priceProblemOf } from '../ticket/use-ticket.ts'
import { hasFilled } from './executed.ts'
import { useSource, type TicketSource } from '../ticket/use-source.ts'
import type { Order } from './order-state.ts'
import styles from './ReplaceSheet.module.css'

interface Props {
  readonly order: Order
  readonly name: string
  readonly onClose: () => void
}

export const ReplaceSheet = ({ order, name, onClose }: Props) => {
  const texts = ordersTexts.use().replace
  const { close, loading } = shellTexts.use()
  const { source, terms } = useSource(order.symbol)
  return (
    <Sheet open onClose={onClose} title={texts.title(name)} closeLabel={close}>
      {source === undefined ? (
        <Answered read={terms}>{() => <SkeletonRows label={loading} count={3} />}</Answered>
      ) : (
        <Form order={order} source={source} onDone={onClose} />
      )}
    </Sheet>
  )
}

const Form = ({
  order,
  source,
  onDone,
}: {
  readonly order: Order
  readonly source: TicketSource
  readonly onDone: () => void
}) => {
  const all = ordersTexts.use()
  const texts = all.replace
  const { facts, answer } = source
  const [price, setPrice] = useState(order.price ?? facts.last ?? facts.reference)
  const language = useLanguage()
  // It stays in its book: lots, or the shares of an odd lot.
  const isOdd = isOddLot(order.quantity)
  const [unit, max] = isOdd ? [1, maxOddShares] : [lotSize, facts.terms.maxLots]
  const [count, setCount] = useState(Math.max(1, Math.floor(order.left / unit)))
  // Kept over retries of the same change: a second press after a lost connection is the same request.
  const [nextId, setNextId] = useState(newId)
  const problem = priceProblemOf(price, facts)
  const isCountWrong = count < 1 || count > max
  const isSame = price === order.price && count * unit === order.left
  const { run, busy } = useOnce(async () => {
    const body = await signOrder('/orders/replaceOrder', {
      orderId: order.orderId,
      newOrderId: nextId,
      price,
      quantity: count * unit,
      validity: order.validity,
      terms: answer.hash,
      // Both figures are typed beside the old ones, which counts as confirmation.
      acknowledged: ['far-price', 'equity-share'],
    })
    const done = await call('/orders/replaceOrder', body)
    if (done.ok) {
      // A fill of the new order can arrive before the answer; its toast stays.
      if (!hasFilled(nextId)) showToast({ text: texts.done, detail: texts.doneDetail, tone: 'done' })
      onDone()
    } else if (done.why === 'refused') setNextId(newId())
    await ordersMoved()
  })
  const change = (set: () => void) => {
    set()
    setNextId(newId())
  }
  return (
    <div className={styles.form}>
      <p className={styles.now}>
        {texts.now(
          order.price === null ? all.order.market : priceText(order.price),
          quantityText(order.left, language),
        )}
      </p>
      <PriceStepper
        kind={facts.kind}
        value={price}
        onChange={(next) => change(() => setPrice(next))}
        lower={facts.lower}
        upper={facts.upper}
        error={problem === undefined ? undefined : all.fieldErrors[problem](boundAt(problem, facts, price))}
      />
      <LotStepper
        odd={isOdd}
        lots={count}
        onChange={(next) => change(() => setCount(next))}
        max={max}
        error={isCountWrong ? (isOdd ? all.odd.range : all.fieldErrors.lots)(countText(max)) : undefined}
      />
      <Note>{texts.note}</Note>
      <Button
        wide
        loading={busy}
        disabled={isSame || problem !== undefined || isCountWrong}
        reason={isSame ? texts.same : undefined}
        onPress={run}
      >
        {texts.submit(priceText(price), quantityText(count * unit, language))}
      </Button>
    </div>
  )
}

const boundAt = (
  problem: 'tick' | 'above' | 'below',
  { kind, upper, lower }: TicketSource['facts'],
  price: number,
): string => priceText(problem === 'above' ? upper : problem === 'below' ? lower : tickAt(kind, price))
