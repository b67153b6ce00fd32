// The XSRF pair: cookie and header have the same value `r.HMAC(key, sessionId ‖ r)`. It is bound to the session, so a
// value set by a sibling host or taken from another member's session is refused.

import { randomBytes } from 'node:crypto'
import { isMacOf, sameText, type Secrets } from '../secrets.ts'

const message = (sessionId: string, random: string): string => `${sessionId}|${random}`

export function issueXsrf(secrets: Secrets, sessionId: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}.${secrets.hmac('xsrf', message(sessionId, random)).mac.toString('base64url')}`
}

/** Pairs that were valid, per session: a phone sends the same pair with every request. */
const valid = new WeakMap<Secrets, Set<string>>()
const maxValid = 20_000

export function isXsrfPair(secrets: Secrets, sessionId: string, cookie: string, header: string): boolean {
  if (cookie === '' || header === '' || !sameText(cookie, header)) return false
  const pair = message(sessionId, cookie)
  let pairs = valid.get(secrets)
  if (!pairs) valid.set(secrets, (pairs = new Set()))
  if (pairs.has(pair)) return true
  if (!isValid(secrets, sessionId, cookie)) return false
  // The oldest goes first.
  if (pairs.size >= maxValid) pairs.delete(pairs.values().next().value!)
  pairs.add(pair)
  return true
}

function isValid(secrets: Secrets, sessionId: string, cookie: string): boolean {
  const [random, mac, ...rest] = cookie.split('.')
  if (!random || !mac || rest.length > 0) return false
  return isMacOf(secrets, 'xsrf', message(sessionId, random), Buffer.from(mac, 'base64url'))
}
