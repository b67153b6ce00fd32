import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { recordAudit } from '#features/audit'
import type { ByOperator } from '#features/operators'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse, type Refused } from '#platform/outcome'
import { answerSupport, assignThread } from './store.ts'

type AnswerRefusal =
  | 'support.thread-not-found'
  | 'support.changed'
  | 'review.not-allowed'
  | 'review.own-account'

/**
 * Refuses: `input.required`, `support.thread-not-found`, `support.changed` when something was written that the operator has
 * not read, `review.not-allowed`, `review.own-account`. The database checks session, right and relation once more. The text
 * is only in its row: the audit trail records that it exists.
 */
export async function answerThread(
  tx: Tx,
  { threadId, text, closes, seen }: ConsoleBodyOf<'/support/answer'>,
  { caller: { operatorId, sessionId }, now, requestId }: ByOperator,
): Promise<ConsoleOutcome<null>> {
  const written = text.trim()
  if (written === '') return refuse('input.required', { field: 'text' })
  const answerId = newId(now.getTime())
  const refusal = await answerSupport(tx, {
    answerId,
    threadId,
    operatorId,
    sessionId,
    text: written,
    closes,
    seen,
    now,
  })
  if (refusal !== null) return refused(refusal as AnswerRefusal)
  await assignThread(tx, threadId, operatorId, now)
  await recordAudit(tx, {
    action: 'support.answered',
    actor: `operator:${operatorId}`,
    subject: `support-thread:${threadId}`,
    details: { answerId, closes },
    requestId,
  })
  return done(null)
}

function refused(refusal: AnswerRefusal): Refused<AnswerRefusal> {
  switch (refusal) {
    case 'support.thread-not-found':
      return refuse('support.thread-not-found')
    case 'support.changed':
      return refuse('support.changed')
    case 'review.not-allowed':
      return refuse('review.not-allowed')
    case 'review.own-account':
      return refuse('review.own-account')
  }
}
