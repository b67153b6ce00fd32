// Shards settled by this process share transactions: work that arrives during one goes together into the next.
// Concurrent transactions per shard would wait for each other at the balances of the seats, and cost more.

import { shards } from '@fairlot/contract/venue'
import { affectsSettlement } from './event-orders.ts'
import {
  applyBatches,
  applyTogether,
  type Applied,
  newSettlementCache,
  type SettlementDeps,
  type ShardWork,
} from './apply-batches.ts'

export interface Settler {
  /**
   * Resolves once the work is committed. `takeWork` is called when the transaction begins. A shard that is behind does
   * not wait for the others.
   */
  apply(takeWork: () => ShardWork, isBehind: boolean): Promise<Applied>
}

/** Shards that gather read at the same moment, and their reads end a few milliseconds apart. */
const joinMs = 5

interface Waiting {
  readonly takeWork: () => ShardWork
  readonly resolve: (applied: Applied) => void
  readonly reject: (error: unknown) => void
}

interface Taken {
  readonly work: ShardWork
  readonly resolve: (applied: Applied) => void
  readonly reject: (error: unknown) => void
}

/** Lines of a block arrive as one batch of up to 500. */
const largeEvents = 200
const isLarge = ({ batches }: ShardWork): boolean =>
  batches.reduce((sum, { events }) => sum + events.filter(affectsSettlement).length, 0) > largeEvents

export function openSettler(deps: SettlementDeps, gathers: boolean): Settler {
  const cache = newSettlementCache()
  let waiting: Waiting[] = []
  let isInFlight = false

  const alone = ({ work: { shard, from, batches }, resolve, reject }: Taken): Promise<void> =>
    applyBatches(deps, cache, shard, from, batches).then(resolve, reject)

  const together = async (group: readonly Taken[]): Promise<void> => {
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

  // The orders in a transaction are locked until it ends: those of a few members do not share one with the lines of a block.
  const fly = async (group: readonly Taken[]): Promise<void> => {
    await together(group.filter(({ work }) => !isLarge(work)))
    for (const item of group) if (isLarge(item.work)) await alone(item)
  }

  const drain = (): void => {
    if (isInFlight || waiting.length === 0) return
    isInFlight = true
    const group = waiting.map(({ takeWork, ...answer }) => ({ work: takeWork(), ...answer }))
    waiting = []
    void fly(group).finally(() => {
      isInFlight = false
      // The shards of this group may have work again: they come along.
      setImmediate(drain)
    })
  }

  return {
    apply: (takeWork, isBehind) =>
      new Promise((resolve, reject) => {
        waiting.push({ takeWork, resolve, reject })
        // Without gathering, include what arrives in this turn of the event loop.
        if (!gathers || isBehind || waiting.length === shards.length) setImmediate(drain)
        else if (waiting.length === 1) setTimeout(drain, joinMs)
      }),
  }
}
