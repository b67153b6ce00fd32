import type { DataOf } from '@fairlot/contract'
import type { NewsTopic } from '@fairlot/contract/news'
import { newsRules } from '@fairlot/rules/news'
import type { Db, Tx } from '#platform/db'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import type { ReadReaders } from './readers.ts'
import { showArticle } from './show-article.ts'
import { type ArticleRow, readArticles, readFound } from './store.ts'

const pageSize = 20
const maxFound = 10
const readSeconds = newsRules.readSeconds.default

export interface NewsDeps {
  readonly db: Db
  readonly readers: ReadReaders
}

export interface ListAsked {
  readonly topic?: NewsTopic | undefined
  readonly symbol?: string | undefined
  readonly count?: number | undefined
  readonly before?: string | undefined
}

/** An invalid cursor starts at the top: it can only come from an old link. */
export async function listNews(
  { db, readers }: NewsDeps,
  { topic, symbol, count = pageSize, before }: ListAsked,
  now: Date,
): Promise<DataOf<'/news/list'>> {
  const rows = await readArticles(
    db,
    { topic: topic ?? null, symbol: symbol ?? null },
    cursorFrom(before) ?? null,
    count + 1,
    now,
  )
  const shown = rows.slice(0, count)
  const last = shown.at(-1)
  return {
    articles: await withReaders(db, readers, shown, now),
    next: last && rows.length > count ? cursorAfter({ sentAt: last.publishedAt, id: last.articleId }) : null,
    readSeconds,
  }
}

export async function searchNews(
  { db, readers }: NewsDeps,
  text: string,
  now: Date,
): Promise<DataOf<'/news/search'>> {
  const wanted = text.normalize('NFKC').trim()
  const rows = wanted === '' ? [] : await readFound(db, wanted, maxFound, now)
  return { articles: await withReaders(db, readers, rows, now), readSeconds }
}

async function withReaders(tx: Tx, readers: ReadReaders, rows: readonly ArticleRow[], now: Date) {
  const counts = await readers(
    tx,
    rows.map(({ articleId }) => articleId),
    now,
  )
  return rows.map((row) => showArticle(row, counts.get(row.articleId) ?? 0))
}
