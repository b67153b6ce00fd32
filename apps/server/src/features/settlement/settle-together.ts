// Shards that this process settles share transactions: what waits while one is under way goes together with the next.
// One transaction per shard side by side would wait for each other at the balances of the seats, and cost more.

import {
  applyBatches,
  applyTogether,
  type Applied,
  newMemory,
  type SettlementDeps,
  type ShardWork,
} from './apply-batches.ts'

export interface Settler {
  /** Answers once the work is committed. */
  apply(work: ShardWork): Promise<Applied>
}

interface Waiting {
  readonly work: ShardWork
  readonly resolve: (applied: Applied) => void
  readonly reject: (error: unknown) => void
}

export function openSettler(deps: SettlementDeps): Settler {
  const memory = newMemory()
  let waiting: Waiting[] = []
  let isFlying = false

  const alone = ({ work: { shard, from, batches }, resolve, reject }: Waiting): Promise<void> =>
    applyBatches(deps, memory, shard, from, batches).then(resolve, reject)

  const fly = async (group: readonly Waiting[]): Promise<void> => {
    if (group.length > 1) {
      const applied = await applyTogether(
        deps,
        memory,
        group.map(({ work }) => work),
      ).catch(() => undefined)
      if (applied) {
        group.forEach(({ resolve }, index) => resolve(applied[index]!))
        return
      }
    }
    // One that cannot be settled must not hold up its neighbours, and each is told its own fault.
    for (const item of group) await alone(item)
  }

  const pump = (): void => {
    if (isFlying || waiting.length === 0) return
    isFlying = true
    const group = waiting
    waiting = []
    void fly(group).finally(() => {
      isFlying = false
      pump()
    })
  }

  return {
    apply: (work) =>
      new Promise((resolve, reject) => {
        waiting.push({ work, resolve, reject })
        // Let what arrives in this turn of the loop come along.
        if (waiting.length === 1) setImmediate(pump)
      }),
  }
}
