import type { MentorApplicationReason, MentorApplicationState } from '@fairlot/contract/mentors'
import type { Tx } from '#platform/db'

export interface ApplicationRow {
  readonly id: string
  readonly memberId: string
  readonly name: string
  readonly strategyTw: string
  readonly strategyEn: string
  readonly state: MentorApplicationState
  readonly reason: MentorApplicationReason | null
  readonly note: string | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly decidedAt: Date | null
}

export const applicationColumns = `a.id, a.member_id AS "memberId", a.name, a.strategy_tw AS "strategyTw",
  a.strategy_en AS "strategyEn", a.state, a.reason, a.note, a.sent_at AS "sentAt", a.promised_at AS "promisedAt",
  a.decided_at AS "decidedAt"`

export async function readApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM app.mentor_applications a WHERE a.id = $1`,
    [id],
  )
  return row
}

export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM app.mentor_applications a WHERE a.id = $1 FOR UPDATE`,
    [id],
  )
  return row
}

export async function readLatestApplication(tx: Tx, memberId: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM app.mentor_applications a WHERE a.member_id = $1
     ORDER BY a.sent_at DESC, a.id DESC LIMIT 1`,
    [memberId],
  )
  return row
}

export type NewApplication = Omit<ApplicationRow, 'state' | 'reason' | 'note' | 'decidedAt'>

/** Returns false when the member already has a pending application: concurrent ones become one. */
export async function insertApplication(tx: Tx, row: NewApplication): Promise<boolean> {
  const rows = await tx.query(
    `INSERT INTO app.mentor_applications (id, member_id, name, strategy_tw, strategy_en, sent_at, promised_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (member_id) WHERE state = 'pending' DO NOTHING RETURNING 1`,
    [row.id, row.memberId, row.name, row.strategyTw, row.strategyEn, row.sentAt, row.promisedAt],
  )
  return rows.length === 1
}

/** Whether another member is listed under the name. */
export async function isNameTaken(tx: Tx, name: string, memberId: string): Promise<boolean> {
  const rows = await tx.query(
    'SELECT 1 FROM app.mentors m WHERE lower(m.name) = lower($1) AND m.member_id <> $2',
    [name, memberId],
  )
  return rows.length > 0
}

/** Returns the mentor's id. A database function checks the two votes. */
export async function publishMentor(
  tx: Tx,
  published: {
    readonly applicationId: string
    readonly reviewId: string
    readonly mentorId: string
    readonly at: Date
  },
): Promise<string> {
  const [row] = await tx.query<{ id: string }>('SELECT app.publish_mentor($1, $2, $3, $4) AS id', [
    published.applicationId,
    published.reviewId,
    published.mentorId,
    published.at,
  ])
  return row!.id
}

export async function rejectApplication(
  tx: Tx,
  id: string,
  rejected: { readonly reason: MentorApplicationReason; readonly note: string | null; readonly at: Date },
): Promise<void> {
  await tx.query(
    `UPDATE app.mentor_applications SET state = 'rejected', reason = $2, note = $3, decided_at = $4 WHERE id = $1`,
    [id, rejected.reason, rejected.note, rejected.at],
  )
}

export async function cancelPending(tx: Tx, id: string, memberId: string, at: Date): Promise<boolean> {
  const [row] = await tx.query<{ done: boolean }>(
    'SELECT app.cancel_mentor_application($1, $2, $3) AS done',
    [id, memberId, at],
  )
  return row!.done
}

/** Returns the mentor's id; undefined when the member is no active mentor. */
export async function closeMentor(tx: Tx, memberId: string, at: Date): Promise<string | undefined> {
  const [row] = await tx.query<{ id: string | null }>('SELECT app.close_mentor($1, $2) AS id', [memberId, at])
  return row?.id ?? undefined
}
