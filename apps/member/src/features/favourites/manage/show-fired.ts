// The toast of a triggered alert. Its texts load with the first one.

import type { NavigateFunction } from '@fairlot/app-shell/router'
import type { MemberEventOf } from '@fairlot/contract/live'
import { detailPath, minuteText, priceText, shortNameIn } from '#features/market-data'
import { call } from '#shell/client.ts'
import { currentLanguage } from '@fairlot/app-shell/language'
import { showToast } from '#shell/toasts.ts'
import { thresholdText } from '../threshold-text.ts'
import { manageTexts } from './texts/index.ts'

export const showFired = async (
  { alert, symbol, price, at }: MemberEventOf<'alert.fired'>['data'],
  navigate: NavigateFunction,
): Promise<void> => {
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
    action: { label: texts.view, onPress: () => navigate(detailPath(symbol)) },
  })
}
