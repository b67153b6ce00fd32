// The tape of one instrument: REST gives the history, the feed the new trades; both can contain the same trades.

import type { TapeEntry } from '@fairlot/contract/live'

export const TAPE_LENGTH = 60

/** Newest first, without duplicates, at most TAPE_LENGTH. */
export const mergeTape = (one: readonly TapeEntry[], other: readonly TapeEntry[]): readonly TapeEntry[] => {
  if (other.length === 0) return one
  const byEvent = new Map<number, TapeEntry>()
  for (const trade of one) byEvent.set(trade[0], trade)
  for (const trade of other) byEvent.set(trade[0], trade)
  return [...byEvent.values()].sort((a, b) => b[0] - a[0]).slice(0, TAPE_LENGTH)
}

/** Whether the new trades, oldest first, connect to the held ones: they share a trade. False when nothing is held. */
export const joins = (held: readonly TapeEntry[], news: readonly TapeEntry[]): boolean => {
  const newest = held[0]
  const oldest = news[0]
  return newest !== undefined && oldest !== undefined && oldest[0] <= newest[0]
}
