import { textsIn, type TextSet as TextSetIn } from '@fairlot/ui/texts'
import { currentLanguage, turnTo, useLanguage, type Language } from './language.ts'

export { fill } from '@fairlot/ui/texts'
export type TextSet<T> = TextSetIn<T, Language>

export const { defineTexts, switchLanguage } = textsIn<Language>({
  current: currentLanguage,
  use: useLanguage,
  turnTo,
})
