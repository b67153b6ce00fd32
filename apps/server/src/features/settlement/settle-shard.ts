import { logBeginning, type LoggedBatch, readEventLog } from '#platform/event-log'
import type { Log } from '#platform/log'
import type { Metrics } from '#platform/metrics'
import type { SettlementDeps, ShardWork } from './apply-batches.ts'
import type { SettlementMetrics } from './metrics.ts'
import { affectsNoMember, affectsSettlement } from './event-orders.ts'
import type { Settler } from './settle-together.ts'
import { readCursor } from './store.ts'

export interface ShardDeps extends SettlementDeps {
  /** Events gather this long before they are settled together. The client has heard of its fill from the exchange. */
  readonly gatherMs: number
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
  const { db, bus, subjects, log, metrics } = deps
  let cursor = await readCursor(db, shard)
  const queue = openBatchQueue(signal)
  const reader = readEventLog({
    db,
    bus,
    subjects,
    shard,
    from: cursor ?? logBeginning,
    apply: (batch) => queue.add(batch),
    gatherMs: deps.gatherMs,
    log,
    metrics,
  })

  // After an abort another process may have the shard already; the condition on the cursor would stop this one.
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const isBehind = await queue.untilWork()
      if (signal.aborted) return
      const from = cursor
      let batches: readonly LoggedBatch[] = []
      let stopTimer = (): unknown => undefined
      // Taken when the transaction begins: a read adds its batches one after the other.
      const takeWork = (): ShardWork => {
        stopTimer = deps.settlementMetrics.seconds.startTimer({ shard: String(shard) })
        batches = queue.take()
        return { shard, from, batches }
      }
      const applied = await settler.apply(takeWork, isBehind)
      stopTimer()
      cursor = applied.cursor
      count(deps, shard, applied, batches)
    }
  }

  try {
    // Without NATS there is no signal for what is already committed.
    void reader.catchUp().catch(() => undefined)
    await Promise.race([work(), reader.failed])
  } finally {
    queue.close()
    await reader.stop()
  }
}

function count(
  { settlementMetrics, clock }: ShardDeps,
  shard: number,
  applied: Awaited<ReturnType<Settler['apply']>>,
  batches: readonly LoggedBatch[],
): void {
  const labels = { shard: String(shard) }
  settlementMetrics.stuck.set(labels, 0)
  settlementMetrics.fills.inc(labels, applied.fills)
  settlementMetrics.orders.inc(labels, applied.orders)
  const newest = batches.at(-1)!.events.at(-1)
  if (!newest || applied.orders === 0) return
  const lagMs = Math.max(0, clock.now().getTime() - newest.at)
  settlementMetrics.lagSeconds.observe(labels, lagMs / 1_000)
}

interface BatchQueue {
  /** Resolves when the reader may read on. */
  add(batch: LoggedBatch): Promise<void>
  /** As many batches as one transaction takes. */
  take(): LoggedBatch[]
  /** Waits until there is work, and returns at once when it affects a member. True if work was waiting already. */
  untilWork(): Promise<boolean>
  close(): void
}

function openBatchQueue(signal: AbortSignal): BatchQueue {
  const queue: LoggedBatch[] = []
  let queued = 0
  let urgent = false
  let wake: () => void = () => undefined
  let drained: () => void = () => undefined
  const onAbort = (): void => {
    wake()
    drained()
  }
  signal.addEventListener('abort', onAbort)
  return {
    async add(batch) {
      queue.push(batch)
      queued += batch.events.length
      if (batch.events.some((event) => affectsSettlement(event) && !affectsNoMember(event))) urgent = true
      wake()
      if (queued > readAhead && !signal.aborted) await new Promise<void>((resolve) => (drained = resolve))
    },
    take() {
      const taken: LoggedBatch[] = []
      let events = 0
      while (queue.length > 0 && events < maxEvents) {
        const size = queue[0]!.events.filter(affectsSettlement).length
        // A batch with many lines of a block is settled without the orders of other members: they would wait for all of it.
        if (taken.length > 0 && events + size > maxEvents) break
        const batch = queue.shift()!
        taken.push(batch)
        events += size
        queued -= batch.events.length
      }
      if (queue.length === 0) urgent = false
      drained()
      return taken
    },
    untilWork: () =>
      new Promise((resolve) => {
        let timer: NodeJS.Timeout | undefined
        let isBehind = true
        const finish = (): void => {
          clearTimeout(timer)
          wake = () => undefined
          resolve(isBehind)
        }
        wake = () => {
          if (urgent || signal.aborted || queued > maxEvents) finish()
          else if (queue.length > 0) timer ??= setTimeout(finish, idleMs)
        }
        wake()
        isBehind = false
      }),
    close() {
      signal.removeEventListener('abort', onAbort)
      drained()
    },
  }
}
