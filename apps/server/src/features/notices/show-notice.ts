import type { DataOf } from '@fairlot/contract'
import { describeNotice, topicOf } from '@fairlot/rules/notices'
import type { NoticeRow } from './store.ts'

type Whole = DataOf<'/notices/read'>

const noticeTextsOf = ({ code, params, texts }: NoticeRow) => texts ?? describeNotice(code!, params)

export function showWhole(row: NoticeRow): Whole {
  const { title, summary, body } = noticeTextsOf(row)
  return {
    notice: {
      noticeId: row.id,
      kind: row.kind,
      topic: topicOf(row.code),
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
