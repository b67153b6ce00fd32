import { isSymbol } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { deleteFavourite } from './store.ts'

/** Refuses: `input.symbol`, `request.not-found`. */
export async function removeFavourite(db: Db, memberId: string, symbol: string): Promise<Outcome<null>> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  const removed = await deleteFavourite(db, memberId, symbol)
  return removed ? done(null, 'done.favourite-removed') : refuse('request.not-found', { field: 'symbol' })
}
