import type { Db, Tx } from '#platform/db'
import { viewerOf } from '../queue/show-row.ts'
import { readDecidable } from '../queue/store.ts'
import { lives } from '../signing-in/lives.ts'
import { insertJobs, markReminded, markUnpushed, readSubscribers, type UnpushedReview } from './store.ts'

const atOnce = 100

/** A subscription ends when its operator has not signed in from the browser since then. */
export const pushedSince = (now: Date): Date => new Date(now.getTime() - lives.pushMs)

/**
 * One job per urgent review and browser of an operator who may vote on it now. Mark and jobs commit together: a review is
 * queued once in each state, also by several workers.
 */
export function queueReviewPushes(db: Db, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const reviews = await markUnpushed(tx, now, atOnce)
    await queueFor(tx, reviews, now)
    return reviews.length
  })
}

/**
 * Reminds the operators who may vote on a review that a feature needs decided by a time. Once in each state; returns
 * whether it did.
 */
export async function remindOfReview(
  tx: Tx,
  { reviewId, decideBy, now }: { readonly reviewId: string; readonly decideBy: Date; readonly now: Date },
): Promise<boolean> {
  const reviews = await markReminded(tx, reviewId, decideBy, now)
  await queueFor(tx, reviews, now)
  return reviews.length > 0
}

async function queueFor(tx: Tx, reviews: readonly UnpushedReview[], now: Date): Promise<void> {
  if (reviews.length === 0) return
  const reviewIds = reviews.map(({ reviewId }) => reviewId)
  for (const { operatorId, deviceId, roles } of await readSubscribers(tx, now, pushedSince(now))) {
    const granted = roles.map(({ role, until }) => ({
      role,
      until: until === null ? null : new Date(until),
    }))
    const decidable = await readDecidable(
      tx,
      viewerOf({ operatorId, deviceId, roles: granted }, now),
      reviewIds,
    )
    const wanted = new Set(decidable.map(({ reviewId }) => reviewId))
    await insertJobs(
      tx,
      deviceId,
      reviews.filter(({ reviewId }) => wanted.has(reviewId)),
      now,
    )
  }
}
