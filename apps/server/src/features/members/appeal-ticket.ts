// The ticket of a member whose sign-in is blocked: `memberId.expiry.HMAC`. It is no session: the routes that show the
// restrictions and take the appeal accept it, and nothing else does. It expires, and it ends with the block.

import { blockedAtSignIn, membersRules } from '@fairlot/rules/members'
import type { Tx } from '#platform/db'
import { isMacOf, type Secrets } from '#platform/secrets'
import { readBars } from './store.ts'

const lifeMs = membersRules.appealTicket.default * 60_000

/** The purpose comes first: the same key signs the XSRF pair, whose text begins with the id of a session. */
const message = (memberId: string, expiresAt: string): string => `appeal-ticket|${memberId}|${expiresAt}`

export function issueAppealTicket(secrets: Secrets, memberId: string, now: Date): string {
  const expiresAt = String(now.getTime() + lifeMs)
  const { mac } = secrets.hmac('xsrf', message(memberId, expiresAt))
  return `${memberId}.${expiresAt}.${mac.toString('base64url')}`
}

/** Undefined for a forged or expired ticket, and once the member can sign in again. */
export async function memberOfTicket(
  tx: Tx,
  secrets: Secrets,
  ticket: string,
  now: Date,
): Promise<string | undefined> {
  const [memberId, expiresAt, mac, ...rest] = ticket.split('.')
  if (!memberId || !expiresAt || !mac || rest.length > 0) return undefined
  if (!isMacOf(secrets, 'xsrf', message(memberId, expiresAt), Buffer.from(mac, 'base64url'))) return undefined
  if (Number(expiresAt) <= now.getTime()) return undefined
  return blockedAtSignIn(await readBars(tx, memberId)) === undefined ? undefined : memberId
}
