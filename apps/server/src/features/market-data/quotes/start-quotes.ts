import type { HeartbeatMessage } from '@fairlot/contract/market-data'
import { shards } from '@fairlot/contract/venue'
import { pause } from '@fairlot/process/pause'
import type { SessionLocks } from '#platform/session-lock'
import { keepIndices } from '../indices/keep-indices.ts'
import { newFeedKey } from './feed-key.ts'
import { type QuotesDeps, runShard } from './run-shard.ts'
import { keepFeedKey } from './store.ts'

export interface RunningQuotes {
  /** The jobs this copy runs now; the others run in another copy, or nowhere yet. */
  held(): readonly string[]
  /** Writes the remaining changes and releases the jobs to a standby copy. */
  stop(): Promise<void>
}

const standByMs = 500
const indexMs = 1_000

/** One job per shard, and one for the indices and the heartbeat. Among several copies each job runs in one. */
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
          deps.log.error({ job: name, err: error }, 'the job restarts from its stored state')
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

/** The heartbeat says up to which time all shards are published, so that a screen can mark its prices as stale. */
async function runIndices({ db, bus, subjects, log }: QuotesDeps, signal: AbortSignal): Promise<void> {
  let away = false
  let isKept = false
  const key = newFeedKey()
  while (!signal.aborted) {
    try {
      if (!isKept) await keepFeedKey(db, 'indices', key)
      isKept = true
      const { sentUpTo, indices } = await keepIndices(db)
      bus.publishSealed(subjects.indices, indices, key)
      if (sentUpTo !== undefined) {
        bus.publishSealed(
          subjects.quotesHeartbeat,
          { at: Math.floor(sentUpTo) } satisfies HeartbeatMessage,
          key,
        )
      }
      away = false
    } catch (error) {
      if (!away) log.warn({ err: error }, 'indices cannot be updated')
      away = true
    }
    await pause(indexMs, signal)
  }
}
