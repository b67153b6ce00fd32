// Capacitor is loaded only inside the native wrapper; the web never downloads it.

import { layers } from '@fairlot/ui'
import { goBackOrFalse } from '../back.ts'
import { shellTexts } from '../texts/index.ts'
import { toastHelper } from '../toasts.ts'
import { doubleBack } from './double-back.ts'

declare global {
  interface Window {
    Capacitor?: { readonly isNativePlatform?: () => boolean }
  }
}

export const startNativeBridge = async (): Promise<void> => {
  if (window.Capacitor?.isNativePlatform?.() !== true) return
  const { App } = await import('@capacitor/app')
  const press = doubleBack({
    now: () => performance.now(),
    closeLayer: () => layers.dismiss(),
    goBack: goBackOrFalse,
    hint: () => toastHelper(shellTexts.now().doubleBack),
    quit: () => void App.exitApp(),
  })
  await App.addListener('backButton', press)
}
