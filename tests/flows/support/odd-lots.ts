// Odd lots of seats, and their matches, on a test venue.

import { randomUUID } from 'node:crypto'
import { seatAccount, shardOf, shards, type Side } from '@fairlot/contract/venue'
import type { TestVenue } from './test-venue.ts'

export const oddSeat = (
  venue: TestVenue,
  code: string,
  symbol: string,
  side: Side,
  price: number,
  quantity: number,
): Promise<void> =>
  venue.submit(shardOf(symbol), {
    kind: 'place',
    order: randomUUID(),
    account: seatAccount(code),
    symbol,
    side,
    price,
    quantity,
    validity: 'ROD',
    odd: true,
  })

/** Moves the clock to after the first match of the day and lets every due match happen. */
export async function matchOddLots(venue: TestVenue): Promise<void> {
  await venue.matched()
  venue.now += 10 * 60_000
  // Before a command the exchange runs the timers that are due.
  for (const shard of shards)
    await venue.submit(shard, { kind: 'cancel-all', account: seatAccount('no-orders') })
  await venue.matched()
}
