import type { Db } from '../../flows/support/open-db.ts'

/** As if two operators had approved it: the row that others refer to, without votes. */
export const insertApprovedReview = (
  tx: Pick<Db, 'query'>,
  { reviewId, kind, subject }: { readonly reviewId: string; readonly kind: string; readonly subject: string },
): Promise<unknown> =>
  tx.query(
    `INSERT INTO app.reviews (id, number, kind, subject, payload, payload_hash, opened_at, promised_at, expires_at,
       reason, state, decision, decided_at, outcome, closed_at)
     VALUES ($1, 'E' || left($1::text, 8), $2, $3, '{}', encode(sha256('{}'), 'hex'), now(), now(), now(), '', 'closed',
       'approve', now(), 'approved', now())`,
    [reviewId, kind, subject],
  )
