// Shows an order event as a toast. The texts and the instrument's name load with the first one.

import type { ExecutedFill, MemberEventKind, MemberEventOf } from '@fairlot/contract/live'
import { minuteText, priceText, shortNameIn } from '#features/market-data'
import { messageText } from '#shell/catalogue.ts'
import { call } from '#shell/client.ts'
import { currentLanguage } from '@fairlot/app-shell/language'
import { showToast } from '#shell/toasts.ts'
import { quantityText } from '../figures.ts'
import { isBooked } from '../list/executed.ts'
import { orderPath } from '../paths.ts'
import { LINK_MS } from '../sending/show-outcome.ts'
import { newsTexts } from './texts/index.ts'
import type { NewsTexts } from './texts/tw.ts'

type Go = (path: string) => void

type DataOf<Kind extends MemberEventKind> = MemberEventOf<Kind>['data']

/** With the code: the page behind the toast can be about another stock. */
const nameOf = async (symbol: string): Promise<string> => {
  const stock = await call('/stock/readStock', { symbol }, { quiet: true })
  return stock.ok ? `${shortNameIn(currentLanguage(), stock.data)} ${symbol}` : symbol
}

const showFill = (
  { orderId, side, quantity }: Pick<ExecutedFill, 'orderId' | 'side' | 'quantity'>,
  { texts, name, detail, go }: { texts: NewsTexts; name: string; detail: string; go: Go },
): void =>
  showToast({
    text: texts.filled(name, side, quantityText(quantity, currentLanguage())),
    detail,
    tone: 'done',
    ms: LINK_MS,
    action: { label: texts.view, onPress: () => go(orderPath(orderId)) },
  })

/** A fill that settlement has not booked: the toast of the booked fill replaces this one. */
export const showExecuted = async (fill: ExecutedFill, go: Go): Promise<void> => {
  const [texts, name] = await Promise.all([newsTexts.load(currentLanguage()), nameOf(fill.symbol)])
  // Reading the name took time: the booked fill may have been shown already.
  if (isBooked(fill)) return
  showFill(fill, { texts, name, detail: texts.executedDetail(priceText(fill.price)), go })
}

export const showFilled = async (data: DataOf<'order.filled'>, go: Go): Promise<void> => {
  const [texts, name] = await Promise.all([newsTexts.load(currentLanguage()), nameOf(data.symbol)])
  const isAverage = data.fills !== undefined && data.fills > 1
  const detail = (isAverage ? texts.averageDetail : texts.filledDetail)(priceText(data.price))
  // Only a buy that is booked completely is a purchase: a part may stay a part.
  const purchase =
    data.side === 'buy' && data.state === 'filled' ? ` · ${await messageText('done.purchase')}` : ''
  showFill(data, { texts, name, detail: `${detail}${purchase}`, go })
}

/** Shown a quarter of an hour before the house covers open day trades. */
export const showCovering = async (data: DataOf<'day-trading.covering'>, go: Go): Promise<void> => {
  const texts = await newsTexts.load(currentLanguage())
  showToast({
    text: texts.covering(data.positionIds.length, minuteText(Date.parse(data.at))),
    detail: texts.coveringDetail,
    tone: 'info',
    ms: LINK_MS,
    action: { label: texts.viewDayTrades, onPress: () => go('/common/dayTrading') },
  })
}

/** A completely filled order gets no toast here: its fill has shown one. */
export const showEnded = async (
  { orderId, state }: DataOf<'order.changed' | 'order.filled'>,
  go: Go,
): Promise<void> => {
  if (state !== 'refused' && state !== 'cancelled') return
  const answer = await call('/orders/readOrder', { orderId }, { quiet: true })
  if (!answer.ok) return
  const { order } = answer.data
  // A replacement has already shown its own text.
  if (order.reason === 'replaced') return
  const [texts, name] = await Promise.all([newsTexts.load(currentLanguage()), nameOf(order.symbol)])
  showToast({
    text:
      state === 'refused'
        ? texts.refused(name)
        : texts.cancelled(name, quantityText(order.quantity - order.filled, currentLanguage())),
    detail: state === 'refused' ? texts.refusedDetail : texts.cancelledDetail,
    tone: state === 'refused' ? 'crit' : 'done',
    ms: LINK_MS,
    action: { label: texts.view, onPress: () => go(orderPath(orderId)) },
  })
}
