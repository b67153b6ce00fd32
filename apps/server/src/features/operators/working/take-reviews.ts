import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { ByOperator } from '../by-operator.ts'
import { viewerOf } from '../queue/show-row.ts'
import { readDecidable } from '../queue/store.ts'
import {
  assignReviews,
  deleteAssignments,
  deleteOldAssignments,
  readAssignees,
  readNumbers,
} from './store.ts'

const dayMs = 86_400_000

interface Taken {
  taken: string[]
  others: { number: string; by: string }[]
}

/**
 * Refuses with review.not-found when the operator can decide none of them. An assignment informs colleagues; it changes
 * nothing about whose vote counts.
 */
export function takeReviews(
  db: Db,
  reviewIds: readonly string[],
  { caller, now, requestId }: ByOperator,
): Promise<ConsoleOutcome<Taken>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const decidable = (await readDecidable(tx, viewerOf(caller, now), reviewIds)).map(
      ({ reviewId }) => reviewId,
    )
    if (decidable.length === 0) return refuse('review.not-found')
    await deleteOldAssignments(tx, new Date(now.getTime() - dayMs))
    const taken = (await assignReviews(tx, decidable, operatorId, now)).map(({ reviewId }) => reviewId)
    for (const { reviewId, number } of await readNumbers(tx, taken)) {
      await recordAudit(tx, {
        action: 'operators.review-taken',
        actor: `operator:${operatorId}`,
        subject: `review:${reviewId}`,
        details: { number },
        requestId,
      })
    }
    const others = await readAssignees(
      tx,
      decidable.filter((reviewId) => !taken.includes(reviewId)),
    )
    return done({ taken, others: others.map((row) => ({ ...row })) })
  })
}

export function releaseReviews(
  db: Db,
  reviewIds: readonly string[],
  { caller, requestId }: ByOperator,
): Promise<ConsoleOutcome<{ released: number }>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const released = (await deleteAssignments(tx, reviewIds, operatorId)).map(({ reviewId }) => reviewId)
    for (const { reviewId, number } of await readNumbers(tx, released)) {
      await recordAudit(tx, {
        action: 'operators.review-released',
        actor: `operator:${operatorId}`,
        subject: `review:${reviewId}`,
        details: { number },
        requestId,
      })
    }
    return done({ released: released.length })
  })
}
