// Shards settled by this process share transactions: work that arrives during one goes together into the next.
// Concurrent transactions per shard would wait for each other at the balances of the seats, and cost more.

import {
  applyBatches,
  applyTogether,
  type Applied,
  newSettlementCache,
  type SettlementDeps,
  type ShardWork,
} from './apply-batches.ts'

export interface Settler {
  /** Resolves once the work is committed. */
  apply(work: ShardWork): Promise<Applied>
}

interface Waiting {
  readonly work: ShardWork
  readonly resolve: (applied: Applied) => void
  readonly reject: (error: unknown) => void
}

export function openSettler(deps: SettlementDeps): Settler {
  const cache = newSettlementCache()
  let waiting: Waiting[] = []
  let isInFlight = false

  const alone = ({ work: { shard, from, batches }, resolve, reject }: Waiting): Promise<void> =>
    applyBatches(deps, cache, shard, from, batches).then(resolve, reject)

  const fly = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length > 1) {
      const applied = await applyTogether(
        deps,
        cache,
        group.map(({ work }) => work),
      ).catch(() => undefined)
      if (applied) {
        group.forEach(({ resolve }, index) => resolve(applied[index]!))
        return
      }
    }
    // A shard that cannot be settled must not delay the others, and each gets its own error.
    for (const item of group) await alone(item)
  }

  const drain = (): void => {
    if (isInFlight || waiting.length === 0) return
    isInFlight = true
    const group = waiting
    waiting = []
    void fly(group).finally(() => {
      isInFlight = false
      drain()
    })
  }

  return {
    apply: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject })
        // Include everything that arrives in this turn of the event loop.
        if (waiting.length === 1) setImmediate(drain)
      }),
  }
}
