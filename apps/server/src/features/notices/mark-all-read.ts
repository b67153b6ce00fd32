import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { markAllRead } from './store.ts'

export const readAllNotices = (db: Db, memberId: string, now: Date): Promise<Outcome<null>> =>
  db.transaction(async (tx) => {
    await markAllRead(tx, memberId, now)
    return done(null)
  })
