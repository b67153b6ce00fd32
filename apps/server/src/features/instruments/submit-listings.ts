// An instrument reaches its shard as part of a `list` command, once.

import { type ListInstruments, type SetReference, shardOf } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import {
  endFreeDays,
  markListed,
  readFreeSymbols,
  readListedSymbols,
  readUnlistedSymbols,
  submitCommand,
} from './store.ts'

const byShard = (rows: readonly { readonly symbol: string }[]): ReadonlyMap<number, readonly string[]> =>
  Map.groupBy(
    rows.map(({ symbol }) => symbol),
    shardOf,
  )

/** Symbols that their shard does not know yet, by shard. */
export const readUnlisted = async (tx: Tx): Promise<ReadonlyMap<number, readonly string[]>> =>
  byShard(await readUnlistedSymbols(tx))

/** New listings in their days without a daily limit, by shard. */
export const readFree = async (tx: Tx): Promise<ReadonlyMap<number, readonly string[]>> =>
  byShard(await readFreeSymbols(tx))

/**
 * Before the day `date` begins: a new listing has a daily limit again after five trading days. Returns how many commands
 * it submitted.
 */
export async function submitLimits(
  tx: Tx,
  shard: number,
  symbols: readonly string[],
  date: string,
): Promise<number> {
  if (symbols.length === 0) return 0
  const ended = await endFreeDays(tx, symbols, date)
  for (const { symbol } of ended) {
    const command: SetReference = { kind: 'reference', symbol, limited: true }
    await submitCommand(tx, shard, JSON.stringify(command))
  }
  return ended.length
}

export async function hasListed(tx: Tx, shard: number): Promise<boolean> {
  return (await readListedSymbols(tx)).some(({ symbol }) => shardOf(symbol) === shard)
}

// A command has at most 100,000 characters; one instrument takes about 80.
const maxPerCommand = 500

/** Returns how many commands it submitted. */
export async function submitListings(
  tx: Tx,
  shard: number,
  symbols: readonly string[],
  now: Date,
): Promise<number> {
  if (symbols.length === 0) return 0
  const claimed = await markListed(tx, symbols, now)
  const instruments = claimed
    .map(({ symbol, kind, reference, limited }) => ({ symbol, instrument: kind, reference, limited }))
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
  let commands = 0
  for (let from = 0; from < instruments.length; from += maxPerCommand) {
    const command: ListInstruments = {
      kind: 'list',
      instruments: instruments.slice(from, from + maxPerCommand),
    }
    await submitCommand(tx, shard, JSON.stringify(command))
    commands += 1
  }
  return commands
}
