import { type BeaconChain, openingPatienceMs, openingRound, openingSeed, timeOfRound } from '@fairlot/proof'
import type { Db } from '#platform/db'
import type { BeaconClient } from '../beacon-client.ts'
import { sha256 } from '../hash.ts'
import { insertOpening, readOpening } from './store.ts'

export interface OpeningBeacon {
  readonly chain: BeaconChain
  readonly client: BeaconClient
}

export interface OpeningDeps {
  readonly db: Db
  readonly beacon: OpeningBeacon
  /** Decides when the beacon is silent for longer than the opening waits. */
  readonly fallback: OpeningBeacon | undefined
}

interface Opening {
  readonly date: string
  /** When the opening was due, in milliseconds. */
  readonly at: number
}

/**
 * The seed of a day's opening, recorded before any shard gets it; null when no beacon answered in time and the time of
 * entry decides; undefined while the opening should wait.
 */
export async function decideOpening(
  { db, beacon, fallback }: OpeningDeps,
  { date, at }: Opening,
  now: Date,
): Promise<string | null | undefined> {
  const known = await readOpening(db, date)
  if (known) return known.seed
  const isLate = now.getTime() >= at + openingPatienceMs
  const found =
    (await fetchOpening(beacon, 'beacon', { date, at }, now)) ??
    (isLate && fallback ? await fetchOpening(fallback, 'fallback', { date, at }, now) : undefined)
  if (!found && !isLate) return undefined
  await insertOpening(db, { date, opensAt: new Date(at), decidedAt: now, ...(found ?? nothing) })
  // Another worker may have been first: its record counts.
  return (await readOpening(db, date))!.seed
}

/** All relays together: the opening must not wait longer than announced because one of them hangs. */
const fetchMs = 3_000

const nothing = {
  source: 'none',
  chain: null,
  round: null,
  signature: null,
  randomness: null,
  seed: null,
} as const

async function fetchOpening<Source extends 'beacon' | 'fallback'>(
  { chain, client }: OpeningBeacon,
  source: Source,
  { date, at }: Opening,
  now: Date,
) {
  const round = openingRound(chain, at)
  if (now.getTime() < timeOfRound(chain, round)) return undefined
  const found = await client.fetchRound(chain, round, fetchMs)
  if (!found) return undefined
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  const randomness = await randomnessOf(sha256, chain, found)
  // A relay is believed nothing: the opening goes on waiting.
  if (randomness === undefined) return undefined
  const seed = await openingSeed(sha256, date, round, randomness)
  return { source, chain, round, signature: found.signature, randomness, seed }
}
