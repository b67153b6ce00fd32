// Capacitor is loaded only inside the native wrapper; the web never downloads it.

import type { AppRoute } from '../route.ts'
import type { Frame } from './port.ts'

/** Capacitor's script sets it before the page's own; in a browser nothing does. */
export const isWrapped = (): boolean => 'Capacitor' in window

/** Before the first render, so that no page is shown before the lock is. */
export const startNativeBridge = async (routes: readonly AppRoute[]): Promise<Frame> => {
  const { startWrapper } = await import('./start-wrapper.ts')
  return startWrapper(routes)
}
