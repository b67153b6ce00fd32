import type { DataOf } from '@fairlot/contract'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { showWhole } from './show-notice.ts'
import { markRead, readNotice, readSiteNotice } from './store.ts'

type Whole = DataOf<'/notices/read'>

/** Refuses with request.not-found, also for a notice to another member. */
export const readOwnNotice = (
  db: Db,
  memberId: string,
  noticeId: string,
  now: Date,
): Promise<Outcome<Whole>> =>
  db.transaction(async (tx): Promise<Outcome<Whole>> => {
    const row = await readNotice(tx, memberId, noticeId, now)
    if (!row) return refuse('request.not-found')
    if (!row.isRead) await markRead(tx, memberId, row, now)
    return done(showWhole({ ...row, isRead: true }))
  })

/** Refuses with request.not-found, also for a notice to a member. */
export async function readNoticeAsGuest(db: Db, noticeId: string, now: Date): Promise<Outcome<Whole>> {
  const row = await readSiteNotice(db, noticeId, now)
  return row ? done(showWhole(row)) : refuse('request.not-found')
}
