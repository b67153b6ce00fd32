import { isSymbol } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readGroupNames, replaceGroupSymbols } from './groups/store.ts'
import { lockList, orderFavourites, readFavourites } from './store.ts'

/**
 * Sorts the watch list, or one group, into this order and removes symbols that are not named. A group accepts any
 * symbol of the watch list; the watch list accepts no new symbol here. Refuses: `input.symbol`, `request.not-found`.
 */
export async function arrangeFavourites(
  db: Db,
  memberId: string,
  group: string | undefined,
  symbols: readonly string[],
): Promise<Outcome<null>> {
  if (!symbols.every(isSymbol) || new Set(symbols).size !== symbols.length) {
    return refuse('input.symbol', { field: 'symbols' })
  }
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    await lockList(tx, memberId)
    if (group !== undefined && !(await readGroupNames(tx, memberId)).some(({ id }) => id === group)) {
      return refuse('request.not-found', { field: 'group' })
    }
    const held = new Set((await readFavourites(tx, memberId)).map(({ symbol }) => symbol))
    if (!symbols.every((symbol) => held.has(symbol))) return refuse('request.not-found', { field: 'symbols' })
    if (group === undefined) await orderFavourites(tx, memberId, symbols)
    else await replaceGroupSymbols(tx, memberId, group, symbols)
    return done(null)
  })
}
