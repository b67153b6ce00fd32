// How many were found, as far as is known: a full answer may have left some out.

import { mostFound } from '@fairlot/rules/instruments'
import { instrumentsTexts } from './texts/index.ts'

export const useCountText = (): ((count: number) => string) => {
  const texts = instrumentsTexts.use()
  return (count) => (count < mostFound ? String(count) : texts.orMore(count))
}
