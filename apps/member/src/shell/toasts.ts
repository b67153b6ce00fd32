// Server messages stay 2000 ms, helper texts 3000 ms (specification section 9); a toast with an action stays until it is
// used.

import { showToast } from '@fairlot/app-shell/toasts'
import type { MessageCode, MessageParams } from '@fairlot/contract'
import { messageText } from './catalogue.ts'
import { shellTexts } from './texts/index.ts'

export { showToast }

export const SERVER_MS = 2000
export const HELPER_MS = 3000

/** A message of the server, by its code. */
export const toastMessage = async (code: MessageCode, params?: MessageParams): Promise<void> => {
  const tone = code.startsWith('done.') ? 'done' : 'crit'
  showToast({ text: await messageText(code, params), tone, ms: SERVER_MS })
}

/** A helper toast: our own sentence, or the generic one. */
export const toastHelper = (text: string = shellTexts.now().generic): void => {
  showToast({ text, ms: HELPER_MS })
}
