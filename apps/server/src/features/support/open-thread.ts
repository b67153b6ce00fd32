import { randomInt } from 'node:crypto'
import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { invitationSigns } from '@fairlot/rules/members'
import { supportRules } from '@fairlot/rules/support'
import type { OutcomeDeps } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import { isOwnThing } from './about/show-about.ts'
import type { ByMember } from './deps.ts'
import { countOpenThreads, insertThread } from './store.ts'
import { supportTerms } from './terms.ts'
import { keepMessage, refuseMessage, takePictures } from './write-message.ts'

/**
 * Refuses: `input.required` without a title, `input.text-length`, `support.too-many-messages`, `support.too-many-open`,
 * `support.about-not-found`, also for another member's thing, `upload.not-found`.
 */
export async function openThread(
  tx: Tx,
  deps: OutcomeDeps,
  by: ByMember,
  body: BodyOf<'/support/open'>,
): Promise<Outcome<DataOf<'/support/open'>>> {
  const { topic, language, about, uploads = [] } = body
  const [title, text] = [body.title.trim(), body.text.trim()]
  if (title === '') return refuse('input.required', { field: 'title' })
  const terms = await supportTerms(tx, by.now)
  const refused = await refuseMessage(tx, by, text, uploads, terms)
  if (refused) return refused
  if ((await countOpenThreads(tx, by.memberId)) >= terms.maxOpen)
    return refuse('support.too-many-open', { params: { max: terms.maxOpen }, rule: supportRules.maxOpen.id })
  if (about && !(await isOwnThing(tx, by.memberId, about.kind, about.id)))
    return refuse('support.about-not-found', { field: 'about' })
  const files = await takePictures(tx, by.memberId, uploads, by.now)
  if (!files) return refuse('upload.not-found', { field: 'uploads' })
  const threadId = newId(by.now.getTime())
  await insertThread(tx, {
    threadId,
    number: newNumber(),
    memberId: by.memberId,
    topic,
    title,
    aboutKind: about?.kind ?? null,
    aboutId: about?.id ?? null,
    language,
    byTicket: false,
    openedAt: by.now,
  })
  await keepMessage(tx, deps, by, { threadId, text, uploads: files, action: 'support.opened' }, terms)
  return done({ threadId }, 'done.support-sent')
}

/** Read over the telephone: uses the characters of invitation codes, which exclude 0 and 1. */
export const newNumber = (): string =>
  `C-${Array.from({ length: 8 }, () => invitationSigns[randomInt(invitationSigns.length)]).join('')}`
