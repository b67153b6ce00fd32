// The outcome of a sent order, as a toast.

import { priceText } from '#features/market-data'
import { currentLanguage } from '@fairlot/app-shell/language'
import type { Outcome } from '#shell/send-once/send-once.ts'
import { showToast, toastMessage } from '#shell/toasts.ts'
import { quantityText } from '../figures.ts'
import { hasFilled } from '../list/executed.ts'
import { orderPath } from '../paths.ts'
import { disabledReason } from '../ticket/disabled-reasons.ts'
import { ordersTexts } from '../texts/index.ts'
import type { OrdersTexts } from '../texts/tw.ts'
import { orderSender, type OrderBody } from './order-sender.ts'

/** Long enough to read two lines and press; the linked page is also reachable from the trade page. */
export const LINK_MS = 6_000

/** Long Hon Hai, 2 lots, Limit 214.50 */
export const orderText = (texts: OrdersTexts, body: OrderBody, name: string): string => {
  const what = texts.confirm.what(body.direction, name, quantityText(body.quantity, currentLanguage()))
  const at = body.price === undefined ? texts.order.market : texts.order.limit(priceText(body.price))
  return `${what}${texts.comma}${at}`
}

export const showPlaced = async (
  body: OrderBody,
  name: string,
  go: (path: string) => void,
): Promise<void> => {
  const texts = await ordersTexts.load(currentLanguage())
  // A fill can arrive before the answer to the order; its toast must not be replaced by an older state.
  if (hasFilled(body.orderId)) return
  showToast({
    text: texts.sending.sent,
    detail: orderText(texts, body, name),
    tone: 'done',
    ms: LINK_MS,
    action: { label: texts.sending.view, onPress: () => go(orderPath(body.orderId)) },
  })
}

export const showRefused = async (outcome: Exclude<Outcome, { kind: 'placed' }>): Promise<void> => {
  const texts = await ordersTexts.load(currentLanguage())
  if (outcome.kind === 'busy') {
    const { text, detail, retry } = texts.sending.busy
    showToast({
      text,
      detail,
      tone: 'crit',
      action: { label: retry, onPress: () => void orderSender.again() },
    })
    return
  }
  const { msg, params, rule } = outcome.refused
  if (msg === 'order.choice' && rule !== undefined)
    await toastMessage(msg, { ...params, rule: disabledReason(rule, texts) })
  else await toastMessage(msg, params)
}
