// From the confirmation to the exchange: a warning asks once, then the order is sent, and its outcome is shown.

import { useOnce } from '@fairlot/ui'
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from 'react'
import { useNavigate } from '@fairlot/app-shell/router'
import { hasFilled, orderPath, signOrder, type RiskWarningDialog, type TicketSource } from '#features/orders'
import { useMarketSession } from '#features/market-data'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { newId } from '#shell/send-once/new-id.ts'
import type { Outcome, Sending } from '#shell/send-once/send-once.ts'
import { useStore } from '@fairlot/ui/store'
import { showToast, toastMessage } from '#shell/toasts.ts'
import type { ConditionalRow, PositionRow } from '../figures.ts'
import type { TradingDay } from '../use-trading-day.ts'
import { conditionOf, needsTwoOrders, orderOf, refusalOf, type CloseDraft } from './draft.ts'
import { closeSender, type CloseBody } from './sender.ts'
import { closeTexts } from './texts/index.ts'

interface Sent {
  readonly row: PositionRow
  readonly draft: CloseDraft
  readonly source: TicketSource
  readonly day: TradingDay
  readonly changed: ConditionalRow | undefined
  readonly name: string
  readonly onBack: () => void
  readonly onDone: () => void
}

export interface SendClose {
  readonly sending: Sending<CloseBody> | null
  readonly busy: boolean
  readonly asking: readonly Asked[]
  readonly send: () => void
  readonly sendAnyway: () => void
  readonly stopAsking: () => void
}

/** What a warning asks about. */
type Asked = ComponentProps<typeof RiskWarningDialog>['asking'][number]

/** Long enough to read two lines and press. */
const LINK_MS = 6_000

export const useSendClose = (sent: Sent): SendClose => {
  const { row, draft, source, day, name, onBack, onDone } = sent
  const texts = closeTexts.use()
  const navigate = useNavigate()
  const sending = useStore(closeSender.state)
  const offset = useMarketSession()?.offset ?? 0
  const [asking, setAsking] = useState<readonly Asked[]>([])
  const condition = useSendCondition(sent)

  const hear = useEffectEvent((outcome: Outcome, orderId: string): boolean => {
    if (outcome.kind === 'placed') {
      // A fill can arrive before the answer; its toast stays.
      if (!hasFilled(orderId))
        showToast({
          text: texts.confirm.sent,
          tone: 'done',
          ms: LINK_MS,
          action: { label: texts.confirm.view, onPress: () => navigate(orderPath(orderId)) },
        })
      onDone()
      return true
    }
    if (outcome.kind === 'busy') {
      void toastMessage('system.busy')
      return true
    }
    const { refused } = outcome
    if (refused.msg === 'guard.far-price') {
      setAsking([refused])
      return true
    }
    void toastMessage(refused.msg, refused.params)
    void refresh('/orders/terms', '/positions/listPositions', '/positions/readPosition')
    onBack()
    return true
  })
  useEffect(() => closeSender.onOutcome((outcome, { body }) => hear(outcome, body.orderId)), [])

  // One at a time from the first press on: signing takes a moment, and two taps in it would be two orders.
  const sendingOrder = useOnce(async (acknowledged: readonly 'far-price'[]): Promise<void> => {
    const body: CloseBody = {
      orderId: newId(),
      ...(needsTwoOrders(draft) ? { oddOrderId: newId() } : {}),
      positionId: row.positionId,
      ...orderOf(draft),
      terms: source.answer.hash,
      ...(acknowledged.length === 0 ? {} : { acknowledged: [...acknowledged] }),
    }
    await closeSender.send(await signOrder('/orders/closePosition', body), name)
  })

  return {
    sending,
    busy: condition.busy || sendingOrder.busy || sending !== null,
    asking,
    send: () => {
      if (draft.type === 'conditional') {
        void condition.send()
        return
      }
      const refusal = refusalOf(draft, row, source.facts, day, Date.now() + offset)
      if (refusal?.msg === 'guard.far-price') setAsking([refusal])
      else sendingOrder.run([])
    },
    sendAnyway: () => {
      setAsking([])
      sendingOrder.run(['far-price'])
    },
    stopAsking: () => setAsking([]),
  }
}

const useSendCondition = ({ row, draft, source, changed, onBack, onDone }: Sent) => {
  const texts = closeTexts.use()
  const [setting, setSetting] = useState(false)
  /**
   * A condition is set once however often the button is pressed: the id stays until the server accepts it or the draft
   * changes.
   */
  const conditional = useRef<{ readonly id: string; readonly of: CloseDraft }>(undefined)
  const send = async (): Promise<void> => {
    if (conditional.current?.of !== draft) conditional.current = { id: newId(), of: draft }
    const { kind, stop, takeProfit } = conditionOf(draft)
    setSetting(true)
    const answer = await call('/orders/placeConditional', {
      conditionalId: conditional.current.id,
      positionId: row.positionId,
      kind,
      quantity: draft.quantity,
      ...(stop === undefined
        ? {}
        : {
            stop: {
              ...(stop.trigger === undefined ? {} : { trigger: stop.trigger }),
              ...(stop.distance === undefined ? {} : { distance: stop.distance }),
            },
          }),
      ...(takeProfit === undefined ? {} : { takeProfit }),
      expiresOn: draft.expiresOn,
      terms: source.answer.hash,
      ...(changed === undefined ? {} : { replaces: changed.conditionalId }),
    })
    setSetting(false)
    await refresh(
      '/orders/listConditional',
      '/positions/listPositions',
      '/positions/readPosition',
      '/orders/terms',
    )
    if (answer.ok) {
      showToast({ text: texts.conditional.sent, tone: 'done' })
      onDone()
    } else if (answer.why === 'refused') onBack()
  }
  return { busy: setting, send }
}
