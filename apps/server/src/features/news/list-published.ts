import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { NewsTopic } from '@fairlot/contract/news'
import type { Db } from '#platform/db'
import { showWithdrawal } from './show-article.ts'
import { countReaders, readAllArticles, readImports, readWaiting } from './store.ts'

const shown = 50

/** Articles of the console, scheduled ones too, and the proposals that wait. */
export async function listPublished(
  db: Db,
  topic: NewsTopic | null,
  now: Date,
): Promise<ConsoleDataOf<'/news/published'>> {
  const [rows, waiting, imports] = await Promise.all([
    readAllArticles(db, topic, shown),
    readWaiting(db, shown),
    readImports(db),
  ])
  const counts = await countReaders(
    db,
    rows.map(({ articleId }) => articleId),
  )
  const readers = new Map(counts.map((row) => [row.articleId, row.readers]))
  return {
    articles: rows.map((row) => ({
      articleId: row.articleId,
      topic: row.topic,
      title: { tw: row.titleTw, en: row.titleEn },
      body: { tw: row.bodyTw, en: row.bodyEn },
      rule: row.rule,
      symbols: [...row.symbols],
      picture: row.picture,
      at: row.publishedAt.toISOString(),
      isScheduled: row.publishedAt > now && row.withdrawnAt === null,
      source: row.source,
      version: row.version,
      withdrawn: showWithdrawal(row),
      readers: readers.get(row.articleId) ?? 0,
    })),
    waiting: waiting.map(({ openedAt, ...row }) => ({ ...row, openedAt: openedAt.toISOString() })),
    imports: imports.map(({ checkedAt, goodAt, ...row }) => ({
      ...row,
      checkedAt: checkedAt.toISOString(),
      goodAt: goodAt?.toISOString() ?? null,
    })),
  }
}
