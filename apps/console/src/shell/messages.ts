// Texts of the API's message codes, and the toasts that show them.

import type { MessageParams } from '@fairlot/contract'
import type { Failed } from './client.ts'
import { showToast } from '@fairlot/app-shell/toasts'
import { fill } from '@fairlot/app-shell/texts'
import { currentLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from './texts/index.ts'

export { showToast }

/** The text of a code; an unknown code, or texts that cannot be loaded, give the generic sentence. */
export const messageText = async (code: string, params?: MessageParams): Promise<string> => {
  const language = currentLanguage()
  try {
    const { consoleCatalogue, isConsoleCode } = await import('@fairlot/contract/catalogue/console')
    if (isConsoleCode(code)) return fill(consoleCatalogue[code][language], params)
    // The general codes (bad input, busy, too many calls) are the member catalogue's.
    const { texts } = await generalTexts[language]()
    const text = (texts as Readonly<Partial<Record<string, string>>>)[code]
    if (text !== undefined) return fill(text, params)
  } catch {
    // The chunk did not load, probably offline.
  }
  return shellTexts.now().generic
}

const generalTexts = {
  tw: () => import('@fairlot/contract/catalogue/tw'),
  en: () => import('@fairlot/contract/catalogue/en'),
} as const

/** Why a call failed, in one sentence. */
export const failureText = (failed: Failed): Promise<string> =>
  failed.why === 'refused'
    ? messageText(failed.msg, failed.params)
    : Promise.resolve(shellTexts.now().network[failed.why])

export const toastFailure = async (failed: Failed): Promise<void> => {
  if (failed.why === 'aborted' || (failed.why === 'refused' && failed.status === 401)) return
  showToast({ text: await failureText(failed), tone: 'crit', ms: 4000 })
}
