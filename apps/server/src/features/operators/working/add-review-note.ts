import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { renewAssignment } from '../reviews/store.ts'
import { insertNote, readNumbers } from './store.ts'

/**
 * Refuses with input.required, review.not-found. The text is only in its row: the audit trail records that it exists.
 */
export function addReviewNote(
  db: Db,
  { reviewId, text }: { readonly reviewId: string; readonly text: string },
  { caller, now, requestId }: ByOperator,
): Promise<ConsoleOutcome<{ noteId: string }>> {
  const written = text.trim()
  if (written === '') return Promise.resolve(refuse('input.required', { field: 'text' }))
  return db.transaction(async (tx) => {
    const [review] = await readNumbers(tx, [reviewId])
    if (!review) return refuse('review.not-found')
    const { operatorId, name } = caller
    const noteId = newId(now.getTime())
    await insertNote(tx, { noteId, reviewId, operatorId, operator: name, text: written, at: now })
    await renewAssignment(tx, reviewId, operatorId, now)
    await recordAudit(tx, {
      action: 'operators.review-noted',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: { number: review.number, noteId },
      requestId,
    })
    return done({ noteId })
  })
}
