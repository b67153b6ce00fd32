import type { DataOf } from '@fairlot/contract'
import { putIntoWords } from '@fairlot/rules/notices'
import type { NoticeRow } from './store.ts'

type Whole = DataOf<'/notices/read'>

const wordsOf = ({ code, params, words }: NoticeRow) => words ?? putIntoWords(code!, params)

export function showWhole(row: NoticeRow): Whole {
  const { title, summary, body } = wordsOf(row)
  return {
    notice: {
      noticeId: row.id,
      kind: row.kind,
      title,
      summary,
      at: row.sentAt.toISOString(),
      isRead: row.isRead,
      path: row.path,
    },
    body,
  }
}

export const showNotice = (row: NoticeRow): Whole['notice'] => showWhole(row).notice
