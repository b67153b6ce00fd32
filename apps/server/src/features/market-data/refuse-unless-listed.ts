import { isSymbol } from '@fairlot/rules/favourites'
import type { Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { readInstrument } from './store.ts'

/**
 * Refuses: `input.symbol`, `stock.not-found`, `stock.delisted`. A delisted instrument has no price any more; its
 * history is kept, and `history` allows reading it.
 */
export async function refuseUnlessListed(
  tx: Tx,
  symbol: string,
  { history = false }: { readonly history?: boolean } = {},
): Promise<Refused | undefined> {
  if (!isSymbol(symbol)) return refuse('input.symbol', { field: 'symbol' })
  const instrument = await readInstrument(tx, symbol)
  if (!instrument) return refuse('stock.not-found', { field: 'symbol' })
  if (instrument.delisted && !history) return refuse('stock.delisted', { field: 'symbol' })
  return undefined
}
