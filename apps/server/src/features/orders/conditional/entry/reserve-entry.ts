// What an entry holds while it waits: the money its order may need, and for a short the shares of the lending pool.

import { balancesOf, entry, holdKey, lending, post, stock } from '@fairlot/ledger'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { sourcesOf } from '../reserve.ts'

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
  const parts =
    lent === 0 ? sources : [...sources, { account: lending.available(stock(symbol)), amount: BigInt(lent) }]
  // New ids each time, because a hold id is used once.
  const holds = parts.map(() => newId())
  const builder = entry({
    event: 'conditional.held',
    reference: id,
    key: holdKey(holds.at(-1)!),
    postedAt: now,
  })
  for (const [index, { amount, account }] of parts.entries()) builder.hold(holds[index]!, amount, account)
  const posted = await post(tx, builder.done())
  return posted.ok ? holds : undefined
}
