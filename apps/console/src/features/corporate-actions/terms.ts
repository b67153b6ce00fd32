import { cashText, perThousandText } from './cash.ts'
import type { CorporateActionsTexts } from './texts/tw.ts'

interface Terms {
  readonly cashMicros: number
  readonly stockMicros: number
  readonly splitTo: number
  readonly splitFrom: number
}

/** What a holder gets, in a few words. */
export function termsText(
  { cashMicros, stockMicros, splitTo, splitFrom }: Terms,
  texts: CorporateActionsTexts,
): string {
  if (splitTo !== splitFrom) return texts.split(splitFrom, splitTo)
  const cash = cashMicros > 0 || stockMicros === 0 ? [texts.perShare(cashText(cashMicros))] : []
  return [...cash, ...(stockMicros > 0 ? [texts.stock(perThousandText(stockMicros))] : [])].join(' + ')
}
