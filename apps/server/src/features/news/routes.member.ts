import type { newsRoutes } from '@fairlot/contract/news'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listNews, searchNews } from './list-news.ts'
import { markNewsRead, readNews } from './read-news.ts'
import { openReaders } from './readers.ts'

export const newsHandlers = ({ db }: { readonly db: Db }): Handlers<typeof newsRoutes> => {
  const deps = { db, readers: openReaders() }
  return {
    list: async (body, { now }) => done(await listNews(deps, body, now)),
    search: async ({ text }, { now }) => done(await searchNews(deps, text, now)),
    read: (body, { now }) => readNews(deps, body, now),
    markRead: ({ articleId }, { caller, now }) => markNewsRead(db, caller.memberId, articleId, now),
  }
}
