// Capacitor is loaded only inside the native wrapper; the web never downloads it.

import { goBackOrFalse } from '../back.ts'
import { shellTexts } from '../texts/index.ts'
import { toastHelper } from '../toasts.ts'
import { doubleBack } from './double-back.ts'

declare global {
  interface Window {
    Capacitor?: { readonly isNativePlatform?: () => boolean }
  }
}

const closeTopLayer = (): boolean => {
  const open = [...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1)
  if (open === undefined) return false
  // The same event a browser sends for Escape: a layer that asks before closing still asks.
  if (open.dispatchEvent(new Event('cancel', { cancelable: true }))) open.close()
  return true
}

export const startNativeBridge = async (): Promise<void> => {
  if (window.Capacitor?.isNativePlatform?.() !== true) return
  const { App } = await import('@capacitor/app')
  const press = doubleBack({
    now: () => performance.now(),
    closeLayer: closeTopLayer,
    goBack: goBackOrFalse,
    hint: () => toastHelper(shellTexts.now().doubleBack),
    quit: () => void App.exitApp(),
  })
  await App.addListener('backButton', press)
}
