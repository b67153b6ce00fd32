import type { supportRoutes } from '@fairlot/contract/support'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import type { SupportDeps } from './deps.ts'
import { openThread } from './open-thread.ts'
import { rateAnswer } from './rate-answer.ts'
import { listThreads, readThread } from './read-threads.ts'
import { readBlocked, writeBlocked } from './write-blocked.ts'
import { writeMessage } from './write-message.ts'

export const supportHandlers = (deps: SupportDeps): Handlers<typeof supportRoutes> => ({
  list: async (_body, { caller, now }) => done(await listThreads(deps, caller.memberId, now)),
  read: ({ threadId }, { caller }) => readThread(deps.db, caller.memberId, threadId),
  open: (body, { caller: { memberId }, now, requestId, tx }) =>
    openThread(tx, deps, { memberId, now, requestId }, body),
  write: (body, { caller: { memberId }, now, requestId, tx }) =>
    writeMessage(tx, deps, { memberId, now, requestId }, body),
  rate: (body, { caller: { memberId }, now, requestId, tx }) =>
    rateAnswer(tx, deps, { memberId, now, requestId }, body),
  statistics: async (_body, { now }) => done(await deps.statistics(deps.db, now)),
  readBlocked: ({ ticket }, { now }) => readBlocked(deps, ticket, now),
  writeBlocked: (body, { now, requestId, tx }) => writeBlocked(tx, deps, body, { now, requestId }),
})
