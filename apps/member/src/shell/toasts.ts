// Toasts from anywhere, shown by the kit's provider. Server messages stay 2000 ms, helper texts 3000 ms (specification
// section 9); one with an action stays until it is used.

import type { MessageCode, MessageParams } from '@fairlot/contract'
import { messageText } from './catalogue.ts'
import { shellTexts } from './texts/index.ts'

export interface ToastRequest {
  readonly text: string
  readonly detail?: string
  readonly tone?: 'done' | 'info' | 'crit'
  readonly ms?: number
  readonly action?: { readonly label: string; readonly onPress: () => void }
}

export const SERVER_MS = 2000
export const HELPER_MS = 3000

type Show = (toast: ToastRequest) => void

let show: Show | null = null
const waiting: ToastRequest[] = []

/** The shell's root passes in the kit's toast; earlier toasts are shown then. */
export const connectToasts = (next: Show | null): void => {
  show = next
  if (next !== null) for (const toast of waiting.splice(0)) next(toast)
}

export const showToast = (toast: ToastRequest): void => {
  if (show === null) waiting.push(toast)
  else show(toast)
}

/** A message of the server, by its code. */
export const toastMessage = async (code: MessageCode, params?: MessageParams): Promise<void> => {
  const tone = code.startsWith('done.') ? 'done' : 'crit'
  showToast({ text: await messageText(code, params), tone, ms: SERVER_MS })
}

/** A helper toast: our own sentence, or the generic one. */
export const toastHelper = (text: string = shellTexts.now().generic): void => {
  showToast({ text, ms: HELPER_MS })
}
