import { favouritesRules, isSymbol } from '@fairlot/rules/favourites'
import { findInstrument } from '#features/instruments'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { countFavourites, hasFavourite, insertFavourite, lockList } from './store.ts'

/** Refuses: `input.symbol`, `stock.not-found`, `favourites.exists`, `favourites.full`. */
export async function addFavourite(db: Db, memberId: string, symbol: string): Promise<Outcome<null>> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  if (!(await findInstrument(db, symbol))) return refuse('stock.not-found', { field: 'symbol' })
  const { max } = favouritesRules
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    await lockList(tx, memberId)
    if (await hasFavourite(tx, memberId, symbol)) return refuse('favourites.exists', { field: 'symbol' })
    if ((await countFavourites(tx, memberId)) >= max.default) {
      return refuse('favourites.full', { params: { max: max.default }, rule: max.id })
    }
    await insertFavourite(tx, memberId, symbol)
    return done(null, 'done.favourite-added')
  })
}
