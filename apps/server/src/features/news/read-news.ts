import type { DataOf } from '@fairlot/contract'
import { newsRules } from '@fairlot/rules/news'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NewsDeps } from './list-news.ts'
import { showArticle, showWithdrawal } from './show-article.ts'
import { insertRead, readArticle, readStockNames, readVersions } from './store.ts'

/** Refuses with request.not-found what is not published yet, too. */
export async function readNews(
  { db, readers }: NewsDeps,
  { articleId, version }: { readonly articleId: string; readonly version?: number | undefined },
  now: Date,
): Promise<Outcome<DataOf<'/news/read'>>> {
  const row = await readArticle(db, articleId, version ?? null, now)
  if (!row) return refuse('request.not-found')
  const [counts, versions, names] = await Promise.all([
    readers(db, [articleId], now),
    readVersions(db, articleId),
    readStockNames(db, row.symbols),
  ])
  return done({
    article: showArticle(row, counts.get(articleId) ?? 0),
    body: { tw: row.bodyTw, en: row.bodyEn },
    rule: row.rule,
    symbols: [...names],
    sourceUrl: row.sourceUrl,
    version: row.version,
    versions: versions.map(({ version: each, at, noteTw, noteEn }) => ({
      version: each,
      at: at.toISOString(),
      note: noteTw === null || noteEn === null ? null : { tw: noteTw, en: noteEn },
    })),
    withdrawn: showWithdrawal(row),
    readSeconds: newsRules.readSeconds.default,
  })
}

/** Once per member and article: sent again it changes nothing. Refuses with request.not-found. */
export async function markNewsRead(
  db: Db,
  memberId: string,
  articleId: string,
  now: Date,
): Promise<Outcome<null>> {
  const row = await readArticle(db, articleId, null, now)
  if (!row) return refuse('request.not-found')
  await insertRead(db, memberId, articleId, now)
  return done(null)
}
