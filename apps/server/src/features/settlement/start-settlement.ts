import { shards } from '@fairlot/contract/venue'
import { isTransient } from '#platform/db'
import { pause } from '@fairlot/process/pause'
import type { SessionLocks } from '#platform/session-lock'
import { CursorLost } from './apply-batches.ts'
import { settleShard, type ShardDeps } from './settle-shard.ts'
import { openSettler } from './settle-together.ts'

export interface RunningSettlement {
  stop(): Promise<void>
}

const standByMs = 500

/**
 * One job per shard; among several workers each runs in one. The lock only saves work: the condition on the cursor
 * prevents applying an event twice.
 */
export function startSettlement(deps: ShardDeps, locks: SessionLocks): RunningSettlement {
  const stopping = new AbortController()
  const settler = openSettler(deps, deps.gatherMs > 0)

  const keep = async (shard: number): Promise<void> => {
    const name = `settlement ${shard}`
    let logged = ''
    while (!stopping.signal.aborted) {
      const lost = new AbortController()
      const signal = AbortSignal.any([stopping.signal, lost.signal])
      if (await locks.take(name, () => lost.abort())) {
        try {
          await settleShard(deps, settler, shard, signal)
          logged = ''
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error)
          const isOurs = !(error instanceof CursorLost) && !isTransient(error)
          if (isOurs) deps.settlementMetrics.stuck.set({ shard: String(shard) }, 1)
          // Logged once per problem: a stuck shard is tried twice a second.
          if (message !== logged)
            deps.log[isOurs ? 'error' : 'warn'](
              { job: name, err: error },
              'settlement begins again from what is stored',
            )
          logged = message
        }
        await locks.release(name)
      }
      await pause(standByMs, stopping.signal)
    }
  }

  const jobs = shards.map(keep)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(jobs)
    },
  }
}
