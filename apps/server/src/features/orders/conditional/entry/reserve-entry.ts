// What an entry holds while it waits: the money its order may need, and for a short the shares of the lending pool.

import { balancesOf, lending, stock } from '@fairlot/ledger'
import type { Tx } from '#platform/db'
import { holdSources, sourcesOf } from '../reserve.ts'

export interface EntryReserve {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly cash: bigint
  /** Shares of the lending pool. */
  readonly lent: number
  readonly now: Date
}

/** Returns the ids of the holds, for its row. Undefined, and nothing is held, when there is not enough. */
export async function reserveEntry(
  tx: Tx,
  { id, memberId, symbol, cash, lent, now }: EntryReserve,
): Promise<readonly string[] | undefined> {
  const sources = sourcesOf(await balancesOf(tx, memberId), 'TWD', cash)
  if (!sources) return undefined
  const lendable = { account: lending.available(stock(symbol)), amount: BigInt(lent) }
  return holdSources(tx, id, lent === 0 ? sources : [...sources, lendable], now)
}
