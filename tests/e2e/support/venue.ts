// Actions of the market's operators, put into the exchange's queue like any command. The console will replace this.

import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import {
  type Command,
  type OddAuctionHours,
  type Phase,
  seatAccount,
  shardOf,
} from '../../../packages/contract/src/venue/index.ts'
import { type Db, openDb } from '../../flows/support/open-db.ts'

function openOwnerDb(): Db {
  const url = process.env.FAIRLOT_DATABASE_OWNER_URL
  if (url === undefined) throw new Error('FAIRLOT_DATABASE_OWNER_URL is missing: run through npm run e2e')
  return openDb({ url, poolSize: 1, applicationName: 'e2e' })
}

async function submit(symbol: string, command: Command): Promise<void> {
  const db = openOwnerDb()
  try {
    await db.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
  } finally {
    await db.close()
  }
}

/**
 * Settlement books no event of the security's shard from now on, because the test holds the shard's cursor. Other tests
 * wait with it, so release it soon.
 */
export async function holdSettlement(symbol: string): Promise<{ release(): Promise<void> }> {
  const db = openOwnerDb()
  const released = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.query('SELECT FROM settlement.cursors WHERE shard = $1 FOR SHARE', [shardOf(symbol)])
    locked.resolve()
    await released.promise
  })
  await Promise.race([locked.promise, holding])
  return {
    async release() {
      released.resolve()
      await holding
      await db.close()
    },
  }
}

export const halt = (symbol: string, reason: string, until: number): Promise<void> =>
  submit(symbol, { kind: 'halt', symbol, reason, until })

export const resume = (symbol: string): Promise<void> => submit(symbol, { kind: 'resume', symbol })

/**
 * Moves the whole shard of this security on, of its current day or of this date. Everything on the shard moves: only for
 * a test that runs alone. A close may name the hours of its odd-lot auction. Returns the day.
 */
export async function changePhase(
  symbol: string,
  phases: readonly Phase[],
  newDate?: string,
  oddAuction?: OddAuctionHours,
): Promise<{ readonly date: string }> {
  const db = openOwnerDb()
  const shard = shardOf(symbol)
  try {
    const [last] = await db.query<{ date: string }>(
      'SELECT max(date)::text AS date FROM exchange.phase_changes WHERE shard = $1',
      [shard],
    )
    const date = newDate ?? last!.date
    for (const phase of phases) {
      const command: Command = {
        kind: 'phase',
        date,
        phase,
        ...(phase === 'opening-call' && { odd: true }),
        ...(phase === 'closed' && oddAuction && { oddAuction }),
      }
      await db.query('SELECT exchange.submit_phase($1, $2, $3, $4)', [
        shard,
        date,
        phase,
        JSON.stringify(command),
      ])
    }
    return { date }
  } finally {
    await db.close()
  }
}

/** Buys one lot at the best offer for the house seat: the practice market may be quiet for a minute. */
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

/** More lots than any level holds, so that an order waiting there fills. */
export const SWEEP = 400

/** The house seat buys or sells this many lots at this price or better; the unfilled part is cancelled at once. */
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
 * The house seat trades at this price or better until the condition holds. The market makers requote all the time: one
 * attempt may find the level gone, or as many lots ahead in the queue as it trades itself.
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
      { timeout: 60_000, intervals: [100, 500, 1_000] },
    )
    .toBe(true)
