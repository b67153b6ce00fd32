// Reads the days and trades of the exchange log, each once and in order. The work of the reader and the move of its
// cursor are one transaction per shard. If a worker crashes in it, nothing is written and the next worker repeats it.

import type { Db, Tx } from './db.ts'
import {
  isBehind,
  lockCursor,
  moveCursor,
  readEvents,
  readShardsBehind,
  type TradeCursor,
  type TradeEvent,
} from './trade-cursor/store.ts'

export { isBehind, type TradeCursor, type TradeEvent }

export interface TradeReader extends TradeCursor {
  /** The symbols whose trades the reader needs. Without this function it gets all trades. */
  symbolsOf?(tx: Tx, shard: number): Promise<readonly string[]>
  /** Returns how many alerts fired or conditional orders became due. */
  run(tx: Tx, events: readonly TradeEvent[], shard: number, symbols: readonly string[]): Promise<number>
}

const maxEvents = 2_000
// Limits a run after a long outage, so that the worker's other loops also run. The next run continues.
const maxBatches = 50

/** Returns the sum of what the reader's runs returned. */
export async function readTrades(db: Db, reader: TradeReader): Promise<number> {
  let did = 0
  for (const shard of await readShardsBehind(db, reader)) {
    for (let batch = 0; batch < maxBatches; batch += 1) {
      const result = await db.transaction((tx) => readBatch(tx, reader, shard))
      did += result.did
      if (!result.more) break
    }
  }
  return did
}

async function readBatch(
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
