import type { Db } from '#platform/db'
import { readFavourites } from './store.ts'

export const listFavourites = (db: Db, memberId: string): Promise<readonly { symbol: string }[]> =>
  readFavourites(db, memberId)
