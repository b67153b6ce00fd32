// Push messages to this browser: asks the browser, then sends the server the address of its push service.

import { call } from '#shell/client.ts'
import { currentLanguage } from '@fairlot/app-shell/language'

export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

export const pushState = (isSubscribed: boolean): PushState => {
  if (!isSupported()) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isSubscribed && Notification.permission === 'granted' ? 'on' : 'off'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

/** Returns false when the browser or its push service refuses. */
export async function turnPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  try {
    const { pushManager } = await navigator.serviceWorker.ready
    // A subscription made under another server key would be refused forever.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(publicKey),
    })
    const { endpoint = '', keys = {} } = made.toJSON()
    const answer = await call('/notices/subscribe', {
      endpoint,
      p256dh: keys['p256dh'] ?? '',
      auth: keys['auth'] ?? '',
      lang: currentLanguage(),
    })
    if (!answer.ok) await made.unsubscribe()
    return answer.ok
  } catch {
    return false
  }
}

export async function turnPushOff(): Promise<boolean> {
  const answer = await call('/notices/unsubscribe', {})
  if (!answer.ok) return false
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return true
}
