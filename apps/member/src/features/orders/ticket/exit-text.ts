import { priceText } from '#features/market-data'
import type { EntryTexts } from './texts/tw.ts'

interface ShownExits {
  readonly stop?: number | null | undefined
  readonly takeProfit?: number | null | undefined
}

/** 停利 230.00，停損 208.00 */
export const exitText = ({ stop, takeProfit }: ShownExits, texts: EntryTexts['exits']): string =>
  [
    ...(takeProfit == null ? [] : [`${texts.takeProfit} ${priceText(takeProfit)}`]),
    ...(stop == null ? [] : [`${texts.stop} ${priceText(stop)}`]),
  ].join(texts.comma)
