// The toast of a triggered alert. Its texts load with the first one.

import type { NavigateFunction } from 'react-router'
import { detailPath, minuteText, priceText, shortNameIn } from '#features/market-data'
import { call } from '#shell/client.ts'
import { currentLanguage } from '@fairlot/app-shell/language'
import { showToast } from '#shell/toasts.ts'
import { thresholdText } from '../threshold-text.ts'
import { manageTexts } from './texts/index.ts'

interface Fired {
  /** The alert's id. */
  readonly alert: string
  readonly symbol: string
  /** The trade that triggered it, and when. */
  readonly price: number
  readonly at: number
}

const isFired = (data: unknown): data is Fired =>
  typeof data === 'object' &&
  data !== null &&
  'alert' in data &&
  'symbol' in data &&
  typeof data.symbol === 'string' &&
  'price' in data &&
  typeof data.price === 'number' &&
  'at' in data &&
  typeof data.at === 'number'

export const showFired = async (data: unknown, navigate: NavigateFunction): Promise<void> => {
  if (!isFired(data)) return
  const { alert, symbol, price, at } = data
  const language = currentLanguage()
  const [{ alert: texts }, stock, alerts] = await Promise.all([
    manageTexts.load(language),
    call('/stock/readStock', { symbol }, { quiet: true }),
    call('/favourites/listAlerts', { symbol }, { quiet: true }),
  ])
  const name = stock.ok ? shortNameIn(language, stock.data) : symbol
  const terms = alerts.ok ? alerts.data.alerts.find(({ id }) => id === alert) : undefined
  showToast({
    text: texts.fired(
      name,
      terms === undefined
        ? priceText(price)
        : texts.reach(terms.kind, thresholdText(terms.kind, terms.threshold)),
    ),
    detail: texts.firedDetail(priceText(price), minuteText(at)),
    tone: 'info',
    action: { label: texts.look, onPress: () => void navigate(detailPath(symbol)) },
  })
}
