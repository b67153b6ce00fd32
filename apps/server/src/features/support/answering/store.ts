import type { SupportState } from '@fairlot/contract/support'
import type { Tx } from '#platform/db'

/** A condition: a member does not know of an answer yet. */
export const isAnswerUnnotified = 'EXISTS (SELECT FROM app.support_answers WHERE notified_at IS NULL)'

export interface UnnotifiedAnswer {
  readonly answerId: string
  readonly threadId: string
  readonly memberId: string
  readonly number: string
  readonly state: SupportState
}

/** Oldest first, each taken by one worker. The worker cannot read the text: the notice names the matter. */
export const lockUnnotified = (tx: Tx, max: number): Promise<readonly UnnotifiedAnswer[]> =>
  tx.query<UnnotifiedAnswer>(
    `SELECT a.id AS "answerId", t.id AS "threadId", t.member_id AS "memberId", t.number, t.state
     FROM app.support_answers a JOIN app.support_threads t ON t.id = a.thread_id
     WHERE a.notified_at IS NULL ORDER BY a.at, a.id LIMIT $1 FOR UPDATE OF a SKIP LOCKED`,
    [max],
  )

export async function markNotified(tx: Tx, answerId: string, at: Date): Promise<void> {
  await tx.query('UPDATE app.support_answers SET notified_at = $2 WHERE id = $1', [answerId, at])
}

export async function deleteThreads(tx: Tx, before: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>('SELECT app.delete_support_threads($1, $2) AS deleted', [
    before,
    limit,
  ])
  return row!.deleted
}
