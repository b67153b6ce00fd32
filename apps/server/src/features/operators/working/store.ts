import { assignmentMinutes } from '@fairlot/rules/operators'
import type { Tx } from '#platform/db'

/**
 * Assigns reviews that are free, or whose assignment has ended for lack of action. Returns the ids now assigned to the
 * operator.
 */
export const assignReviews = (
  tx: Tx,
  reviewIds: readonly string[],
  operatorId: string,
  now: Date,
): Promise<readonly { readonly reviewId: string }[]> =>
  tx.query<{ reviewId: string }>(
    `INSERT INTO app.review_assignments AS a (review_id, operator_id, assigned_at, active_at)
     SELECT id, $2, $3, $3 FROM unnest($1::uuid[]) AS wanted (id) ORDER BY id
     ON CONFLICT (review_id) DO UPDATE SET operator_id = $2,
       assigned_at = CASE WHEN a.operator_id = $2 AND a.active_at > $3::timestamptz - interval '${assignmentMinutes} minutes'
         THEN a.assigned_at ELSE $3 END,
       active_at = greatest(a.active_at, $3)
     WHERE a.operator_id = $2 OR a.active_at <= $3::timestamptz - interval '${assignmentMinutes} minutes'
     RETURNING review_id AS "reviewId"`,
    [reviewIds, operatorId, now],
  )

/** Whose these reviews are. */
export const readAssignees = (
  tx: Tx,
  reviewIds: readonly string[],
): Promise<readonly { readonly number: string; readonly by: string }[]> =>
  tx.query<{ number: string; by: string }>(
    `SELECT r.number, o.name AS by FROM app.review_assignments a JOIN app.reviews r ON r.id = a.review_id
     JOIN app.operators o ON o.id = a.operator_id WHERE a.review_id = ANY ($1::uuid[]) ORDER BY r.number`,
    [reviewIds],
  )

export const readNumbers = (
  tx: Tx,
  reviewIds: readonly string[],
): Promise<readonly { readonly reviewId: string; readonly number: string }[]> =>
  tx.query<{ reviewId: string; number: string }>(
    `SELECT id AS "reviewId", number FROM app.reviews WHERE id = ANY ($1::uuid[]) ORDER BY number`,
    [reviewIds],
  )

/** Only this operator's. */
export const deleteAssignments = (
  tx: Tx,
  reviewIds: readonly string[],
  operatorId: string,
): Promise<readonly { readonly reviewId: string }[]> =>
  tx.query<{ reviewId: string }>(
    `DELETE FROM app.review_assignments WHERE review_id = ANY ($1::uuid[]) AND operator_id = $2
     RETURNING review_id AS "reviewId"`,
    [reviewIds, operatorId],
  )

/** Those that ended without a vote; a handful at a time. */
export async function deleteOldAssignments(tx: Tx, before: Date): Promise<void> {
  await tx.query(
    `DELETE FROM app.review_assignments WHERE review_id IN (
       SELECT review_id FROM app.review_assignments WHERE active_at < $1 ORDER BY active_at LIMIT 100 FOR UPDATE SKIP LOCKED)`,
    [before],
  )
}

export interface ReviewNoteRow {
  readonly noteId: string
  readonly operator: string
  readonly text: string
  readonly at: Date
}

export const readNotes = (tx: Tx, reviewId: string): Promise<readonly ReviewNoteRow[]> =>
  tx.query<ReviewNoteRow>(
    `SELECT id AS "noteId", operator, text, at FROM app.review_notes WHERE review_id = $1 ORDER BY at, id LIMIT 200`,
    [reviewId],
  )

export async function insertNote(
  tx: Tx,
  note: ReviewNoteRow & { readonly reviewId: string; readonly operatorId: string },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.review_notes (id, review_id, operator_id, operator, text, at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [note.noteId, note.reviewId, note.operatorId, note.operator, note.text, note.at],
  )
}
