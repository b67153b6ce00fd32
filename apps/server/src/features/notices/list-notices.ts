import type { DataOf } from '@fairlot/contract'
import type { NoticeKind, NoticeTopic } from '@fairlot/contract/notices'
import { codesOf } from '@fairlot/rules/notices'
import { type Db, inSnapshot } from '#platform/db'
import { cursorAfter, cursorFrom } from '#platform/page-cursor'
import { showNotice } from './show-notice.ts'
import { countUnread, type NoticeRow, readNotices, readSiteNotices } from './store.ts'

const pageSize = 30

export interface ListAsked {
  readonly kind?: NoticeKind | undefined
  readonly topic?: NoticeTopic | undefined
  readonly before?: string | undefined
}

/** An invalid cursor starts at the top: it can only come from an old link. */
export const listNotices = (
  db: Db,
  memberId: string,
  { kind, topic, before }: ListAsked,
  now: Date,
): Promise<DataOf<'/notices/list'>> =>
  inSnapshot(db, async (tx) => {
    const [rows, unread] = await Promise.all([
      readNotices(
        tx,
        memberId,
        { kind: kind ?? null, codes: topic === undefined || topic === 'site' ? null : codesOf(topic) },
        cursorFrom(before) ?? null,
        pageSize + 1,
        now,
      ),
      countUnread(tx, memberId, now),
    ])
    return { ...page(rows), ...unread }
  })

export const listSiteNotices = async (
  db: Db,
  before: string | undefined,
  now: Date,
): Promise<DataOf<'/notices/siteList'>> =>
  page(await readSiteNotices(db, cursorFrom(before) ?? null, pageSize + 1, now))

function page(rows: readonly NoticeRow[]) {
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    notices: shown.map(showNotice),
    next: last && rows.length > pageSize ? cursorAfter(last) : null,
  }
}
