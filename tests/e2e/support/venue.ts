// What the market's own operators do, put into the exchange's queue as any command is. The console will take its place.

import { randomUUID } from 'node:crypto'
import { seatAccount, shardOf, type Command } from '../../../packages/contract/src/venue/index.ts'
import { openDb } from '../../../apps/server/src/platform/db.ts'

async function submit(symbol: string, command: Command): Promise<void> {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  const db = openDb({ url, poolSize: 1, applicationName: 'e2e' })
  try {
    await db.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
  } finally {
    await db.close()
  }
}

export const halt = (symbol: string, reason: string, until: number): Promise<void> =>
  submit(symbol, { kind: 'halt', symbol, reason, until })

export const resume = (symbol: string): Promise<void> => submit(symbol, { kind: 'resume', symbol })

/** One lot from whoever offers it cheapest, for the house's seat: the practice market may be quiet for a minute. */
export const takeOneLot = (symbol: string): Promise<void> =>
  submit(symbol, {
    kind: 'place',
    order: randomUUID(),
    account: seatAccount('house'),
    symbol,
    side: 'buy',
    quantity: 1_000,
    validity: 'IOC',
  })

/** The house buys or sells so many lots at this price or better, and takes back what does not fill at once. */
export const trade = (symbol: string, side: 'buy' | 'sell', price: number, lots: number): Promise<void> =>
  submit(symbol, {
    kind: 'place',
    order: randomUUID(),
    account: seatAccount('house'),
    symbol,
    side,
    price,
    quantity: lots * 1_000,
    validity: 'IOC',
  })
