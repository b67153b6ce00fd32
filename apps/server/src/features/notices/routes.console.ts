import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listSent } from './list-sent.ts'
import { proposeNotice } from './propose-notice.ts'
import { proposeNoticeCancel } from './propose-notice-cancel.ts'

export const noticesConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['notices']> => ({
  sent: async (_body, { now }) => done(await listSent(db, now)),
  proposeNotice: (body, { caller: by, now, requestId }) => proposeNotice(db, body, { by, now, requestId }),
  proposeNoticeCancel: (body, { caller: by, now, requestId }) =>
    proposeNoticeCancel(db, body, { by, now, requestId }),
})
