// The worker's half of four eyes. One review, one transaction: the votes are looked at again, the feature's effect is
// done, the audit row is written and the review is closed. A crash anywhere leaves it decided and to be done.

import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Log } from '#platform/log'
import { withRequestId } from '#platform/request-scope'
import type { Review, ReviewKindHandler } from '../reviews/review-kind.ts'
import { claimReview, closeReview, noteTrouble, readVotes } from './store.ts'

export interface CarryDeps {
  readonly db: Db
  readonly log: Log
  readonly kinds: readonly ReviewKindHandler[]
  /** Called for each review that could not be carried out. */
  onTrouble(): void
}

const mostAtOnce = 200

/** Answers how many it closed. What a kind throws on is left decided, marked, and tried again later. */
export async function carryOutReviews(deps: CarryDeps, now: () => Date): Promise<number> {
  let closed = 0
  for (let round = 0; round < mostAtOnce; round++) {
    const did = await withRequestId(newId(), () => carryOutNext(deps, now()))
    if (did === 'none') break
    if (did === 'closed') closed += 1
  }
  return closed
}

async function carryOutNext(deps: CarryDeps, now: Date): Promise<'closed' | 'troubled' | 'none'> {
  let current: Review | undefined
  try {
    return await deps.db.transaction(async (tx) => {
      current = await claimReview(tx, now)
      if (!current) return 'none'
      writesDurably(tx, 'review.carry-out')
      await carryOut(tx, deps.kinds, current, now)
      return 'closed'
    })
  } catch (error) {
    if (!current) throw error
    const { reviewId, number, kind } = current
    deps.log.error({ err: error, review: number, kind }, 'a review could not be carried out')
    deps.onTrouble()
    await noteTrouble(deps.db, reviewId, error instanceof Error ? error.message : 'unknown', now)
    return 'troubled'
  }
}

async function carryOut(
  tx: Tx,
  kinds: readonly ReviewKindHandler[],
  review: Review,
  now: Date,
): Promise<void> {
  const handler = kinds.find(({ kind }) => kind === review.kind)
  if (!handler) throw new Error(`nobody carries out reviews of kind ${review.kind}`)
  const votes = await readVotes(tx, review.reviewId)
  const counting = votes.filter(({ decision }) => decision === review.decision)
  const requestId = newId()
  const operators = counting.map(({ operatorId }) => operatorId)
  const context = { now, requestId, operators, note: counting.at(-1)?.note ?? '' }
  const outcome = await effectOf(tx, handler, review, context)
  await recordAudit(tx, {
    action: 'operators.review-closed',
    actor: 'system',
    subject: `review:${review.reviewId}`,
    details: {
      number: review.number,
      kind: review.kind,
      of: review.subject,
      decision: review.decision ?? review.state,
      outcome,
      payloadHash: review.payloadHash,
      operators,
    },
    requestId,
  })
  await closeReview(tx, review.reviewId, outcome, now)
}

async function effectOf(
  tx: Tx,
  handler: ReviewKindHandler,
  review: Review,
  context: Parameters<ReviewKindHandler['carryOut']>[2],
): Promise<string> {
  if (review.decision === 'approve') return (await handler.carryOut(tx, review, context)) ?? 'passed'
  const why = review.decision === 'reject' ? 'rejected' : review.state === 'expired' ? 'expired' : 'withdrawn'
  return (await handler.turnDown(tx, review, { ...context, why })) ?? why
}
