import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import type { IdentityProblem, IdentityField } from '@fairlot/contract/identity'
import type { ReviewDecision, ReviewKind, VoteSignature } from '@fairlot/contract/operators'
import { isReasonOf, isTooShort, longestReason, unopenedOf, type VoteRefusal } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import { publishAfterCommit } from '#platform/bus'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse, type Refused } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { wakeSubject } from '../reviews/wake.ts'
import type { ReviewKindHandler } from '../reviews/review-kind.ts'
import { countVote, insertVoteDetails, cancelReviewRow } from '../reviews/store.ts'
import { isGoodSignature } from '../voting-keys/sign-vote.ts'
import { insertSignature } from '../voting-keys/store.ts'
import { deleteAssignments } from '../working/store.ts'
import { openedDocuments } from './opened-documents.ts'
import { refusalFor } from './refusal-for.ts'
import { showRow, type ShownRow, viewerOf } from './show-row.ts'
import { type QueueRow, readEnding, readRow, readVoteRows } from './store.ts'

export interface AskedVote {
  readonly reviewId: string
  readonly decision: ReviewDecision
  readonly payloadHash: string
  readonly note: string
  readonly reason?: string | undefined
  readonly problems?:
    | readonly { readonly field: IdentityField; readonly problem: IdentityProblem }[]
    | undefined
  readonly revised?: Readonly<Record<string, string | number>> | undefined
  readonly signature: VoteSignature
}

type SignedIn = RequestContext & { readonly caller: OperatorCaller }
type VoteDeps = Pick<OperatorsDeps, 'db' | 'bus' | 'kinds' | 'namespace' | 'relyingParty'>

/**
 * The database decides on the vote, with the row locked. This checks what it cannot know: the fields a kind allows to
 * be revised, the codes of a rejection, what the operator has opened, and what the kind itself requires of an approval.
 */
