// Server messages stay 2000 ms, helper texts 3000 ms (specification section 9); a toast with an action stays until it is
// used.

import { showToast } from '@fairlot/app-shell/toasts'
import type { MessageCode, MessageParams } from '@fairlot/contract'
import { messageText } from './catalogue.ts'
import { shellTexts } from './texts/index.ts'

export { showToast }

export const SERVER_MS = 2000
export const HELPER_MS = 3000

/** Their text says to contact customer service. */
const leadsToService: ReadonlySet<MessageCode> = new Set([
  'restriction.frozen',
  'restriction.no-trading',
  'restriction.no-withdrawal',
  'identity.duplicate',
])

/** A message of the server, by its code. One that sends to customer service has the way there, and stays. */
export const toastMessage = async (code: MessageCode, params?: MessageParams): Promise<void> => {
  const tone = code.startsWith('done.') ? 'done' : 'crit'
  const text = await messageText(code, params)
  if (!leadsToService.has(code)) return showToast({ text, tone, ms: SERVER_MS })
  const onPress = () => {
    window.location.hash = `/user/usercenter?support=list&refusal=${code}`
  }
  showToast({ text, tone, action: { label: shellTexts.now().toService, onPress } })
}

/** A helper toast: our own sentence, or the generic one. */
export const toastHelper = (text: string = shellTexts.now().generic): void => {
  showToast({ text, ms: HELPER_MS })
}
