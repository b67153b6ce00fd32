// Reads the days and trades of the exchange's log, each once and in order. What the reader does with them and the move
// of its cursor are one transaction per shard: a worker that crashes in between has done nothing, and the next one does
// it once.

import type { Db, Tx } from './db.ts'
import {
  lockCursor,
  moveCursor,
  readEvents,
  readShardsBehind,
  type TradeCursor,
  type TradeEvent,
} from './trade-cursor/store.ts'

export type { TradeEvent }

export interface TradeReader extends TradeCursor {
  /** The stocks whose trades are needed; absent: all. */
  symbolsOf?(tx: Tx, shard: number): Promise<readonly string[]>
  /** Returns how many things it did. */
  run(tx: Tx, events: readonly TradeEvent[], shard: number, symbols: readonly string[]): Promise<number>
}

const maxEvents = 2_000
// After a long outage, other work of the worker gets its turn in between; the next run continues.
const maxRounds = 50

/** Returns how many things the reader did. */
export async function readTrades(db: Db, reader: TradeReader): Promise<number> {
  let did = 0
  for (const shard of await readShardsBehind(db, reader)) {
    for (let round = 0; round < maxRounds; round += 1) {
      const result = await db.transaction((tx) => readOn(tx, reader, shard))
      did += result.did
      if (!result.more) break
    }
  }
  return did
}

async function readOn(
  tx: Tx,
  reader: TradeReader,
  shard: number,
): Promise<{ readonly did: number; readonly more: boolean }> {
  const { cursor, head } = await lockCursor(tx, reader, shard)
  const symbols = await reader.symbolsOf?.(tx, shard)
  const events = await readEvents(tx, shard, cursor, head, symbols, maxEvents)
  const did = await reader.run(tx, events, shard, symbols ?? [])
  const more = events.length === maxEvents
  await moveCursor(tx, reader, shard, more ? events.at(-1)!.event : head)
  return { did, more }
}
