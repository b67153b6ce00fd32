import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done, refuse } from '#platform/outcome'
import { listPublished } from './list-published.ts'
import { addPicture, showPicture } from './pictures.ts'
import { proposeCorrection, proposeNews, proposeWithdrawal } from './propose-news.ts'

export const newsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['news']> => ({
  published: async ({ topic }, { now }) => done(await listPublished(db, topic ?? null, now)),
  addPicture: async (body, { now, contentType }) =>
    Buffer.isBuffer(body) ? addPicture(db, body, contentType, now) : refuse('news.picture'),
  readPicture: async ({ picture }) => done({ image: await showPicture(db, picture) }),
  propose: (body, { caller: by, now, requestId }) => proposeNews(db, body, { by, now, requestId }),
  proposeCorrection: (body, { caller: by, now, requestId }) =>
    proposeCorrection(db, body, { by, now, requestId }),
  proposeWithdrawal: (body, { caller: by, now, requestId }) =>
    proposeWithdrawal(db, body, { by, now, requestId }),
})
