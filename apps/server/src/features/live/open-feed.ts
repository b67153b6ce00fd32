import { createHash, randomBytes } from 'node:crypto'
import type { Db } from '#platform/db'
import type { Caller } from '#platform/handler'
import { insertTicket } from './store.ts'

const livesMs = 30_000

/**
 * The socket cannot send the session's header, and a token in a URL would end up in logs. So it presents a ticket: 256
 * random bits, valid once, of which only the hash is stored.
 */
export async function openFeed(
  db: Db,
  { memberId, sessionId }: Caller,
  now: Date,
): Promise<{ ticket: string; expiresAt: string }> {
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(now.getTime() + livesMs)
  // A transaction, because its commit has a deadline.
  await db.transaction((tx) => insertTicket(tx, { hash: hashTicket(ticket), memberId, sessionId, expiresAt }))
  return { ticket, expiresAt: expiresAt.toISOString() }
}

export const hashTicket = (ticket: string): Buffer => createHash('sha256').update(ticket).digest()
