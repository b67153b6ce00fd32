// The number of matches as far as known: a full answer can be incomplete.

import { maxFound } from '@fairlot/rules/instruments'
import { instrumentsTexts } from './texts/index.ts'

export const useCountText = (): ((count: number) => string) => {
  const texts = instrumentsTexts.use()
  return (count) => (count < maxFound ? String(count) : texts.orMore(count))
}
