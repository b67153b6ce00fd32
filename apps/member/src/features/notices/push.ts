import { currentLanguage } from '@fairlot/app-shell/language'
import {
  endPush,
  pushState as webState,
  turnPushOn as turnOn,
  type PushAddress,
  type PushState,
} from '@fairlot/app-shell/push'
import { call } from '#shell/client.ts'
import { nativePort } from '#shell/native/port.ts'

const save = async (address: PushAddress): Promise<boolean> =>
  (await call('/notices/subscribe', { ...address, lang: currentLanguage() })).ok

/** The native wrapper receives the same messages through the phone's own push service. */
export const pushState = (isSubscribed: boolean): PushState => {
  const port = nativePort()
  if (port === undefined) return webState(isSubscribed)
  if (port.push === null) return 'unsupported'
  return isSubscribed ? 'on' : 'off'
}

export async function turnPushOn(publicKey: string): Promise<boolean> {
  const push = nativePort()?.push
  if (!push) return turnOn(publicKey, () => navigator.serviceWorker.ready, save)
  const address = await push.subscribe(publicKey)
  if (address === null) return false
  const isSaved = await save(address)
  if (!isSaved) await push.unsubscribe()
  return isSaved
}

export async function turnPushOff(): Promise<boolean> {
  const answer = await call('/notices/unsubscribe', {})
  if (answer.ok) await (nativePort()?.push ?? { unsubscribe: endPush }).unsubscribe()
  return answer.ok
}
