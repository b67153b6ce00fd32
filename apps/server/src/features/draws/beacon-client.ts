// Reads rounds of a beacon over HTTP, in drand's format. What a relay answers is verified by the caller.

import type { BeaconChain } from '@fairlot/proof'
import type { BeaconRound } from '@fairlot/proof/beacon'
import * as z from 'zod'

export interface BeaconClient {
  /** Undefined when no relay has the round yet, or none answered within the milliseconds. */
  fetchRound(chain: BeaconChain, round: number, withinMs?: number): Promise<BeaconRound | undefined>
}

const answer = z.object({ round: z.int(), signature: z.string().regex(/^[0-9a-f]{96}$/) })
const patienceMs = 5_000

/** Asks one relay after the other. */
export const openBeaconClient = (relays: readonly string[]): BeaconClient => ({
  async fetchRound(chain, round, withinMs = patienceMs * relays.length) {
    const end = AbortSignal.timeout(withinMs)
    for (const relay of relays) {
      const found = await fetchFrom(relay, chain, round, end)
      if (found || end.aborted) return found
    }
    return undefined
  },
})

async function fetchFrom(
  relay: string,
  { hash }: BeaconChain,
  round: number,
  end: AbortSignal,
): Promise<BeaconRound | undefined> {
  try {
    const response = await fetch(`${relay}/${hash}/public/${round}`, {
      redirect: 'error',
      signal: AbortSignal.any([end, AbortSignal.timeout(patienceMs)]),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return undefined
    }
    const parsed = answer.safeParse(await response.json())
    return parsed.success && parsed.data.round === round ? parsed.data : undefined
  } catch {
    // Not reachable, or no JSON: the next relay, or the next run.
    return undefined
  }
}
