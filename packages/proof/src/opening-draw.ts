// The draw that decides between equal prices at the opening. Its list is the order book when the opening was due; its
// round appears after that, and follows from the date alone. So no one can choose a round, or enter an order that knows it.

import { hex, type Sha256 } from './chain.ts'
import { type BeaconChain, isKnownBeacon, type ReadRandomness, roundAfter } from './draw.ts'

/** How long after the list has closed the round appears at the earliest: the clocks of two machines differ. */
export const openingMarginMs = 1_000
/** How long the opening waits for its round. Then the fallback beacon decides, or without one the time of entry. */
export const openingPatienceMs = 10_000

export interface OpeningDraw {
  /** The trading day, yyyy-mm-dd. */
  readonly date: string
  /** When the list closed, in milliseconds. */
  readonly opensAtMs: number
  readonly chain: BeaconChain
  readonly round: number
  /** Hex. */
  readonly signature: string
  /** Hex. What the exchange got with its command to open. */
  readonly seed: string
}

export const openingRound = (chain: BeaconChain, opensAtMs: number): number =>
  roundAfter(chain, opensAtMs + openingMarginMs)

export const openingSeedText = (date: string, round: number, randomness: string): string =>
  ['fairlot opening v1', date, String(round), randomness, ''].join('\n')

export const openingSeed = async (
  sha256: Sha256,
  date: string,
  round: number,
  randomness: string,
): Promise<string> => hex(await sha256(new TextEncoder().encode(openingSeedText(date, round, randomness))))

interface OpeningTools {
  readonly sha256: Sha256
  readonly randomness: ReadRandomness
}

/** Whether the round is the one the rule names, its signature is the beacon's, and the seed follows from both. */
export async function isOpeningDraw(tools: OpeningTools, draw: OpeningDraw): Promise<boolean> {
  const { date, opensAtMs, chain, round, signature, seed } = draw
  if (!isKnownBeacon(chain) || round !== openingRound(chain, opensAtMs)) return false
  const randomness = await tools.randomness(chain, { round, signature })
  return randomness !== undefined && (await openingSeed(tools.sha256, date, round, randomness)) === seed
}
