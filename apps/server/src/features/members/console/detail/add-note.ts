import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { insertNote, isMember } from './store.ts'

/**
 * Refuses with input.required, members.not-found. The text is only in its row: the audit trail records that it exists.
 */
export function addNote(
  db: Db,
  { memberId, text }: { readonly memberId: string; readonly text: string },
  { caller, now, requestId }: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<{ noteId: string }>> {
  const said = text.trim()
  if (said === '') return Promise.resolve(refuse('input.required', { field: 'text' }))
  return db.transaction(async (tx) => {
    if (!(await isMember(tx, memberId))) return refuse('members.not-found')
    const { operatorId, name } = caller
    const noteId = newId(now.getTime())
    await insertNote(tx, { noteId, memberId, operatorId, operator: name, text: said, at: now })
    await recordAudit(tx, {
      action: 'members.noted',
      actor: `operator:${operatorId}`,
      subject: `member:${memberId}`,
      details: { noteId },
      requestId,
    })
    return done({ noteId })
  })
}
