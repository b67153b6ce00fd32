import type { Tx } from '#platform/db'

export async function insertTicket(
  tx: Tx,
  ticket: {
    readonly hash: Buffer
    readonly memberId: string
    readonly sessionId: string
    readonly expiresAt: Date
  },
): Promise<void> {
  await tx.query(
    'INSERT INTO app.feed_tickets (hash, member_id, session_id, expires_at) VALUES ($1, $2, $3, $4)',
    [ticket.hash, ticket.memberId, ticket.sessionId, ticket.expiresAt],
  )
}
