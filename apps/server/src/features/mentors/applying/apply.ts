import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import {
  levelFiguresOf,
  levelOf,
  mentorFiguresOf,
  mentorsRules,
  profileProblem,
  trimmed,
} from '@fairlot/rules/mentors'
import { identityStateOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NotifyDeps } from '../deps.ts'
import { readRecord } from '../figures/record.ts'
import type { MentorPayload } from '../payload.ts'
import { showApplication } from '../show.ts'
import { insertApplication, isNameTaken, readApplication, readLatestApplication } from './store.ts'

export interface Applying {
  readonly memberId: string
  readonly body: BodyOf<'/mentors/apply'>
  readonly now: Date
  readonly requestId: string
}

type Applied = Outcome<DataOf<'/mentors/apply'>>

/**
 * Opens a review by two operators, with the figures of the last day end. Refuses in this order: consent and texts,
 * identity, a pending application, figures below junior, a taken name.
 */
export async function applyAsMentor(
  tx: Tx,
  deps: NotifyDeps,
  { memberId, body, now, requestId }: Applying,
): Promise<Applied> {
  const id = body.applicationId
  if (!body.agreed) return refuse('input.required', { field: 'agreed' })
  const { name, strategy } = trimmed(body)
  const field = profileProblem({ name, strategy })
  if (field !== undefined) return refuse('input.invalid', { field })
  const unverified = refuseUnverified(await identityStateOf(tx, memberId))
  if (unverified) return unverified
  // Sent again under another key after a lost connection: the first answer, without a second effect.
  const before = await readApplication(tx, id)
  if (before)
    return before.memberId === memberId && before.name === name
      ? done({ application: showApplication(before) }, 'done.mentor-applied')
      : refuse('input.invalid', { field: 'applicationId' })
  if ((await readLatestApplication(tx, memberId))?.state === 'pending')
    return refuse('order.pending-review-exists')
  const record = await readRecord(tx, memberId)
  const figures = mentorFiguresOf(record.days, record.closed)
  const level = figures && levelOf(levelFiguresOf(figures))
  if (!figures || !level) return refuse('mentor.below-threshold', { rule: mentorsRules.juniorDays.id })
  if (await isNameTaken(tx, name, memberId)) return refuse('mentor.name-taken', { field: 'name' })
  const payload: MentorPayload = {
    applicationId: id,
    name,
    strategyTw: strategy.tw,
    strategyEn: strategy.en,
    date: figures.date,
    days: figures.days,
    closed: figures.trades.cash.closed,
    won: figures.trades.cash.won,
    drawdownBp: figures.drawdownBp,
    timeBp: figures.timeBp,
    money: figures.money.toString(),
    level,
  }
  const opened = await openReview(tx, { kind: 'mentor', memberId, subject: id, payload, now, requestId })
  if (!opened.ok) return refuse('system.busy')
  const inserted = await insertApplication(tx, {
    id,
    memberId,
    name,
    strategyTw: strategy.tw,
    strategyEn: strategy.en,
    sentAt: now,
    promisedAt: opened.promisedAt,
  })
  if (!inserted) return refuse('order.pending-review-exists')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'mentors.applied',
    actor: `member:${memberId}`,
    subject: `mentor-application:${id}`,
    now: { state: 'pending' },
    details: { name, level, date: figures.date },
    event: { kind: 'mentor.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.mentor-applied')
}
