import type { BodyOf } from '@fairlot/contract/routes'
import { dayMs } from '@fairlot/rules/calendar'
import { addServiceMinutes, supportRules, type SupportTerms } from '@fairlot/rules/support'
import { readClosures } from '#features/calendar'
import { type OutcomeDeps, recordOutcome } from '#features/members'
import { takeUpload } from '#features/uploads'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import type { ByMember } from './deps.ts'
import { countMessages, insertMessage, insertPicture, lockSupport, readThreadRow } from './store.ts'
import { supportTerms } from './terms.ts'

/** Refuses: `input.text-length`, `support.too-many-messages`. Takes the member's lock. */
export async function refuseMessage(
  tx: Tx,
  { memberId, now }: ByMember,
  text: string,
  uploads: readonly string[],
  terms: SupportTerms,
): Promise<Refused | undefined> {
  if (text === '' || text.length > terms.textMax)
    return refuse('input.text-length', { field: 'text', params: { min: 1, max: terms.textMax } })
  if (uploads.length > terms.pictures)
    return refuse('input.text-length', { field: 'uploads', params: { min: 0, max: terms.pictures } })
  await lockSupport(tx, memberId)
  const sent = await countMessages(tx, memberId, new Date(now.getTime() - dayMs))
  return sent < terms.messagesPerDay
    ? undefined
    : refuse('support.too-many-messages', {
        params: { max: terms.messagesPerDay },
        rule: supportRules.messagesPerDay.id,
      })
}

interface Message {
  readonly threadId: string
  readonly text: string
  readonly uploads: readonly string[]
  /** In the audit row: what the member did. */
  readonly action: 'support.opened' | 'support.written'
}

/**
 * The message, its pictures, the audit row and the event of the member's other devices. Returns the upload that could not
 * be taken: the caller then refuses, and the transaction ends without an effect.
 */
export async function keepMessage(
  tx: Tx,
  deps: OutcomeDeps,
  { memberId, now, requestId }: ByMember,
  { threadId, text, uploads, action }: Message,
  terms: SupportTerms,
): Promise<void> {
  const messageId = newId(now.getTime())
  const dueAt = addServiceMinutes(await readClosures(tx), terms, now, terms.answerMinutes)
  await insertMessage(tx, { messageId, threadId, text, dueAt, at: now })
  for (const [place, fileId] of uploads.entries()) await insertPicture(tx, fileId, messageId, place)
  await recordOutcome(tx, deps, {
    memberId,
    action,
    actor: `member:${memberId}`,
    subject: `support-thread:${threadId}`,
    now: { state: 'waiting' },
    details: { messageId, pictures: uploads.length },
    event: { kind: 'support.changed', id: threadId },
    notice: null,
    requestId,
    at: now,
  })
}

/** The files, or undefined when one is not an upload of this member that no form has taken. */
export async function takePictures(
  tx: Tx,
  memberId: string,
  uploads: readonly string[],
  now: Date,
): Promise<readonly string[] | undefined> {
  const files: string[] = []
  for (const uploadId of uploads) {
    const file = await takeUpload(tx, memberId, uploadId, 'support-picture', now)
    if (!file) return undefined
    files.push(file.fileId)
  }
  return files
}

/**
 * Refuses: `support.not-found`, also for another member's, `input.text-length`, `support.too-many-messages`,
 * `upload.not-found`.
 */
export async function writeMessage(
  tx: Tx,
  deps: OutcomeDeps,
  by: ByMember,
  body: BodyOf<'/support/write'>,
): Promise<Outcome<null>> {
  const { threadId, uploads = [] } = body
  const text = body.text.trim()
  if (!(await readThreadRow(tx, by.memberId, threadId))) return refuse('support.not-found')
  const terms = await supportTerms(tx, by.now)
  const refused = await refuseMessage(tx, by, text, uploads, terms)
  if (refused) return refused
  const files = await takePictures(tx, by.memberId, uploads, by.now)
  if (!files) return refuse('upload.not-found', { field: 'uploads' })
  await keepMessage(tx, deps, by, { threadId, text, uploads: files, action: 'support.written' }, terms)
  return done(null, 'done.support-sent')
}
