import type { Database } from '@fairlot/process/database'
import type { lessonPayload } from './lessons.ts'
import type { Proposal } from '../offers/store.ts'

export type LessonProposal = Proposal<'news'>

export const readLessonProposals = (db: Database): Promise<readonly LessonProposal[]> =>
  db.query<LessonProposal>(
    `SELECT id AS "reviewId", kind, subject, payload, reason, opened_by AS "openedBy", state, is_signed AS "isSigned"
     FROM practice.lesson_proposals ORDER BY id`,
  )

/** Lessons that are published, proposed, or rejected by a person. */
export async function readSettledLessons(db: Database): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ articleId: string }>(
    'SELECT article_id AS "articleId" FROM practice.settled_lessons',
  )
  return new Set(rows.map(({ articleId }) => articleId))
}

/** Null when it is proposed, else the refusal's code. */
export async function proposeLesson(
  db: Database,
  { reviewId, articleId }: { readonly reviewId: string; readonly articleId: string },
  payload: ReturnType<typeof lessonPayload>,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<{ refusal: string | null }>(
    'SELECT practice.propose_lesson($1, $2, $3, $4) AS refusal',
    [reviewId, articleId, JSON.stringify(payload), now],
  )
  return row!.refusal
}
