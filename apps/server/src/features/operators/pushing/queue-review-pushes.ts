import type { Db } from '#platform/db'
import { viewerOf } from '../queue/show-row.ts'
import { readDecidable } from '../queue/store.ts'
import { lives } from '../signing-in/lives.ts'
import { insertJobs, markUnpushed, readSubscribers } from './store.ts'

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
    if (reviews.length === 0) return 0
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
    return reviews.length
  })
}
