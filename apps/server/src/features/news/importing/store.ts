import type { NewsFeed } from '@fairlot/contract/news'
import type { Tx } from '#platform/db'
import type { Announcement, Feed } from './feed.ts'

/** All or none. Returns how many are new and about a stock that we list. */
export async function insertAnnouncements(
  tx: Tx,
  { source, page }: Feed,
  announcements: readonly (Announcement & { readonly articleId: string })[],
  now: Date,
): Promise<number> {
  const entries = announcements.map(({ articleId, key, at, symbol, title, body }) => ({
    id: articleId,
    key,
    at,
    symbol,
    title_tw: title.tw,
    title_en: title.en,
    body_tw: body.tw,
    body_en: body.en,
  }))
  const [row] = await tx.query<{ added: number }>('SELECT app.import_news($1, $2, $3, $4) AS added', [
    source,
    page,
    JSON.stringify(entries),
    now,
  ])
  return row!.added
}

export async function writeGoodImport(tx: Tx, feed: NewsFeed, added: number, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.news_imports (feed, checked_at, good_at, added) VALUES ($1, $2, $2, $3)
     ON CONFLICT (feed) DO UPDATE SET checked_at = $2, good_at = $2, problem = NULL, added = $3`,
    [feed, now, added],
  )
}

export async function writeImportProblem(tx: Tx, feed: NewsFeed, problem: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.news_imports (feed, checked_at, problem) VALUES ($1, $2, $3)
     ON CONFLICT (feed) DO UPDATE SET checked_at = $2, problem = $3`,
    [feed, now, problem],
  )
}
