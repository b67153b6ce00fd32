// Says that a price was reached, on whatever screen one is when it happens.

import { useEffect } from 'react'
import { useNavigate, type NavigateFunction } from 'react-router'
import { detailPath, minuteText, onOwn, priceText, shortNameIn } from '#features/market-data'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { currentLanguage } from '#shell/language.ts'
import { showToast } from '#shell/toasts.ts'
import { favouritesTexts } from './texts/index.ts'
import { thresholdText } from './threshold-text.ts'

interface Fired {
  /** Its id. */
  readonly alert: string
  readonly symbol: string
  /** The trade that reached it, and when. */
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

const show = async ({ alert, symbol, price, at }: Fired, navigate: NavigateFunction) => {
  const language = currentLanguage()
  const [{ alert: texts }, stock, alerts] = await Promise.all([
    favouritesTexts.load(language),
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

/** One listener for all screens that ask for it: the same alert must not be told twice. */
let listeners = 0
let stop: (() => void) | undefined

export const useAlertToasts = (): void => {
  const navigate = useNavigate()
  useEffect(() => {
    listeners += 1
    stop ??= onOwn(
      'alert.fired',
      (data) => {
        void refresh('/favourites/listAlerts')
        if (isFired(data)) void show(data, navigate)
      },
      () => void refresh('/favourites/listAlerts'),
    )
    return () => {
      listeners -= 1
      if (listeners > 0) return
      stop?.()
      stop = undefined
    }
  }, [navigate])
}
