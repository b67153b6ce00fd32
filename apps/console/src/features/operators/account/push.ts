// The service worker is registered when an operator turns push on, and only for it: the console is never cached.

import { currentLanguage } from '@fairlot/app-shell/language'
import { endPush, turnPushOn as turnOn } from '@fairlot/app-shell/push'
import { workerUrl } from '@fairlot/app-shell/worker-url'
import { call } from '#shell/client.ts'

const register = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(workerUrl(), { updateViaCache: 'none' })
  return navigator.serviceWorker.ready
}

export const turnPushOn = (publicKey: string): Promise<boolean> =>
  turnOn(
    publicKey,
    register,
    async (address) => (await call('/operators/subscribePush', { ...address, lang: currentLanguage() })).ok,
  )

export async function turnPushOff(): Promise<boolean> {
  const answer = await call('/operators/unsubscribePush', {})
  if (answer.ok) await endPush()
  return answer.ok
}
