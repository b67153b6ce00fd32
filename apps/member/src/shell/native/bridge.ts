// Capacitor is loaded only inside the native wrapper; the web never downloads it.

import type { ComponentType, ReactNode } from 'react'
import type { AppRoute } from '../route.ts'

declare global {
  interface Window {
    Capacitor?: { readonly isNativePlatform?: () => boolean }
  }
}

/** Around all pages: locks them, and blocks screenshots of secret ones. */
export type Frame = ComponentType<{ readonly children: ReactNode }>

export const isWrapped = (): boolean => window.Capacitor?.isNativePlatform?.() === true

/** Before the first render, so that no page is shown before the lock is. */
export const startNativeBridge = async (routes: readonly AppRoute[]): Promise<Frame> => {
  const { startWrapper } = await import('./start-wrapper.ts')
  return startWrapper(routes)
}
