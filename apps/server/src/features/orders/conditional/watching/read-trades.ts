// Evaluates the trades of the log against waiting conditional orders. Marks and cursor move in one transaction per
// shard: a worker that crashes in between has read nothing, and the next one reads it once.

import { tradingDateAt } from '@fairlot/rules/calendar'
import { shardOf } from '@fairlot/contract/venue'
import { readClosures } from '#features/calendar'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { ConditionalDeps } from '../deps.ts'
import { firingsOf, readDays, readTrades } from './firings-of.ts'
import {
  lockCursor,
  lockWatched,
  mark,
  moveCursor,
  readEvents,
  readShardsBehind,
  readWatchedSymbols,
  upsertDays,
} from './store.ts'

const maxEvents = 2_000
// After a long outage, other work of the worker gets its turn in between; the next run continues.
const maxRounds = 50

/** Returns how many became due. */
export async function readTradesOn(deps: ConditionalDeps): Promise<number> {
  let due = 0
  for (const shard of await readShardsBehind(deps.db)) {
    for (let round = 0; round < maxRounds; round += 1) {
      const result = await deps.db.transaction((tx) => readOn(tx, deps, shard))
      due += result.due
      if (!result.more) break
    }
  }
  return due
}

async function readOn(
  tx: Tx,
  { calendar }: ConditionalDeps,
  shard: number,
): Promise<{ due: number; more: boolean }> {
  const { cursor, head } = await lockCursor(tx, shard)
  writesDurably(tx, 'conditional.read-trades')
  const symbols = (await readWatchedSymbols(tx)).filter((symbol) => shardOf(symbol) === shard)
  const events = await readEvents(tx, shard, cursor, head, symbols, maxEvents)
  await upsertDays(tx, readDays(events))
  const trades = readTrades(events)
  let due = 0
  if (trades.length > 0) {
    const closures = await readClosures(tx)
    const dateOf = (at: Date): string => tradingDateAt(calendar, closures, at.getTime())
    for (const marked of firingsOf(trades, await lockWatched(tx, symbols), dateOf)) {
      await mark(tx, shard, marked)
      if (marked.due !== null) due += 1
    }
  }
  const more = events.length === maxEvents
  await moveCursor(tx, shard, more ? events.at(-1)!.event : head)
  return { due, more }
}
