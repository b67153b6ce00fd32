import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { recordAudit } from '#features/audit'
import type { ByOperator } from '#features/operators'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse, type Refused } from '#platform/outcome'
import {
  assignThread,
  insertNote,
  isRelated,
  mayAnswer,
  readColleagues,
  readDetail,
  releaseThread,
} from './store.ts'

type WorkRefusal = 'support.thread-not-found' | 'review.not-allowed' | 'review.own-account'

/** The thread exists, the operator may answer and is not related to its member. */
async function refuseWork(
  tx: Tx,
  threadId: string,
  { caller: { operatorId }, now }: ByOperator,
): Promise<Refused<WorkRefusal> | undefined> {
  const thread = await readDetail(tx, threadId)
  if (!thread) return refuse('support.thread-not-found')
  if (!(await mayAnswer(tx, operatorId, now))) return refuse('review.not-allowed')
  return (await isRelated(tx, operatorId, thread.memberId)) ? refuse('review.own-account') : undefined
}

/** Refuses: `input.required`, `support.thread-not-found`, `review.not-allowed`, `review.own-account`. */
export function addNote(
  db: Db,
  { threadId, text }: ConsoleBodyOf<'/support/addNote'>,
  by: ByOperator,
): Promise<ConsoleOutcome<null>> {
  const written = text.trim()
  if (written === '') return Promise.resolve(refuse('input.required', { field: 'text' }))
  return db.transaction(async (tx) => {
    const refused = await refuseWork(tx, threadId, by)
    if (refused) return refused
    await keepNote(tx, threadId, written, null, by)
    return done(null)
  })
}

/**
 * Refuses: `input.required` for a hand-over without a note, `support.no-colleague`, and what a note refuses. An assignment
 * informs colleagues; each of them can still answer.
 */
export function assignTo(
  db: Db,
  { threadId, to, note }: ConsoleBodyOf<'/support/assign'>,
  by: ByOperator,
): Promise<ConsoleOutcome<null>> {
  const written = note.trim()
  const { operatorId } = by.caller
  return db.transaction(async (tx): Promise<ConsoleOutcome<null>> => {
    const refused = await refuseWork(tx, threadId, by)
    if (refused) return refused
    const isHandOver = to !== null && to !== operatorId
    if (isHandOver && written === '') return refuse('input.required', { field: 'note' })
    if (to === null) await releaseThread(tx, threadId)
    else {
      const colleague = (await readColleagues(tx, by.now)).find((each) => each.operatorId === to)
      if (!colleague) return refuse('support.no-colleague', { field: 'to' })
      await assignThread(tx, threadId, to, by.now)
      if (isHandOver) await keepNote(tx, threadId, written, colleague, by)
    }
    await recordAudit(tx, {
      action: to === null ? 'support.released' : isHandOver ? 'support.handed-over' : 'support.taken',
      actor: `operator:${operatorId}`,
      subject: `support-thread:${threadId}`,
      details: { to },
      requestId: by.requestId,
    })
    return done(null)
  })
}

async function keepNote(
  tx: Tx,
  threadId: string,
  text: string,
  to: { readonly operatorId: string; readonly name: string } | null,
  { caller: { operatorId, name }, now, requestId }: ByOperator,
): Promise<void> {
  const noteId = newId(now.getTime())
  await insertNote(tx, { noteId, threadId, operatorId, operator: name, text, to, at: now })
  await recordAudit(tx, {
    action: 'support.noted',
    actor: `operator:${operatorId}`,
    subject: `support-thread:${threadId}`,
    details: { noteId },
    requestId,
  })
}
