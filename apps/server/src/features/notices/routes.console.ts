import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { proposeNotice } from './propose-notice.ts'
import { readSentToAll, readWaitingNotices } from './store.ts'

export const noticesConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['notices']> => ({
  async sent() {
    const [sent, waiting] = await Promise.all([readSentToAll(db), readWaitingNotices(db)])
    return done({
      sent: sent.map(({ words, sentAt, ...notice }) => ({ ...notice, ...words, at: sentAt.toISOString() })),
      waiting: waiting.map(({ openedAt, ...review }) => ({ ...review, openedAt: openedAt.toISOString() })),
    })
  },
  proposeNotice: (body, { caller: by, now, requestId }) => proposeNotice(db, body, { by, now, requestId }),
})
