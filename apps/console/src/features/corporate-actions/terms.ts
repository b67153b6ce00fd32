import { cashText, isSplit, perThousandText, type ShareTerms } from '@fairlot/rules/corporate-actions'
import type { CorporateActionsTexts } from './texts/tw.ts'

interface Terms extends ShareTerms {
  readonly cashMicros: number
}

/** What a holder gets, in a few words. */
export function termsText(terms: Terms, texts: CorporateActionsTexts): string {
  const { cashMicros, stockMicros, splitTo, splitFrom } = terms
  if (isSplit(terms)) return texts.split(splitFrom, splitTo)
  const cash = cashMicros > 0 || stockMicros === 0 ? [texts.perShare(cashText(cashMicros))] : []
  return [...cash, ...(stockMicros > 0 ? [texts.stock(perThousandText(stockMicros))] : [])].join(' + ')
}
