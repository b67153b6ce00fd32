import { taipeiDate } from '@fairlot/rules/calendar'
import { isSymbol } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { findInstrument, insertView } from './store.ts'

/** Counts a member once per instrument and day. Refuses: `input.symbol`, `stock.not-found`. */
export async function recordView(
  db: Db,
  memberId: string,
  symbol: string,
  now: Date,
): Promise<Outcome<null>> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  if (!(await findInstrument(db, symbol))) return refuse('stock.not-found', { field: 'symbol' })
  await insertView(db, taipeiDate(now.getTime()), symbol, memberId)
  return done(null)
}
