import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { isPushAddress } from '#platform/send-push'
import type { OperatorsDeps } from '../deps.ts'
import { deleteSubscription, hasSubscription, replaceSubscription } from './store.ts'

type SubscribeDeps = Pick<OperatorsDeps, 'db' | 'secrets' | 'pushOrigins'>

export async function readPushKey(
  { db, secrets }: SubscribeDeps,
  caller: OperatorCaller,
): Promise<ConsoleDataOf<'/operators/pushKey'>> {
  const key = secrets.pushKey()
  if (!key) return { publicKey: null, isSubscribed: false }
  return { publicKey: key.publicKey, isSubscribed: await hasSubscription(db, caller, key.keyId) }
}

/** Refuses with operator.push-refused: an address that is not a push service, or keys that cannot be encrypted to. */
export async function subscribePush(
  { db, secrets, pushOrigins }: SubscribeDeps,
  { lang, ...address }: ConsoleBodyOf<'/operators/subscribePush'>,
  { operatorId, deviceId }: OperatorCaller,
  now: Date,
): Promise<ConsoleOutcome<null>> {
  const key = secrets.pushKey()
  if (!key || !isPushAddress(address, pushOrigins)) return refuse('operator.push-refused')
  await db.transaction((tx) =>
    replaceSubscription(tx, { ...address, deviceId, operatorId, keyId: key.keyId, lang, now }),
  )
  return done(null)
}

export async function unsubscribePush(db: Db, { deviceId }: OperatorCaller): Promise<ConsoleOutcome<null>> {
  await deleteSubscription(db, deviceId)
  return done(null)
}
