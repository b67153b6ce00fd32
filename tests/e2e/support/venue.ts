// What the market's own operators do, put into the exchange's queue as any command is. The console will take its place.

import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
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

/** More than stands in any level: an order that waits there is reached. */
export const SWEEP = 400

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

/**
 * The house trades at this price or better until it is so. The makers quote anew all the time: one try may find the level
 * gone, or as many lots in front as it has itself.
 */
export const tradeUntil = (
  symbol: string,
  side: 'buy' | 'sell',
  priceNow: number | (() => Promise<number>),
  isSo: () => Promise<boolean>,
): Promise<void> =>
  expect
    .poll(
      async () => {
        if (await isSo()) return true
        await trade(symbol, side, typeof priceNow === 'number' ? priceNow : await priceNow(), SWEEP)
        return false
      },
      { timeout: 30_000, intervals: [100, 500, 1_000] },
    )
    .toBe(true)
