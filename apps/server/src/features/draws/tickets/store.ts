import type { Tx } from '#platform/db'

export interface NewTicket {
  readonly drawId: string
  readonly ticketId: string
  readonly memberId: string
  readonly reference: string
  readonly salt: string
  readonly issuedAt: Date
}

export const insertTicket = (tx: Tx, ticket: NewTicket): Promise<unknown> =>
  tx.query(
    `INSERT INTO app.draw_tickets (draw_id, id, member_id, reference, salt, issued_at)
     VALUES ($1, decode($2, 'hex'), $3, $4, decode($5, 'hex'), $6)`,
    [ticket.drawId, ticket.ticketId, ticket.memberId, ticket.reference, ticket.salt, ticket.issuedAt],
  )

export const deleteTicket = (tx: Tx, drawId: string, reference: string): Promise<unknown> =>
  tx.query('DELETE FROM app.draw_tickets WHERE draw_id = $1 AND reference = $2', [drawId, reference])

export interface TicketRow {
  readonly ticketId: string
  readonly memberId: string
  readonly reference: string
  readonly salt: string
  readonly issuedAt: Date
}

const ticketColumns = `encode(t.id, 'hex') AS "ticketId", t.member_id AS "memberId", t.reference,
  encode(t.salt, 'hex') AS salt, t.issued_at AS "issuedAt"`

export async function findTicket(tx: Tx, drawId: string, reference: string): Promise<TicketRow | undefined> {
  const [row] = await tx.query<TicketRow>(
    `SELECT ${ticketColumns} FROM app.draw_tickets t WHERE t.draw_id = $1 AND t.reference = $2`,
    [drawId, reference],
  )
  return row
}

/** With its rank once the draw is decided. */
export const readTicketsOf = (
  tx: Tx,
  drawId: string,
  memberId: string,
): Promise<readonly (TicketRow & { readonly rank: number | null })[]> =>
  tx.query<TicketRow & { rank: number | null }>(
    `SELECT ${ticketColumns}, r.rank
     FROM app.draw_tickets t LEFT JOIN app.draw_ranks r ON r.draw_id = t.draw_id AND r.ticket_id = t.id
     WHERE t.member_id = $2 AND t.draw_id = $1 ORDER BY t.issued_at, t.id LIMIT 100`,
    [drawId, memberId],
  )

/** Sorted by their bytes. */
export async function readTicketIds(tx: Tx, drawId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ ticketId: string }>(
    `SELECT encode(id, 'hex') AS "ticketId" FROM app.draw_tickets WHERE draw_id = $1 ORDER BY id`,
    [drawId],
  )
  return rows.map(({ ticketId }) => ticketId)
}
