import { logBeginning, type LoggedBatch, readEventLog } from '#platform/event-log'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import type { SettlementDeps } from './apply-batches.ts'
import type { SettlementMetrics } from './metrics.ts'
import { concernsNoMember, concernsSettlement } from './event-orders.ts'
import type { Settler } from './settle-together.ts'
import { readCursor } from './store.ts'

export interface ShardDeps extends SettlementDeps {
  readonly log: Log
  readonly metrics: Metrics
  readonly settlementMetrics: SettlementMetrics
}

/** Events in one transaction when behind: enough to share its fixed cost, few enough to hold its locks briefly. */
const maxEvents = 200
/** Batches that affect no member wait this long to be combined: a practice market makes dozens a second. */
const idleMs = 200
/** The reader reads at most this far ahead of settlement. */
const readAhead = 5_000

/** Settles one shard until the signal; throws when it must restart from the stored cursor. */
export async function settleShard(
  deps: ShardDeps,
  settler: Settler,
  shard: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, bus, subjects, log, metrics, settlementMetrics } = deps
  const labels = { shard: String(shard) }
  let cursor = await readCursor(db, shard)

  const queue: LoggedBatch[] = []
  let queued = 0
  let urgent = false
  let wake: () => void = () => undefined
  let drained: () => void = () => undefined

  const reader = readEventLog({
    db,
    bus,
    subjects,
    shard,
    from: cursor ?? logBeginning,
    async apply(batch) {
      queue.push(batch)
      queued += batch.events.length
      if (batch.events.some((event) => concernsSettlement(event) && !concernsNoMember(event))) urgent = true
      wake()
      if (queued > readAhead && !signal.aborted) await new Promise<void>((resolve) => (drained = resolve))
    },
    log,
    metrics,
  })

  const takeSome = (): LoggedBatch[] => {
    const taken: LoggedBatch[] = []
    let events = 0
    while (queue.length > 0 && events < maxEvents) {
      const batch = queue.shift()!
      taken.push(batch)
      events += batch.events.filter(concernsSettlement).length
      queued -= batch.events.length
    }
    if (queue.length === 0) urgent = false
    drained()
    return taken
  }

  /** Waits until there is work, and returns at once when it affects a member. */
  const something = (): Promise<void> =>
    new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const finish = (): void => {
        clearTimeout(timer)
        wake = () => undefined
        resolve()
      }
      wake = () => {
        if (urgent || signal.aborted || queued > maxEvents) finish()
        else if (queue.length > 0) timer ??= setTimeout(finish, idleMs)
      }
      wake()
    })
  const onAbort = (): void => {
    wake()
    drained()
  }
  signal.addEventListener('abort', onAbort)

  // After an abort another process may have the shard already; the condition on the cursor would stop us anyway.
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      await something()
      if (signal.aborted) return
      const batches = takeSome()
      if (batches.length === 0) continue
      const stopTimer = settlementMetrics.seconds.startTimer(labels)
      const applied = await settler.apply({ shard, from: cursor, batches })
      stopTimer()
      cursor = applied.cursor
      settlementMetrics.stuck.set(labels, 0)
      settlementMetrics.fills.inc(labels, applied.fills)
      settlementMetrics.orders.inc(labels, applied.orders)
      const newest = batches.at(-1)!.events.at(-1)
      if (newest && applied.orders > 0)
        settlementMetrics.lagSeconds.observe(
          labels,
          Math.max(0, deps.clock.now().getTime() - newest.at) / 1_000,
        )
    }
  }

  try {
    // Without NATS there is no signal for what is already committed.
    void reader.catchUp().catch(() => undefined)
    await Promise.race([work(), reader.failed])
  } finally {
    signal.removeEventListener('abort', onAbort)
    drained()
    await reader.stop()
  }
}
