import type { NewsFeed, NewsSource, NewsTopic } from '@fairlot/contract/news'
import type { Tx } from '#platform/db'
import type { PageCursor } from '#platform/page-cursor'

export interface ArticleRow {
  readonly articleId: string
  readonly topic: NewsTopic
  readonly publishedAt: Date
  /** The newest version, and the one of this row. */
  readonly newest: number
  readonly version: number
  readonly source: NewsSource | null
  readonly sourceUrl: string | null
  readonly titleTw: string
  readonly titleEn: string
  readonly bodyTw: string
  readonly bodyEn: string
  readonly rule: string | null
  readonly symbols: readonly string[]
  readonly picture: string | null
  readonly withdrawnAt: Date | null
  readonly withdrawnTw: string | null
  readonly withdrawnEn: string | null
}

const columns = `a.id AS "articleId", a.topic, a.published_at AS "publishedAt", a.version AS newest, v.version, a.source,
  a.source_url AS "sourceUrl", v.title_tw AS "titleTw", v.title_en AS "titleEn", v.body_tw AS "bodyTw", v.body_en AS "bodyEn",
  v.rule, v.symbols, v.picture, w.at AS "withdrawnAt", w.note_tw AS "withdrawnTw", w.note_en AS "withdrawnEn"`
const withdrawal = 'LEFT JOIN app.news_withdrawals w ON w.article_id = a.id'
/** One that was cancelled before its time never exists for members. */
const exists = '(w.at IS NULL OR w.at >= a.published_at)'
const newestOf = `app.news_articles a JOIN app.news_versions v ON v.article_id = a.id AND v.version = a.version ${withdrawal}`

/** An article exists for members from its time on. */
export const readArticles = (
  tx: Tx,
  { topic, symbol }: { readonly topic: NewsTopic | null; readonly symbol: string | null },
  after: PageCursor | null,
  limit: number,
  now: Date,
): Promise<readonly ArticleRow[]> =>
  symbol === null
    ? tx.query<ArticleRow>(
        `SELECT ${columns} FROM ${newestOf}
         WHERE a.published_at <= $1 AND ${exists} AND ($2::text IS NULL OR a.topic = $2)
           AND ($3::timestamptz IS NULL OR (a.published_at, a.id) < ($3, $4::uuid))
         ORDER BY a.published_at DESC, a.id DESC LIMIT $5`,
        [now, topic, after?.at ?? null, after?.id ?? null, limit],
      )
    : tx.query<ArticleRow>(
        `SELECT ${columns} FROM app.news_stocks s JOIN ${newestOf} ON a.id = s.article_id
         WHERE s.symbol = $6 AND s.published_at <= $1 AND ${exists} AND ($2::text IS NULL OR a.topic = $2)
           AND ($3::timestamptz IS NULL OR (s.published_at, s.article_id) < ($3, $4::uuid))
         ORDER BY s.published_at DESC, s.article_id DESC LIMIT $5`,
        [now, topic, after?.at ?? null, after?.id ?? null, limit, symbol],
      )

/** Among the newest articles: an older one is found by its topic or its stock. */
const searched = 2_000

export const readFound = (tx: Tx, text: string, limit: number, now: Date): Promise<readonly ArticleRow[]> =>
  tx.query<ArticleRow>(
    `SELECT ${columns} FROM (
       SELECT * FROM app.news_articles n WHERE n.published_at <= $2 ORDER BY n.published_at DESC, n.id DESC LIMIT ${searched}
     ) AS a JOIN app.news_versions v ON v.article_id = a.id AND v.version = a.version ${withdrawal}
     WHERE ${exists} AND (strpos(lower(v.title_tw), lower($1)) > 0 OR strpos(lower(v.title_en), lower($1)) > 0)
     ORDER BY a.published_at DESC, a.id DESC LIMIT $3`,
    [text, now, limit],
  )

