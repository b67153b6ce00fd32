import type { QuoteData } from '@fairlot/contract/market-data'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { type Board, rowOf } from './board.ts'
import { refuseUnlessListed } from './refuse-unless-listed.ts'
import { readFull } from './store.ts'

/** Refuses: `input.symbol`, `stock.not-found`, `stock.delisted`. */
export async function readQuote(db: Db, board: Board, symbol: string): Promise<Outcome<QuoteData>> {
  const refused = await refuseUnlessListed(db, symbol)
  if (refused) return refused
  const [full, { bySymbol }] = await Promise.all([readFull(db, symbol), board.read()])
  if (!full) return refuse('stock.not-found', { field: 'symbol' })
  const { newestDate, open, high, low, trades, insideVolume, outsideVolume, bids, asks, odd, at, ...row } =
    full
  return done({
    ...rowOf(row, bySymbol.get(symbol)?.spark ?? []),
    date: newestDate,
    open,
    high,
    low,
    trades,
    insideVolume,
    outsideVolume,
    bids,
    asks,
    odd,
    at,
  })
}
