// Registers the service worker, and asks before a new version takes over.

import { workerUrl } from '@fairlot/app-shell/worker-url'
import { shellTexts } from './texts/index.ts'
import { showToast } from './toasts.ts'

const offer = (waiting: ServiceWorker) => {
  const { text, detail, action } = shellTexts.now().update
  showToast({
    text,
    detail,
    action: { label: action, onPress: () => waiting.postMessage('take-over') },
  })
}

export const startUpdates = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  // The first worker takes over a page that is already complete; only a later one brings new files.
  let controlled = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) window.location.reload()
    controlled = true
  })
  const registration = await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  if (registration.waiting !== null && controlled) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const next = registration.installing
    next?.addEventListener('statechange', () => {
      if (next.state === 'installed' && navigator.serviceWorker.controller !== null) offer(next)
    })
  })
  const HOUR_MS = 3_600_000
  setInterval(() => void registration.update().catch(() => {}), HOUR_MS)
}
