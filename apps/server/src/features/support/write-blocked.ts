// Customer service for a member whose sign-in is blocked. The ticket comes from a sign-in whose whole proof was right, so
// nothing here says whether an account exists. It opens the matter of this block and no other.

import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { memberOfTicket, type OutcomeDeps } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { SupportDeps } from './deps.ts'
import { newNumber } from './open-thread.ts'
import { showEntry, showHead } from './show-thread.ts'
import { insertThread, readBlockedThread, readEntries } from './store.ts'
import { supportTerms } from './terms.ts'
import { keepMessage, refuseMessage } from './write-message.ts'

/** Refuses: `auth.challenge-expired`. */
export async function readBlocked(
  { db, secrets }: Pick<SupportDeps, 'db' | 'secrets'>,
  ticket: string,
  now: Date,
): Promise<Outcome<DataOf<'/support/readBlocked'>>> {
  const memberId = await memberOfTicket(db, secrets, ticket, now)
  if (memberId === undefined) return refuse('auth.challenge-expired')
  const thread = await readBlockedThread(db, memberId)
  if (!thread) return done({ thread: null, entries: [] })
  return done({
    thread: showHead(thread, null),
    entries: (await readEntries(db, thread.threadId)).map(showEntry),
  })
}

const titles = { tw: '無法登入', en: 'Sign-in blocked' } as const

/** Refuses: `auth.challenge-expired`, `input.text-length`, `support.too-many-messages`. */
export async function writeBlocked(
  tx: Tx,
  deps: OutcomeDeps & Pick<SupportDeps, 'secrets'>,
  body: BodyOf<'/support/writeBlocked'>,
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<Outcome<null>> {
  const memberId = await memberOfTicket(tx, deps.secrets, body.ticket, now)
  if (memberId === undefined) return refuse('auth.challenge-expired')
  const by = { memberId, now, requestId }
  const text = body.text.trim()
  const terms = await supportTerms(tx, now)
  const refused = await refuseMessage(tx, by, text, [], terms)
  if (refused) return refused
  const open = await readBlockedThread(tx, memberId)
  const isNew = open === undefined || open.state === 'closed'
  const threadId = isNew ? newId(now.getTime()) : open.threadId
  if (isNew) {
    await insertThread(tx, {
      threadId,
      number: newNumber(),
      memberId,
      topic: 'restriction',
      title: titles[body.language],
      aboutKind: null,
      aboutId: null,
      language: body.language,
      byTicket: true,
      openedAt: now,
    })
  }
  const action = isNew ? 'support.opened' : 'support.written'
  await keepMessage(tx, deps, by, { threadId, text, uploads: [], action }, terms)
  return done(null, 'done.support-sent')
}
