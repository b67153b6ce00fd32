import type { DataOf } from '@fairlot/contract'
import { minutesToRead } from '@fairlot/rules/news'
import type { ArticleRow } from './store.ts'

export const showArticle = (row: ArticleRow, readers: number): DataOf<'/news/read'>['article'] => ({
  articleId: row.articleId,
  topic: row.topic,
  title: { tw: row.titleTw, en: row.titleEn },
  at: row.publishedAt.toISOString(),
  readers,
  minutes: { tw: minutesToRead(row.bodyTw), en: minutesToRead(row.bodyEn) },
  picture: row.picture,
  source: row.source,
  isCorrected: row.newest > 1,
  isWithdrawn: row.withdrawnAt !== null,
})

export const showWithdrawal = ({
  withdrawnAt,
  withdrawnTw,
  withdrawnEn,
}: ArticleRow): DataOf<'/news/read'>['withdrawn'] =>
  withdrawnAt === null
    ? null
    : { at: withdrawnAt.toISOString(), note: { tw: withdrawnTw ?? '', en: withdrawnEn ?? '' } }
