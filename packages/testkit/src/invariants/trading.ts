// What must be true of trading at every moment, in addition to the ledger's own invariants: orders, the amounts held
// for them, fills, positions, loans, clearing, timelines, cursors, prices. Independent of settlement's code and read
// with the reader's role from the stored rows, so that a fault there is not hidden here.
//
// Call it after every flow. Settlement can still be running: the invariants hold after each commit.
//
//   expect(await tradingBreaches(database)).toEqual([])      // a test database, on its own connection
//   const breaches = await checkTrading(reader)              // any connection that can SELECT everything

import type { Executor } from '@fairlot/ledger'
import { checkInvariants } from '../invariants.ts'
import { readerOf } from '../sql.ts'
import type { TradingBreach } from './ask.ts'
import { copyBreaches } from './copies.ts'
import { figureBreaches } from './figures.ts'
import { fillBreaches } from './fills.ts'
import { orderBreaches } from './orders.ts'
import { owedBreaches } from './owed.ts'
import { askOfAll } from './pages.ts'
import { positionBreaches } from './positions.ts'
import { priceBreaches } from './prices.ts'
import { timelineBreaches } from './timelines.ts'

export type { TradingBreach }

/** One snapshot for all checks: an order that fills between two of them would look like a breach. */
export async function checkTrading(
  reader: Executor & {
    transaction<Result>(run: (tx: Executor) => Promise<Result>): Promise<Result>
  },
): Promise<TradingBreach[]> {
  return reader.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await askOfAll(tx)
    const breaches: TradingBreach[] = [...(await checkInvariants(tx))]
    for (const check of [
      orderBreaches,
      fillBreaches,
      positionBreaches,
      owedBreaches,
      figureBreaches,
      timelineBreaches,
      priceBreaches,
      copyBreaches,
    ])
      for (const breach of await check(tx)) breaches.push(breach)
    return breaches
  })
}

export async function tradingBreaches(database: { readonly readerUrl: string }): Promise<TradingBreach[]> {
  return checkTrading(readerOf(database))
}
