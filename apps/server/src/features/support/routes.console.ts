import type { consoleRoutes } from '@fairlot/contract/console-routes'
import { openWritten } from '#features/operators'
import { readFileOf } from '#features/uploads'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { ConsoleHandlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { answerThread } from './console/answer-thread.ts'
import { addNote, assignTo } from './console/assign-thread.ts'
import { listInbox, showThread } from './console/read-inbox.ts'
import { isPictureOf, readDetail } from './console/store.ts'
import type { ReadSupportStatistics } from './statistics.ts'

export interface SupportConsoleDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly files: Files
  readonly statistics: ReadSupportStatistics
}

export const supportConsoleHandlers = (
  deps: SupportConsoleDeps,
): ConsoleHandlers<(typeof consoleRoutes)['support']> => ({
  inbox: async (body, { caller, now }) => done(await listInbox(deps, body, caller, now)),
  thread: ({ threadId }, { now }) => showThread(deps.db, threadId, now),
  answer: (body, { tx, ...context }) => answerThread(tx, body, context),
  addNote: (body, context) => addNote(deps.db, body, context),
  assign: (body, context) => assignTo(deps.db, body, context),
  openAttachment: async ({ threadId, fileId }, context) => {
    const thread = await readDetail(deps.db, threadId)
    if (!thread) return refuse('support.thread-not-found')
    const { memberId, number } = thread
    const opening = { memberId, field: 'support-picture', purpose: number } as const
    return openWritten(deps.db, opening, context, async (tx) => {
      if (!(await isPictureOf(tx, threadId, fileId))) return undefined
      const file = await readFileOf(deps, tx, memberId, fileId)
      return file && { type: file.type, name: `${file.purpose}.webp`, bytes: file.bytes }
    })
  },
})