/** The newest version for null. */
export async function readArticle(
  tx: Tx,
  articleId: string,
  version: number | null,
  now: Date,
): Promise<ArticleRow | undefined> {
  const [row] = await tx.query<ArticleRow>(
    `SELECT ${columns} FROM app.news_articles a
     JOIN app.news_versions v ON v.article_id = a.id AND v.version = coalesce($2, a.version) ${withdrawal}
     WHERE a.id = $1 AND a.published_at <= $3 AND ${exists}`,
    [articleId, version, now],
  )
  return row
}

export const readVersions = (
  tx: Tx,
  articleId: string,
): Promise<
  readonly {
    readonly version: number
    readonly at: Date
    readonly noteTw: string | null
    readonly noteEn: string | null
  }[]
> =>
  tx.query(
    `SELECT v.version, CASE WHEN v.version = 1 THEN a.published_at ELSE v.at END AS at, v.note_tw AS "noteTw", v.note_en AS "noteEn"
     FROM app.news_versions v JOIN app.news_articles a ON a.id = v.article_id
     WHERE v.article_id = $1 ORDER BY v.version DESC`,
    [articleId],
  )

export const readStockNames = (
  tx: Tx,
  symbols: readonly string[],
): Promise<readonly { readonly symbol: string; readonly nameTw: string; readonly nameEn: string }[]> =>
  tx.query(
    `SELECT symbol, name_tw AS "nameTw", name_en AS "nameEn" FROM app.instruments WHERE symbol = ANY($1) ORDER BY symbol`,
    [symbols],
  )

export async function readUnknownSymbols(tx: Tx, symbols: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ symbol: string }>(
    `SELECT u.symbol FROM unnest($1::text[]) AS u (symbol)
     WHERE NOT EXISTS (SELECT FROM app.instruments i WHERE i.symbol = u.symbol)`,
    [symbols],
  )
  return rows.map(({ symbol }) => symbol)
}

export const countReaders = (
  tx: Tx,
  articleIds: readonly string[],
): Promise<readonly { readonly articleId: string; readonly readers: number }[]> =>
  tx.query(
    `SELECT a.id AS "articleId", coalesce(a.final_readers,
       (SELECT count(*)::integer FROM app.news_reads r WHERE r.article_id = a.id)) AS readers
     FROM app.news_articles a WHERE a.id = ANY($1)`,
    [articleIds],
  )