export function vote(
  { db, bus, kinds, namespace, relyingParty }: VoteDeps,
  asked: AskedVote,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<ShownRow>> {
  const { reviewId, decision, payloadHash } = asked
  const { operatorId, sessionId, deviceId } = caller
  const viewer = viewerOf(caller, now)
  const note = asked.note.trim()
  return db.transaction(async (tx) => {
    const before = await readRow(tx, viewer, reviewId)
    if (!before) return refuse('review.not-found')
    const handler = kinds.find(({ kind }) => kind === before.kind)
    const badRevision = refuseRevision(handler, asked)
    if (badRevision) return badRevision
    const revised = asked.revised ?? null
    const documents = await openedDocuments(tx, handler, before, operatorId)
    const counted = { reviewId, operatorId, sessionId, decision, payloadHash, note, revised, now }
    // Refusals of the database come first: a stale page should get those, and not a complaint about a missing text.
    const ending = await readEnding(tx, reviewId, operatorId, now)
    const isDoomed = refusalFor(before, ending, caller, asked, now) !== undefined
    const why =
      decision === 'reject'
        ? { reason: asked.reason ?? null, problems: asked.problems ?? [] }
        : { reason: null, problems: [] }
    const { kind, memberId, subject } = before
    const facts = {
      reviewId,
      kind,
      memberId,
      subject,
      payloadHash,
      revised,
      decision,
      note,
      operatorId,
      ...why,
    }
    const origin = relyingParty.origins[0] ?? ''
    const refusal =
      (isDoomed ? undefined : refuseWritten(before.kind, asked)) ??
      (isDoomed || decision === 'reject'
        ? undefined
        : await refuseApproval(tx, handler, before, {
            documents,
            signed: asked.signature.opened,
            revised,
            note,
            now,
          })) ??
      ((await isGoodSignature(tx, facts, asked.signature, { origin, now }))
        ? refusedBy(await countVote(tx, counted))
        : refuse('operator.signature-refused'))
    const opened = documents.flatMap(({ code, at }) => (at === null ? [] : [{ code, at: at.toISOString() }]))
    if (!refusal) {
      await insertSignature(tx, { ...asked.signature, reviewId, operatorId, decision, revised })
      await insertVoteDetails(tx, { reviewId, operatorId, decision, ...why, opened })
      // The vote is the work on it: the next approver finds it free.
      await deleteAssignments(tx, [reviewId], operatorId)
      writesDurably(tx, 'review.vote')
    }
    await recordAudit(tx, {
      action: refusal ? 'operators.vote-refused' : 'operators.voted',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: {
        ...detailsOf(before, asked, deviceId, opened),
        ...(refusal ? { refusal: refusal.msg } : {}),
      },
      requestId,
    })
    if (refusal) return refusal
    publishAfterCommit(tx, bus, wakeSubject(namespace), { reviewId })
    return done(showRow((await readRow(tx, viewer, reviewId))!))
  })
}

function refuseRevision(
  handler: ReviewKindHandler | undefined,
  { revised }: AskedVote,
): Refused<ConsoleRefusalCode> | undefined {
  if (revised === undefined) return undefined
  const mayAll = Object.keys(revised).every((field) => handler?.mayRevise?.includes(field))
  if (!mayAll) return refuse('review.no-revision')
  return handler?.acceptsRevision?.(revised) === false
    ? refuse('input.invalid', { field: 'revised' })
    : undefined
}

/** The vote as the audit log has it. */
const detailsOf = (
  { number, kind }: QueueRow,
  { decision, payloadHash, signature, note, reason, problems, revised }: AskedVote,
  deviceId: string,
  opened: readonly { readonly code: string; readonly at: string }[],
) => ({
  number,
  kind,
  decision,
  payloadHash,
  deviceId,
  keyId: signature.keyId,
  note: note.trim(),
  ...(reason === undefined ? {} : { reason }),
  ...(problems === undefined
    ? {}
    : { problems: problems.map(({ field, problem }) => `${field}:${problem}`) }),
  ...(opened.length === 0 ? {} : { opened: Object.fromEntries(opened.map(({ code, at }) => [code, at])) }),
  ...(revised === undefined ? {} : { revised }),
})

const refusedBy = (code: string | null): Refused<ConsoleRefusalCode> | undefined =>
  code === null ? undefined : refuse(code as VoteRefusal | 'review.not-found' | 'review.no-revision')

/** A rejection has a code of its kind and a reason; a reason is never truncated. */
function refuseWritten(
  kind: ReviewKind,
  { decision, note, reason, problems = [] }: AskedVote,
): Refused<ConsoleRefusalCode> | undefined {
  if ([...note.trim()].length > longestReason) {
    return refuse('review.note-long', { field: 'note', params: { max: longestReason } })
  }
  if (decision === 'approve') return undefined
  if (!isReasonOf(kind, reason)) return refuse('review.reason-code', { field: 'reason' })
  if (reason === 'fields-wrong' && problems.length === 0)
    return refuse('review.reason-code', { field: 'problems' })
  return isTooShort(note) ? refuse('review.reason-required', { field: 'note' }) : undefined
}

interface AskedApproval {
  readonly documents: readonly { readonly code: string; readonly at: Date | null }[]
  /** What the operator's page showed, as they sign it. */
  readonly signed: readonly string[]
  readonly revised: Readonly<Record<string, unknown>> | null
  readonly note: string
  readonly now: Date
}

async function refuseApproval(
  tx: Tx,
  handler: ReviewKindHandler | undefined,
  before: QueueRow,
  { documents, signed, revised, note, now }: AskedApproval,
): Promise<Refused<ConsoleRefusalCode> | undefined> {
  const wanted = documents.map(({ code }) => code)
  const isUnopened = documents.some(({ at }) => at === null) || unopenedOf(wanted, signed).length > 0
  if (isUnopened) return refuse('review.not-opened')
  const votes = await readVoteRows(tx, before.reviewId)
  return handler?.refuseApproval?.(tx, before, {
    payload: { ...before.payload, ...revised },
    notes: [note, ...votes.map((vote) => vote.note)],
    now,
  })
}

/**
 * Refuses with review.not-found, review.not-yours, review.not-open. The worker releases what the proposal had reserved.
 */
export function cancelProposal(
  { db, bus, namespace }: Pick<VoteDeps, 'db' | 'bus' | 'namespace'>,
  reviewId: string,
  { caller, now, requestId }: SignedIn,
): Promise<ConsoleOutcome<ShownRow>> {
  const { operatorId } = caller
  return db.transaction(async (tx) => {
    const refusal = await cancelReviewRow(tx, reviewId, { operatorId }, now)
    if (refusal !== null)
      return refuse(refusal as 'review.not-found' | 'review.not-yours' | 'review.not-open')
    await recordAudit(tx, {
      action: 'operators.review-cancelled',
      actor: `operator:${operatorId}`,
      subject: `review:${reviewId}`,
      details: {},
      requestId,
    })
    publishAfterCommit(tx, bus, wakeSubject(namespace), { reviewId })
    return done(showRow((await readRow(tx, viewerOf(caller, now), reviewId))!))
  })
}
