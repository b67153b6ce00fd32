// Evaluates the trades of the log against waiting conditional orders. It reads only what settlement has applied, so that
// orders, positions and holds match the events read so far.

import { tradingDateAt } from '@fairlot/rules/calendar'
import { shardOf } from '@fairlot/contract/venue'
import { readClosures } from '#features/calendar'
import { writesDurably } from '#platform/crash-points'
import type { LoopWork } from '#platform/loops'
import { isBehind, readTrades, type TradeCursor } from '#platform/trade-cursor'
import { areExitsUnarmed } from '../../exits/store.ts'
import type { ConditionalDeps } from '../deps.ts'
import { lockWatchedEntries } from '../entry/store.ts'
import { daysIn, entriesReached, firingsOf, tradesIn } from './firings-of.ts'
import { isOpenStep, lockWatched, mark, readWatchedSymbols, upsertDays } from './store.ts'

const cursor: TradeCursor = { table: 'app.conditional_cursors', heads: 'settlement.cursors' }

/** The log brings new days and the answers to legs, so what these change needs no condition of its own. */
export const conditionalWork: LoopWork = {
  exists: `${isBehind(cursor)} OR ${isOpenStep} OR ${areExitsUnarmed}`,
}

/** Returns how many became due. */
export const readTradesOn = ({ db, calendar }: ConditionalDeps): Promise<number> =>
  readTrades(db, {
    ...cursor,
    symbolsOf: async (tx, shard) =>
      (await readWatchedSymbols(tx)).filter((symbol) => shardOf(symbol) === shard),
    async run(tx, events, shard, symbols) {
      writesDurably(tx, 'conditional.read-trades')
      await upsertDays(tx, daysIn(events))
      const trades = tradesIn(events)
      if (trades.length === 0) return 0
      const closures = await readClosures(tx)
      const dateOf = (at: Date): string => tradingDateAt(calendar, closures, at.getTime())
      let due = 0
      const firings = firingsOf(trades, await lockWatched(tx, symbols), dateOf)
      const reached = entriesReached(trades, await lockWatchedEntries(tx, symbols))
      for (const marked of [...firings, ...reached]) {
        await mark(tx, shard, marked)
        if (marked.due !== null) due += 1
      }
      return due
    },
  })
