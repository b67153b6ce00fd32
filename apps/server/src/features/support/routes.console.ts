import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { Files } from '#platform/files'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { answerThread } from './console/answer-thread.ts'
import { addNote, assignTo } from './console/assign-thread.ts'
import { openAttachment } from './console/open-attachment.ts'
import { listInbox, showThread } from './console/read-inbox.ts'
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
  openAttachment: (body, context) => openAttachment(deps, body, context),
})
