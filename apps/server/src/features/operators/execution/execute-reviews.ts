// The worker's half of the four-eyes principle. One review, one transaction: the votes are verified again, the feature
// executes, the audit row is written and the review is closed. After a crash it is still decided and not executed.

import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Log } from '#platform/log'
import { withRequestId } from '#platform/request-scope'
import type { Review, ReviewKindHandler, Rejection } from '../reviews/review-kind.ts'
import { claimReview, closeReview, noteTrouble, readPayloadTexts, readVotes } from './store.ts'
import { NotSigned, verifyVotes } from './verify-votes.ts'

export interface ExecutionDeps {
  readonly db: Db
  readonly log: Log
  readonly kinds: readonly ReviewKindHandler[]
  /** The console's origin: a passkey assertion names it. Without it no passkey verifies. */
  readonly origin?: string
  /** Called for each review that could not be executed. */
  onTrouble(): void
  /** Called for each try to execute a review whose votes do not verify. */
  onNotSigned?(): void
}

const maxAtOnce = 200

/** Returns how many it closed. A review whose kind throws stays decided, is marked, and is tried again later. */
export async function executeReviews(deps: ExecutionDeps, now: () => Date): Promise<number> {
  let closed = 0
  for (let round = 0; round < maxAtOnce; round++) {
    const did = await withRequestId(newId(), () => executeNext(deps, now()))
    if (did === 'none') break
    if (did === 'closed') closed += 1
  }
  return closed
}

async function executeNext(deps: ExecutionDeps, now: Date): Promise<'closed' | 'troubled' | 'none'> {
  let current: Review | undefined
  try {
    return await deps.db.transaction(async (tx) => {
      current = await claimReview(tx, now)
      if (!current) return 'none'
      writesDurably(tx, 'review.execute')
      await execute(tx, deps, current, now)
      return 'closed'
    })
  } catch (error) {
    if (!current) throw error
    const { reviewId, number, kind } = current
    deps.log.error({ err: error, review: number, kind }, 'a review could not be executed')
    deps.onTrouble()
    const text = error instanceof Error ? error.message : 'unknown'
    const isNotSigned = error instanceof NotSigned
    if (isNotSigned) deps.onNotSigned?.()
    const review = current
    await deps.db.transaction(async (tx) => {
      const tries = await noteTrouble(tx, reviewId, text, now)
      // Recorded once per review: it is tried again every few minutes.
      if (isNotSigned && tries <= 1) await recordNotSigned(tx, review, text)
    })
    return 'troubled'
  }
}

const recordNotSigned = (tx: Tx, { reviewId, number, kind, payloadHash }: Review, why: string) =>
  recordAudit(tx, {
    action: 'operators.review-not-signed',
    actor: 'system',
    subject: `review:${reviewId}`,
    details: { number, kind, payloadHash, why },
    requestId: newId(),
  })

async function execute(
  tx: Tx,
  { kinds, origin = '' }: Pick<ExecutionDeps, 'kinds' | 'origin'>,
  review: Review,
  now: Date,
): Promise<void> {
  const handler = kinds.find(({ kind }) => kind === review.kind)
  if (!handler)
    throw new Error(`review kind ${review.kind} has no handler: register it in roles/review-kinds.ts`)
  const votes = await readVotes(tx, review.reviewId)
  const counting = votes.filter(({ decision }) => decision === review.decision)
  const texts = await readPayloadTexts(tx, review.reviewId)
  const documents = review.decision === 'approve' ? ((await handler.documents?.(tx, review)) ?? []) : []
  const requestId = newId()
  const wrong = problemOf(() => verifyVotes(review, counting, { texts, documents, origin }))
  // It waits for a person; after its time it ends as if it had no votes.
  if (wrong && review.expiresAt > now) throw wrong
  const operators = wrong ? [] : counting.map(({ operatorId }) => operatorId)
  const last = wrong ? undefined : counting.at(-1)
  const context = {
    now,
    requestId,
    operators,
    note: last?.note ?? '',
    reason: last?.reason ?? null,
    problems: last?.problems ?? [],
  }
  const outcome = wrong
    ? await endUnsigned(tx, handler, review, context)
    : await effectOf(tx, handler, review, context)
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

function problemOf(verify: () => void): NotSigned | undefined {
  try {
    verify()
    return undefined
  } catch (error) {
    if (error instanceof NotSigned) return error
    throw error
  }
}

async function endUnsigned(
  tx: Tx,
  handler: ReviewKindHandler,
  review: Review,
  context: Omit<Rejection, 'why'>,
): Promise<string> {
  await handler.onRejected(tx, review, { ...context, why: 'expired' })
  return 'not-signed'
}

async function effectOf(
  tx: Tx,
  handler: ReviewKindHandler,
  review: Review,
  context: Omit<Rejection, 'why'>,
): Promise<string> {
  if (review.decision === 'approve') return (await handler.execute(tx, review, context)) ?? 'passed'
  const why = review.decision === 'reject' ? 'rejected' : review.state === 'expired' ? 'expired' : 'cancelled'
  return (await handler.onRejected(tx, review, { ...context, why })) ?? why
}
