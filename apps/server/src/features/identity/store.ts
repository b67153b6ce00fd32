import type {
  IdentityDocument,
  IdentityProblem,
  IdentityField,
  IdentityRejection,
} from '@fairlot/contract/identity'
import type { VerificationState } from '@fairlot/contract/members'
import type { Tx } from '#platform/db'
import type { BlindIndex } from '#platform/vault'

export interface FieldProblem {
  readonly field: IdentityField
  readonly problem: IdentityProblem
}

export interface IdentityRow {
  readonly memberId: string
  readonly state: 'under-review' | 'verified' | 'rejected'
  readonly attempt: number
  readonly document: IdentityDocument
  readonly name: Buffer
  readonly number: Buffer
  readonly birthDate: Buffer
  readonly nameMasked: string
  readonly numberMasked: string
  readonly front: string
  readonly back: string | null
  readonly sentAt: Date
  readonly problems: readonly FieldProblem[]
  readonly reason: IdentityRejection | null
  readonly note: string | null
  readonly decidedAt: Date | null
}

const columns = `member_id AS "memberId", state, attempt, document, name, number, birth_date AS "birthDate",
  name_masked AS "nameMasked", number_masked AS "numberMasked", front, back, sent_at AS "sentAt", problems, reason, note,
  decided_at AS "decidedAt"`

export async function readIdentity(tx: Tx, memberId: string): Promise<IdentityRow | undefined> {
  const [row] = await tx.query<IdentityRow>(`SELECT ${columns} FROM app.identities WHERE member_id = $1`, [
    memberId,
  ])
  return row
}

export async function readIdentityState(tx: Tx, memberId: string): Promise<VerificationState> {
  const [row] = await tx.query<{ state: VerificationState }>(
    'SELECT state FROM app.identities WHERE member_id = $1',
    [memberId],
  )
  return row?.state ?? 'unverified'
}

export async function lockIdentity(tx: Tx, memberId: string): Promise<IdentityRow | undefined> {
  const [row] = await tx.query<IdentityRow>(
    `SELECT ${columns} FROM app.identities WHERE member_id = $1 FOR UPDATE`,
    [memberId],
  )
  return row
}

export async function lockMember(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('identity ' || $1, 0))`, [memberId])
}

export interface SentIdentity {
  readonly memberId: string
  readonly document: IdentityDocument
  readonly name: Buffer
  readonly number: Buffer
  readonly birthDate: Buffer
  readonly nameMasked: string
  readonly numberMasked: string
  readonly front: string
  readonly back: string | null
  readonly sentAt: Date
}

const valuesOf = (row: SentIdentity): readonly unknown[] => [
  row.memberId,
  row.document,
  row.name,
  row.number,
  row.birthDate,
  row.nameMasked,
  row.numberMasked,
  row.front,
  row.back,
  row.sentAt,
]

export async function insertIdentity(tx: Tx, row: SentIdentity): Promise<void> {
  await tx.query(
    `INSERT INTO app.identities (member_id, document, name, number, birth_date, name_masked, number_masked, front, back,
       sent_at, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'under-review')`,
    valuesOf(row),
  )
}

export async function sendAgain(tx: Tx, row: SentIdentity): Promise<void> {
  await tx.query(
    `UPDATE app.identities SET state = 'under-review', attempt = attempt + 1, document = $2, name = $3, number = $4,
       birth_date = $5, name_masked = $6, number_masked = $7, front = $8, back = $9, sent_at = $10, problems = '[]',
       reason = NULL, note = NULL, decided_at = NULL, review_id = NULL
     WHERE member_id = $1`,
    valuesOf(row),
  )
}

export async function noteReview(tx: Tx, memberId: string, reviewId: string): Promise<void> {
  await tx.query('UPDATE app.identities SET review_id = $2 WHERE member_id = $1', [memberId, reviewId])
}

export interface Decision {
  readonly state: 'verified' | 'rejected'
  readonly reason: IdentityRejection | null
  readonly problems: readonly FieldProblem[]
  readonly note: string | null
}

export async function decide(tx: Tx, memberId: string, decision: Decision, at: Date): Promise<void> {
  await tx.query(
    `UPDATE app.identities SET state = $2, reason = $3, problems = $4, note = $5, decided_at = $6 WHERE member_id = $1`,
    [memberId, decision.state, decision.reason, JSON.stringify(decision.problems), decision.note, at],
  )
}

const split = (indexes: readonly BlindIndex[]): readonly [string[], Buffer[]] => [
  indexes.map(({ keyId }) => keyId),
  indexes.map(({ index }) => index),
]

/** Whether another member is verified with this number. */
export async function findPersonElsewhere(
  tx: Tx,
  memberId: string,
  indexes: readonly BlindIndex[],
): Promise<boolean> {
  const rows = await tx.query(
    `SELECT 1 FROM directory.persons p
     JOIN unnest($2::text[], $3::bytea[]) AS u (key_id, number_index) USING (key_id, number_index)
     WHERE p.member_id <> $1 LIMIT 1`,
    [memberId, ...split(indexes)],
  )
  return rows.length > 0
}

/** False, and nothing written, when the number belongs to another member under any of the keys. */
export async function addPerson(tx: Tx, memberId: string, indexes: readonly BlindIndex[]): Promise<boolean> {
  await tx.query(
    `INSERT INTO directory.persons (key_id, number_index, member_id)
     SELECT key_id, number_index, $1 FROM unnest($2::text[], $3::bytea[]) AS u (key_id, number_index)
     ORDER BY key_id ON CONFLICT (key_id, number_index) DO NOTHING`,
    [memberId, ...split(indexes)],
  )
  if (!(await findPersonElsewhere(tx, memberId, indexes))) return true
  await tx.query('DELETE FROM directory.persons WHERE member_id = $1', [memberId])
  return false
}

export function listPersonsWithout(
  tx: Tx,
  keyId: string,
  limit: number,
): Promise<readonly { memberId: string; document: IdentityDocument; number: Buffer }[]> {
  return tx.query(
    `SELECT i.member_id AS "memberId", i.document, i.number FROM app.identities i
     JOIN app.member_keys k ON k.member_id = i.member_id AND k.wrapped IS NOT NULL
     WHERE i.state = 'verified'
       AND NOT EXISTS (SELECT FROM directory.persons p WHERE p.member_id = i.member_id AND p.key_id = $1)
     ORDER BY i.member_id LIMIT $2`,
    [keyId, limit],
  )
}

export async function removeForgottenKeys(tx: Tx, known: readonly string[]): Promise<void> {
  await tx.query(
    `DELETE FROM directory.persons old WHERE old.key_id <> ALL ($1::text[])
       AND EXISTS (SELECT FROM directory.persons p WHERE p.member_id = old.member_id AND p.key_id = $2)`,
    [known, known[0]],
  )
}

export function readViews(
  tx: Tx,
  memberId: string,
): Promise<readonly { field: string; operator: string; purpose: string; at: Date }[]> {
  return tx.query(
    `SELECT field, operator, purpose, at FROM app.personal_views WHERE member_id = $1 ORDER BY at DESC, id LIMIT 50`,
    [memberId],
  )
}
