import type { BodyOf } from '@fairlot/contract/routes'
import { type OutcomeDeps, recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { ByMember } from './deps.ts'
import { insertRating, lockSupport, readNewestAnswer, readThreadRow } from './store.ts'

/** Refuses: `support.not-found`, also for another member's, `support.not-answered`. */
export async function rateAnswer(
  tx: Tx,
  deps: OutcomeDeps,
  { memberId, now, requestId }: ByMember,
  { threadId, solved }: BodyOf<'/support/rate'>,
): Promise<Outcome<null>> {
  await lockSupport(tx, memberId)
  const thread = await readThreadRow(tx, memberId, threadId)
  if (!thread) return refuse('support.not-found')
  const answer = await readNewestAnswer(tx, threadId)
  if (!answer || thread.state === 'waiting') return refuse('support.not-answered')
  if (!(await insertRating(tx, { answerId: answer.answerId, threadId, solved, at: now })))
    return refuse('support.not-answered')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'support.rated',
    actor: `member:${memberId}`,
    subject: `support-thread:${threadId}`,
    now: { state: solved ? 'closed' : thread.state },
    details: { answerId: answer.answerId, solved },
    event: { kind: 'support.changed', id: threadId },
    notice: null,
    requestId,
    at: now,
  })
  return done(null, 'done.support-rated')
}
