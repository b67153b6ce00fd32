// Toasts from anywhere, shown by the kit's provider.

import { useToast, type ToastContent } from '@fairlot/ui'
import { useEffect } from 'react'

type Show = (toast: ToastContent) => void

let show: Show | null = null
const waiting: ToastContent[] = []

/** Earlier toasts are shown when this is called. */
export const connectToasts = (next: Show | null): void => {
  show = next
  if (next !== null) for (const toast of waiting.splice(0)) next(toast)
}

export const showToast = (toast: ToastContent): void => {
  if (show === null) waiting.push(toast)
  else show(toast)
}

/** Connects the kit's toast. Mounted once, inside its provider. */
export const ToastBridge = (): null => {
  const toast = useToast()
  useEffect(() => {
    connectToasts(toast)
    return () => connectToasts(null)
  }, [toast])
  return null
}
