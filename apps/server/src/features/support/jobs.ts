import { dayMs, hourMs } from '@fairlot/rules/calendar'
import { supportRules } from '@fairlot/rules/support'
import { type OutcomeDeps, recordOutcome } from '#features/members'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { deleteInBatches } from '#platform/delete-in-batches'
import type { Loop } from '#platform/loops'
import { deleteThreads, isAnswerUnnotified, lockUnnotified, markNotified } from './answering/store.ts'

const maxAtOnce = 100

interface JobDeps extends OutcomeDeps {
  readonly db: Db
  readonly clock: Clock
}

/**
 * The console writes nothing of a member's, so the worker tells the member's devices of an answer, at most a second later.
 * One answer per transaction: the numbers of the members' events are locked until the commit.
 */
export async function notifyAnswers(
  { db, bus, subjects }: Omit<JobDeps, 'clock'>,
  now: Date,
): Promise<number> {
  for (let count = 0; count < maxAtOnce; count += 1) {
    const notified = await db.transaction(async (tx) => {
      const [answer] = await lockUnnotified(tx, 1)
      if (!answer) return false
      const { answerId, threadId, memberId, number, state } = answer
      await recordOutcome(
        tx,
        { bus, subjects },
        {
          memberId,
          action: 'support.answer-delivered',
          actor: 'system',
          subject: `support-thread:${threadId}`,
          now: { state },
          details: { answerId },
          event: { kind: 'support.changed', id: threadId },
          notice: {
            code: 'support.answered',
            params: { number },
            path: `/user/usercenter?support=${threadId}`,
          },
          requestId: `support-answer ${answerId}`,
          at: now,
        },
      )
      await markNotified(tx, answerId, now)
      return true
    })
    if (!notified) return count
  }
  return maxAtOnce
}

export const tidySupport = (db: Db, now: Date): Promise<number> =>
  deleteInBatches((limit) =>
    deleteThreads(db, new Date(now.getTime() - supportRules.keptDays.default * dayMs), limit),
  )

export const supportLoops = ({ clock, ...deps }: JobDeps): readonly Loop[] => [
  {
    name: 'support-notify',
    everyMs: 1_000,
    work: { exists: isAnswerUnnotified },
    run: () => notifyAnswers(deps, clock.now()),
  },
  { name: 'support-tidy', everyMs: hourMs, run: () => tidySupport(deps.db, clock.now()) },
]
