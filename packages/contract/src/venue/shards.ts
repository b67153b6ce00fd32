// The shard map: the only place that decides which exchange process owns an instrument. Intake, exchange, practice
// market, quotes and faults all use it. Symbols map to a fixed number of buckets and buckets to shards, so that a shard
// can later be split by moving buckets without touching the others.

export const SHARD_COUNT = 4
export const BUCKET_COUNT = 1_024

export const shards: readonly number[] = Array.from({ length: SHARD_COUNT }, (_, shard) => shard)

/** FNV-1a over the symbol's characters: the same on every machine and in every language. */
export function bucketOf(symbol: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < symbol.length; index += 1) {
    hash = Math.imul(hash ^ symbol.charCodeAt(index), 0x01000193)
  }
  return (hash >>> 0) % BUCKET_COUNT
}

export const shardOf = (symbol: string): number => bucketOf(symbol) % SHARD_COUNT
