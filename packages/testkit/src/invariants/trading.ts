// What must be true of trading at every moment, on top of the ledger's own invariants: orders, what is frozen for them,
// fills, holdings, loans, clearing, timelines, cursors. Written apart from settlement's code and read with the reader's
// role, from the rows it left behind, so that a fault there does not hide here.
//
// Call it after every flow, when settlement has come to rest or not: it holds after each commit.
//
//   expect(await tradingBreaches(database)).toEqual([])      // a test database, on a connection of its own
//   const breaches = await checkTrading(reader)              // any connection that may SELECT everything

import type { Executor } from '@fairlot/ledger'
import { type Breach as LedgerBreach, checkInvariants } from '../invariants.ts'
import { openSql } from '../sql.ts'
import { fillBreaches } from './fills.ts'
import { orderBreaches } from './orders.ts'
import { owedBreaches } from './owed.ts'
import { positionBreaches } from './positions.ts'
import { timelineBreaches } from './timelines.ts'

export interface TradingBreach {
  readonly invariant:
    LedgerBreach['invariant'] | 'I7' | 'I8' | 'I9' | 'I10' | 'I11' | 'I12' | 'I22' | 'I24' | 'I30'
  readonly what: string
}

/** One moment for all checks: an order that fills between two of them would look like a breach. */
export async function checkTrading(
  reader: Executor & {
    transaction<Result>(run: (tx: Executor) => Promise<Result>): Promise<Result>
  },
): Promise<TradingBreach[]> {
  return reader.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const breaches: TradingBreach[] = [...(await checkInvariants(tx))]
    for (const check of [orderBreaches, fillBreaches, positionBreaches, owedBreaches, timelineBreaches])
      breaches.push(...(await check(tx)))
    return breaches
  })
}

export async function tradingBreaches(database: { readonly readerUrl: string }): Promise<TradingBreach[]> {
  const reader = openSql(database.readerUrl)
  try {
    return await checkTrading(reader)
  } finally {
    await reader.close()
  }
}
