import type { BeatMessage } from '@fairlot/contract/market-data'
import { shards } from '@fairlot/contract/venue'
import { pause } from '#platform/pause'
import type { SessionLocks } from '#platform/session-lock'
import { keepIndices } from '../indices/keep-indices.ts'
import { type QuotesDeps, runShard } from './run-shard.ts'

export interface RunningQuotes {
  /** The jobs this copy does now; the others are done by another copy, or by nobody yet. */
  held(): readonly string[]
  /** Writes what is not written and gives the work to whoever stands by. */
  stop(): Promise<void>
}

const standByMs = 500
const indexMs = 1_000

/** One job per shard, and one for the indices and the beat. Of several copies each job is done by one. */
export function startQuotes(deps: QuotesDeps, locks: SessionLocks): RunningQuotes {
  const stopping = new AbortController()
  const held = new Set<string>()

  const keep = async (name: string, work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    while (!stopping.signal.aborted) {
      const lost = new AbortController()
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      if (await locks.take(name, () => lost.abort())) {
        held.add(name)
        try {
          await work(signal)
        } catch (error) {
          deps.log.error({ job: name, err: error }, 'job begins again from what is stored')
        }
        held.delete(name)
        await locks.release(name)
      }
      await pause(standByMs, stopping.signal)
    }
  }

  const jobs = [
    ...shards.map((shard) => keep(`quotes ${shard}`, (signal) => runShard(deps, shard, signal))),
    keep('quotes indices', (signal) => runIndices(deps, signal)),
  ]
  return {
    held: () => [...held],
    async stop() {
      stopping.abort()
      await Promise.all(jobs)
    },
  }
}

/** The beat says how far all shards have been told, so that a screen can call its prices stale. */
async function runIndices({ db, bus, subjects, log }: QuotesDeps, signal: AbortSignal): Promise<void> {
  let away = false
  while (!signal.aborted) {
    try {
      const { toldUpTo, indices } = await keepIndices(db)
      bus.publish(subjects.indices, indices)
      if (toldUpTo !== undefined) {
        bus.publish(subjects.quotesBeat, { at: Math.floor(toldUpTo) } satisfies BeatMessage)
      }
      away = false
    } catch (error) {
      if (!away) log.warn({ err: error }, 'indices cannot be kept')
      away = true
    }
    await pause(indexMs, signal)
  }
}
