import type { OrderDeps } from '#features/orders'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import type { Loop } from '#platform/loops'
import type { NotifyDeps } from './deps.ts'
import { areProceedsDue, restoreMoney } from './allocations/store.ts'
import { runBlocks } from './blocks/run-blocks.ts'
import { notifyCancelled } from './blocks/notify-cancelled.ts'
import { sizedSets } from './blocks/sized-sets.ts'
import { areNoticesDue, isBlockOpen } from './blocks/store.ts'
import { endRunning } from './end-copy.ts'
import { sellRest } from './sell-rest.ts'
import { isCopyToEnd, lockLost, lockOutlived } from './store.ts'

export const copyTradingLoops = (
  deps: OrderDeps & { readonly db: Db; readonly clock: Clock },
): readonly Loop[] => [
  {
    name: 'copies-end',
    everyMs: 2_000,
    work: { exists: isCopyToEnd },
    run: () => endOutlived(deps, deps.clock.now()),
  },
  {
    name: 'copies-stop-loss',
    // Reads the prices of all copies with a stop-loss, so not several times a second.
    everyMs: 10_000,
    run: () => endLost(deps, deps.clock.now()),
  },
  {
    name: 'copy-blocks',
    everyMs: 250,
    work: { exists: isBlockOpen },
    run: () => runBlocks(deps, () => deps.clock.now()),
  },
  {
    name: 'copy-notices',
    everyMs: 2_000,
    work: { exists: areNoticesDue },
    run: () => notifyCancelled(deps.db, deps.clock.now()),
  },
  {
    name: 'copies-sell',
    everyMs: 10_000,
    work: { exists: `EXISTS (SELECT FROM app.copies c WHERE c.sells_rest)` },
    run: () => sellRest(deps, deps.clock.now()),
  },
  {
    name: 'copy-proceeds',
    everyMs: 10_000,
    work: { exists: areProceedsDue },
    run: () => restoreProceeds(deps.db, deps.clock.now()),
  },
]

/** Proceeds that have arrived go back under the hold of their copy, in sets. Returns how many lines. */
export async function restoreProceeds(db: Db, now: Date): Promise<number> {
  const sets = sizedSets(500)
  let restored = 0
  // A set has one line of each member, so a small one is not the last one.
  for (let last = 1; last > 0; restored += last)
    last = await sets.run((size) => db.transaction((tx) => restoreMoney(tx, size, now)))
  return restored
}

/**
 * Ends copies whose stop-loss is reached and sells what can be sold now, a few in each transaction. What was bought today is
 * sold when it can be. Returns how many.
 */
export async function endLost(deps: OrderDeps & { readonly db: Db }, now: Date): Promise<number> {
  let ended = 0
  for (let last = fewAtOnce; last === fewAtOnce; ended += last) {
    last = await deps.db.transaction(async (tx) => {
      const rows = await lockLost(tx, fewAtOnce)
      for (const row of rows)
        await endRunning(tx, deps, row, { reason: 'stop-loss', now, requestId: newId() }, deps)
      return rows.length
    })
  }
  return ended
}

/** Each of them sends orders too. */
const fewAtOnce = 20

/** Few enough that a mentor with very many followers never holds a transaction long. */
const atOnce = 100

/**
 * Ends copies whose mentor has closed or whose term is over, some in each transaction. Each is ended once: an interrupted
 * run continues with the next. Returns how many.
 */
export async function endOutlived(deps: NotifyDeps & { readonly db: Db }, now: Date): Promise<number> {
  let ended = 0
  for (let last = atOnce; last === atOnce; ended += last) {
    last = await deps.db.transaction(async (tx) => {
      const rows = await lockOutlived(tx, now, atOnce)
      for (const row of rows) {
        const reason = row.isMentorClosed ? 'mentor-closed' : 'term-over'
        await endRunning(tx, deps, row, { reason, now, requestId: newId() })
      }
      return rows.length
    })
  }
  return ended
}
