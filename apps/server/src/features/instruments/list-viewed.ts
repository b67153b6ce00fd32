import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { deleteViewsBefore, readPopular, type ViewedRow } from './store.ts'

const shown = 20

/** The instruments members opened today in Taipei, each member counted once. */
export const listViewed = (db: Db, now: Date): Promise<readonly ViewedRow[]> =>
  readPopular(db, taipeiDate(now.getTime()), shown)

/** For privacy, views are deleted after a day. */
export const forgetViews = (db: Db, now: Date): Promise<number> =>
  deleteViewsBefore(db, addDays(taipeiDate(now.getTime()), -1))
