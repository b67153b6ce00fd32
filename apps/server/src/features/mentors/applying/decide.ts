import type { MentorApplicationReason } from '@fairlot/contract/mentors'
import { levelFiguresOf, levelOf, mentorFiguresOf } from '@fairlot/rules/mentors'
import { recordOutcome } from '#features/members'
import { cancelReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NotifyDeps } from '../deps.ts'
import { readRecord } from '../figures/record.ts'
import { writeMissingDays } from '../figures/write-days.ts'
import {
  type ApplicationRow,
  cancelPending,
  closeMentor,
  isNameTaken,
  lockApplication,
  publishMentor,
  readApplication,
  rejectApplication,
} from './store.ts'

export interface Deciding {
  readonly applicationId: string
  readonly reviewId: string
  readonly now: Date
}

/**
 * Publishes the mentor with the figures of every stored day. The figures are computed again: one who has fallen below
 * junior since is not published, and reads why.
 */
export async function passApplication(
  tx: Tx,
  deps: NotifyDeps,
  deciding: Deciding,
): Promise<'passed' | 'cancelled' | 'below-threshold' | 'name-taken'> {
  const { applicationId, reviewId, now } = deciding
  const row = await lockApplication(tx, applicationId)
  if (row?.state !== 'pending') return 'cancelled'
  const { memberId, name } = row
  const { days, closed } = await readRecord(tx, memberId)
  const figures = mentorFiguresOf(days, closed)
  const level = figures && levelOf(levelFiguresOf(figures))
  const refused = !level ? 'below-threshold' : (await isNameTaken(tx, name, memberId)) ? 'name-taken' : null
  if (refused) {
    await reject(tx, deps, row, { ...deciding, reason: refused, note: '' })
    return refused
  }
  const mentorId = await publishMentor(tx, {
    applicationId,
    reviewId,
    mentorId: newId(now.getTime()),
    at: now,
  })
  await writeMissingDays(tx, { id: mentorId, memberId, isSimulated: false })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'mentors.passed',
    actor: 'system',
    subject: `mentor:${mentorId}`,
    now: { state: 'passed' },
    details: { applicationId, reviewId, level },
    event: { kind: 'mentor.changed', id: applicationId },
    notice: { code: 'mentor.passed' },
    requestId: reviewId,
    at: now,
  })
  return 'passed'
}

export interface Rejecting extends Deciding {
  readonly reason: MentorApplicationReason
  /** The member reads it. */
  readonly note: string
}

/** Does nothing when it is no longer pending. */
export async function rejectPending(tx: Tx, deps: NotifyDeps, rejecting: Rejecting): Promise<void> {
  const row = await lockApplication(tx, rejecting.applicationId)
  if (row?.state === 'pending') await reject(tx, deps, row, rejecting)
}

async function reject(tx: Tx, deps: NotifyDeps, row: ApplicationRow, rejecting: Rejecting): Promise<void> {
  const { applicationId, reviewId, reason, now: at } = rejecting
  const note = rejecting.note.trim()
  await rejectApplication(tx, applicationId, { reason, note: note || null, at })
  await recordOutcome(tx, deps, {
    memberId: row.memberId,
    action: 'mentors.rejected',
    actor: 'system',
    subject: `mentor-application:${applicationId}`,
    now: { state: 'rejected' },
    why: { rejectionReason: reason, note },
    details: { reviewId },
    event: { kind: 'mentor.changed', id: applicationId },
    notice: { code: 'mentor.rejected' },
    requestId: reviewId,
    at,
  })
}

export interface Asking {
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}

/** Refuses: `order.not-found`, `order.not-review` once it is decided. */
export async function cancelApplication(
  tx: Tx,
  deps: NotifyDeps,
  applicationId: string,
  { memberId, now, requestId }: Asking,
): Promise<Outcome<null>> {
  const row = await readApplication(tx, applicationId)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  if (row.state !== 'pending') return refuse('order.not-review')
  // Cancelling the review locks it, and decisions are executed under the same lock: the row cannot change meanwhile.
  const reviewId = await cancelReview(tx, {
    kind: 'mentor',
    subject: applicationId,
    memberId,
    now,
    requestId,
  })
  if (reviewId === undefined) return refuse('order.not-review')
  if (!(await cancelPending(tx, applicationId, memberId, now))) return refuse('order.not-review')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'mentors.cancelled',
    actor: `member:${memberId}`,
    subject: `mentor-application:${applicationId}`,
    now: { state: 'rejected' },
    why: { rejectionReason: 'cancelled' },
    details: { reviewId },
    event: { kind: 'mentor.changed', id: applicationId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.request-cancelled')
}

/** The mentor and their record stay listed. Refuses: `follow.mentor-not-found` without an active profile. */
export async function closeProfile(
  tx: Tx,
  deps: NotifyDeps,
  { memberId, now, requestId }: Asking,
): Promise<Outcome<null>> {
  const mentorId = await closeMentor(tx, memberId, now)
  if (mentorId === undefined) return refuse('follow.mentor-not-found')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'mentors.closed',
    actor: `member:${memberId}`,
    subject: `mentor:${mentorId}`,
    now: { state: 'closed' },
    event: { kind: 'mentor.changed', id: mentorId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.mentor-closed')
}
