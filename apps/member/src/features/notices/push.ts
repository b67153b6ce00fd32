import { currentLanguage } from '@fairlot/app-shell/language'
import { endPush, turnPushOn as turnOn } from '@fairlot/app-shell/push'
import { call } from '#shell/client.ts'

export const turnPushOn = (publicKey: string): Promise<boolean> =>
  turnOn(
    publicKey,
    () => navigator.serviceWorker.ready,
    async (address) => (await call('/notices/subscribe', { ...address, lang: currentLanguage() })).ok,
  )

export async function turnPushOff(): Promise<boolean> {
  const answer = await call('/notices/unsubscribe', {})
  if (answer.ok) await endPush()
  return answer.ok
}
