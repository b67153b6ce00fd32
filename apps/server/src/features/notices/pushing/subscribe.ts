import type { BodyOf, DataOf } from '@fairlot/contract'
import type { Db } from '#platform/db'
import type { Caller } from '#platform/handler'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { isPushAddress } from '#platform/send-push'
import { deleteSubscription, readMuted, setMuted, upsertSubscription } from './store.ts'

export interface SubscribeDeps {
  readonly db: Db
  readonly secrets: Secrets
  /** Origins of push services that the operator runs. */
  readonly pushOrigins: readonly string[]
}

export async function readPushKey(
  { db, secrets }: SubscribeDeps,
  { sessionId }: Caller,
): Promise<DataOf<'/notices/pushKey'>> {
  const key = secrets.pushKey()
  if (!key) return { publicKey: null, isSubscribed: false, muted: [] }
  const muted = await readMuted(db, sessionId, key.keyId)
  return { publicKey: key.publicKey, isSubscribed: muted !== undefined, muted: muted ?? [] }
}

/** Refuses with notice.push-refused: an address that is not a push service, or keys that cannot be encrypted to. */
export async function subscribe(
  { db, secrets, pushOrigins }: SubscribeDeps,
  { sessionId, memberId }: Caller,
  { endpoint, p256dh, auth, lang }: BodyOf<'/notices/subscribe'>,
  now: Date,
): Promise<Outcome<null>> {
  const key = secrets.pushKey()
  if (!key || !isPushAddress({ endpoint, p256dh, auth }, pushOrigins)) return refuse('notice.push-refused')
  await db.transaction((tx) =>
    upsertSubscription(tx, { sessionId, memberId, keyId: key.keyId, endpoint, p256dh, auth, lang, now }),
  )
  return done(null)
}

/** Refuses with request.not-found: this browser gets no pushes at all. */
export async function mute(
  { db }: SubscribeDeps,
  { sessionId }: Caller,
  { muted }: BodyOf<'/notices/mute'>,
): Promise<Outcome<null>> {
  return (await setMuted(db, sessionId, muted)) ? done(null) : refuse('request.not-found')
}

export async function unsubscribe({ db }: SubscribeDeps, { sessionId }: Caller): Promise<Outcome<null>> {
  await deleteSubscription(db, sessionId)
  return done(null)
}
