// Push messages to this browser: asks the browser, then the app sends its server the address of the push service.

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

export interface PushAddress {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Returns false when the person, the browser, its push service or the server refuses. */
export async function turnPushOn(
  publicKey: string,
  worker: () => Promise<ServiceWorkerRegistration>,
  save: (address: PushAddress) => Promise<boolean>,
): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  try {
    const { pushManager } = await worker()
    // A subscription made under another server key would be refused forever.
    await (await pushManager.getSubscription())?.unsubscribe()
    const made = await pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(publicKey),
    })
    const { endpoint = '', keys = {} } = made.toJSON()
    const isSaved = await save({ endpoint, p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' })
    if (!isSaved) await made.unsubscribe()
    return isSaved
  } catch {
    return false
  }
}

/** After the server has removed the subscription. */
export async function endPush(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}
