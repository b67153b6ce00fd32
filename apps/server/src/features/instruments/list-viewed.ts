import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { deleteViewsBefore, readMostViewed, type ViewedRow } from './store.ts'

const shown = 20

/** What members opened today in Taipei, each member counted once. */
export const listViewed = (db: Db, now: Date): Promise<readonly ViewedRow[]> =>
  readMostViewed(db, taipeiDate(now.getTime()), shown)

/** Who looked at what is nobody's business the day after. */
export const forgetViews = (db: Db, now: Date): Promise<number> =>
  deleteViewsBefore(db, addDays(taipeiDate(now.getTime()), -1))
