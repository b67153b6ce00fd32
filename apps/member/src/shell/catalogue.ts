// Texts of the API's message codes. They load after the first screen; a toast that needs one waits for it.

import type { MessageCode, MessageParams } from '@fairlot/contract'
import { defineTexts, fill } from '@fairlot/app-shell/texts'
import { currentLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from './texts/index.ts'

export const catalogueTexts = defineTexts({
  tw: () => import('@fairlot/contract/catalogue/tw'),
  en: () => import('@fairlot/contract/catalogue/en'),
})

/** The text of a code; an unknown code, or texts that cannot be loaded, give the generic sentence. */
export const messageText = async (code: MessageCode | '', params?: MessageParams): Promise<string> => {
  try {
    const texts: Readonly<Partial<Record<string, string>>> = await catalogueTexts.load(currentLanguage())
    const text = texts[code]
    if (text !== undefined) return fill(text, params)
  } catch {
    // The chunk did not load, probably offline.
  }
  return shellTexts.now().generic
}
