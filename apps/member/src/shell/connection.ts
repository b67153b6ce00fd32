import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** The browser's own state. It can be wrong about being online, never about being offline. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
