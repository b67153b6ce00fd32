import type { ReviewDecision } from '@fairlot/contract/operators'
import type { VoteRefusal } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import { publishAfterCommit } from '#platform/bus'
import { writesDurably } from '#platform/crash-points'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { pokeSubject } from '../reviews/poke.ts'
import { countVote, withdrawRow } from '../reviews/store.ts'
import { showRow, type ShownRow, viewerOf } from './show-row.ts'
import { readRow } from './store.ts'

export interface AskedVote {
  readonly reviewId: string
  readonly decision: ReviewDecision
  readonly payloadHash: string
  readonly note: string
  readonly revised?: Readonly<Record<string, string | number>> | undefined
}

type SignedIn = RequestContext & { readonly caller: OperatorCaller }
type VoteDeps = Pick<OperatorsDeps, 'db' | 'bus' | 'kinds' | 'namespace'>

/** The database judges the vote, with the row locked; here is only what it cannot know: which fields a kind lets be revised. */
export function vote(
  { db, bus, kinds, namespace }: VoteDeps,
  asked: AskedVote,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<ShownRow>> {
  const { reviewId, decision, payloadHash, note } = asked
  const { operatorId, sessionId, deviceId } = caller
  const viewer = viewerOf(caller, now)
  return db.transaction(async (tx) => {
    const before = await readRow(tx, viewer, reviewId)
    if (!before) return refuse('review.not-found')
    if (asked.revised !== undefined) {
      const handler = kinds.find(({ kind }) => kind === before.kind)
      const mayAll = Object.keys(asked.revised).every((field) => handler?.mayRevise?.includes(field))
      if (!mayAll) return refuse('review.no-revision')
      if (handler?.acceptsRevision?.(asked.revised) === false) {
        return refuse('input.invalid', { field: 'revised' })
      }
    }
    const revised = asked.revised ?? null
    const counted = {
      reviewId,
      operatorId,
      sessionId,
      decision,
      payloadHash,
      note: note.trim(),
      revised,
      now,
    }
    const refusal = await countVote(tx, counted)
    if (refusal === null) writesDurably(tx, 'review.vote')
    await recordAudit(tx, {
      action: refusal === null ? 'operators.voted' : 'operators.vote-refused',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: {
        number: before.number,
        kind: before.kind,
        decision,
        payloadHash,
        deviceId,
        note: counted.note,
        ...(revised === null ? {} : { revised }),
        ...(refusal === null ? {} : { refusal }),
      },
      requestId,
    })
    if (refusal !== null) return refuse(refusal as VoteRefusal | 'review.not-found' | 'review.no-revision')
    publishAfterCommit(tx, bus, pokeSubject(namespace), { reviewId })
    return done(showRow((await readRow(tx, viewer, reviewId))!))
  })
}

/** Refuses with review.not-found, review.not-yours, review.not-open. The worker undoes what the proposal had set aside. */
export function withdrawProposal(
  { db, bus, namespace }: VoteDeps,
  reviewId: string,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<ShownRow>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const refusal = await withdrawRow(tx, reviewId, { operatorId }, now)
    if (refusal !== null)
      return refuse(refusal as 'review.not-found' | 'review.not-yours' | 'review.not-open')
    await recordAudit(tx, {
      action: 'operators.review-withdrawn',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: {},
      requestId,
    })
    publishAfterCommit(tx, bus, pokeSubject(namespace), { reviewId })
    return done(showRow((await readRow(tx, viewerOf(caller, now), reviewId))!))
  })
}
