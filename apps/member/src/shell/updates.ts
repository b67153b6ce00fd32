// Registers the service worker, and asks before a new version takes over. Its URL is the only script URL this app
// creates, so this is the only Trusted Types policy.

import { shellTexts } from './texts/index.ts'
import { showToast } from './toasts.ts'

export const POLICY_NAME = 'fairlot-service-worker'
const WORKER = '/sw.js'

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}

declare global {
  interface Window {
    readonly trustedTypes?: TrustedTypes
  }
}

const workerUrl = (): string => {
  const policy = window.trustedTypes?.createPolicy(POLICY_NAME, {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`not the service worker: ${url}`)
      return url
    },
  })
  return policy?.createScriptURL(WORKER) ?? WORKER
}

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