/** After the count is final, a reader changes nothing. */
export async function insertRead(tx: Tx, memberId: string, articleId: string, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO app.news_reads (article_id, member_id, read_at)
     SELECT a.id, $2, $3 FROM app.news_articles a WHERE a.id = $1 AND a.final_readers IS NULL
       AND NOT EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = a.id)
     ON CONFLICT DO NOTHING`,
    [articleId, memberId, now],
  )
}

/** The newest version of an article that is not withdrawn, scheduled ones too. */
export async function readWithdrawable(tx: Tx, articleId: string): Promise<ArticleRow | undefined> {
  const [row] = await tx.query<ArticleRow>(
    `SELECT ${columns} FROM ${newestOf} WHERE a.id = $1 AND w.at IS NULL`,
    [articleId],
  )
  return row
}

/** Of our own articles; undefined for an imported, withdrawn or unknown one. */
export async function readCurrentVersion(tx: Tx, articleId: string): Promise<number | undefined> {
  const [row] = await tx.query<{ version: number }>(
    `SELECT version FROM app.news_articles a WHERE id = $1 AND source IS NULL
       AND NOT EXISTS (SELECT FROM app.news_withdrawals w WHERE w.article_id = a.id)`,
    [articleId],
  )
  return row?.version
}

export async function publishNews(tx: Tx, reviewId: string, now: Date): Promise<string> {
  const [row] = await tx.query<{ outcome: string }>('SELECT app.publish_news($1, $2) AS outcome', [
    reviewId,
    now,
  ])
  return row!.outcome
}

export async function withdrawNews(tx: Tx, reviewId: string, now: Date): Promise<string> {
  const [row] = await tx.query<{ outcome: string }>('SELECT app.withdraw_news($1, $2) AS outcome', [
    reviewId,
    now,
  ])
  return row!.outcome
}

export async function insertPicture(
  tx: Tx,
  picture: {
    readonly picture: string
    readonly bytes: Buffer
    readonly width: number
    readonly height: number
    readonly now: Date
  },
): Promise<void> {
  await tx.query(
    `INSERT INTO app.news_pictures (hash, bytes, width, height, kept_at) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT DO NOTHING`,
    [picture.picture, picture.bytes, picture.width, picture.height, picture.now],
  )
}

export async function hasPicture(tx: Tx, hash: string): Promise<boolean> {
  return (await tx.query('SELECT FROM app.news_pictures WHERE hash = $1', [hash])).length > 0
}

export async function readPicture(tx: Tx, hash: string): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ bytes: Buffer }>('SELECT bytes FROM app.news_pictures WHERE hash = $1', [
    hash,
  ])
  return row?.bytes
}

export async function readPublishedPicture(tx: Tx, hash: string, now: Date): Promise<Buffer | undefined> {
  const [row] = await tx.query<{ bytes: Buffer }>(
    `SELECT p.bytes FROM app.news_pictures p WHERE p.hash = $1 AND EXISTS (
       SELECT FROM app.news_versions v JOIN app.news_articles a ON a.id = v.article_id ${withdrawal}
       WHERE v.picture = p.hash AND a.published_at <= $2 AND ${exists})`,
    [hash, now],
  )
  return row?.bytes
}

export const readAllArticles = (
  tx: Tx,
  topic: NewsTopic | null,
  limit: number,
): Promise<readonly ArticleRow[]> =>
  tx.query<ArticleRow>(
    `SELECT ${columns} FROM ${newestOf} WHERE $1::text IS NULL OR a.topic = $1
     ORDER BY a.published_at DESC, a.id DESC LIMIT $2`,
    [topic, limit],
  )

export const readWaiting = (
  tx: Tx,
  limit: number,
): Promise<
  readonly {
    readonly reviewId: string
    readonly number: string
    readonly articleId: string
    readonly title: { readonly tw: string; readonly en: string }
    readonly corrects: number | null
    readonly isWithdrawal: boolean
    readonly openedAt: Date
    readonly by: string
  }[]
> =>
  tx.query(
    `SELECT r.id AS "reviewId", r.number, r.subject AS "articleId", r.payload -> 'title' AS title,
       (r.payload ->> 'corrects')::integer AS corrects, r.payload ? 'withdraws' AS "isWithdrawal", r.opened_at AS "openedAt", o.name AS by
     FROM app.reviews r JOIN app.operators o ON o.id = r.opened_by
     WHERE r.kind = 'news' AND r.state IN ('second', 'decided') ORDER BY r.opened_at DESC LIMIT $1`,
    [limit],
  )

export const readImports = (
  tx: Tx,
): Promise<
  readonly {
    readonly feed: NewsFeed
    readonly checkedAt: Date
    readonly goodAt: Date | null
    readonly problem: string | null
    readonly added: number
  }[]
> =>
  tx.query(
    `SELECT feed, checked_at AS "checkedAt", good_at AS "goodAt", problem, added FROM app.news_imports ORDER BY feed`,
  )

/** False when no count is to be closed. */
export async function closeReads(tx: Tx, before: Date): Promise<boolean> {
  const [row] = await tx.query<{ closed: boolean }>('SELECT app.close_news_reads($1) AS closed', [before])
  return row!.closed
}

export async function deletePictures(tx: Tx, before: Date, limit: number): Promise<number> {
  const [row] = await tx.query<{ deleted: number }>('SELECT app.delete_news_pictures($1, $2) AS deleted', [
    before,
    limit,
  ])
  return row!.deleted
}
