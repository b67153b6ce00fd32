import type { TapeRow } from '@fairlot/contract/market-data'
import type { Traded } from '@fairlot/contract/venue'
import type { Db } from '#platform/db'
import { done, type Outcome } from '#platform/outcome'
import { refuseUnlessListed } from './refuse-unless-listed.ts'
import { readFrame, readTrades } from './store.ts'

export interface TapeWish {
  readonly symbol: string
  /** Older than this event number. */
  readonly before?: number | undefined
  readonly count: number
}

/** Refuses: `input.symbol`, `stock.not-found`, `stock.delisted`. */
export async function listTrades(
  db: Db,
  { symbol, before = Number.MAX_SAFE_INTEGER, count }: TapeWish,
): Promise<Outcome<{ trades: TapeRow[]; more: boolean }>> {
  const refused = await refuseUnlessListed(db, symbol)
  if (refused) return refused
  const frame = await readFrame(db, symbol)
  if (!frame) return done({ trades: [], more: false })
  const found = await readTrades(db, symbol, frame.beganEvent, before, count + 1)
  const trades = found.slice(0, count).map(({ event, at, body }): TapeRow => {
    const { price, quantity, taker } = JSON.parse(body) as Traded
    return [event, at, price, quantity, taker ?? 'auction']
  })
  return done({ trades, more: found.length > count })
}
