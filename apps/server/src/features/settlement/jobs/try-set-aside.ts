// Retries events that were set aside, in log order, each in its own transaction. An event that still fails by itself is
// submitted to two operators; an event that only waits for another is not tried.

import type { AccountCode } from '@fairlot/ledger'
import { dayMs } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import type { openReview } from '#features/operators'
import {
  faultOf,
  newSettlementCache,
  readSettlementInput,
  type SettlementDeps,
  type SettlementCache,
  shortSeatOf,
  write,
} from '../apply-batches.ts'
import { affectsSettlement } from '../event-orders.ts'
import { settleOrFault } from '../event-fault.ts'
import { endSetAside, lockWaiting, noteReview, noteTry, readWaiting } from '../set-aside-store.ts'

export type OpenReview = typeof openReview

/** Longer than a review stays open. */
const askAgainMs = 8 * dayMs

/** Returns how many were applied. */
export async function trySetAside(deps: SettlementDeps, open: OpenReview): Promise<number> {
  const waiting = await readWaiting(deps.db)
  if (waiting.length === 0) return 0
  const cache = newSettlementCache()
  const stopped = new Set<string>()
  let applied = 0
  for (const { shard, event, orders } of waiting) {
    const names = orders.map((order) => `${shard} ${order}`)
    if (names.some((name) => stopped.has(name))) continue
    try {
      await applyOne(deps, cache, shard, event)
      applied += 1
    } catch (error) {
      const fault = faultOf(error)
      if (!fault) throw error
      for (const name of names) stopped.add(name)
      await askTwo(deps, open, shard, event, fault.reason)
    }
  }
  return applied
}

async function applyOne(
  deps: SettlementDeps,
  cache: SettlementCache,
  shard: number,
  event: number,
): Promise<void> {
  const short = new Set<AccountCode>()
  for (;;) {
    try {
      return await applyOnce(deps, cache, shard, event, short)
    } catch (error) {
      const seat = shortSeatOf(error)
      if (seat === undefined || short.has(seat)) throw error
      short.add(seat)
    }
  }
}

const applyOnce = (
  deps: SettlementDeps,
  cache: SettlementCache,
  shard: number,
  event: number,
  short: ReadonlySet<AccountCode>,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, shard, event)
    if (!row) return
    const one = { event, at: row.at.getTime(), body: row.body }
    const now = deps.clock.now()
    if (affectsSettlement(one)) {
      const common = await readSettlementInput(tx, deps, cache, [one], short)
      const settled = settleOrFault({ ...common, shard, date: row.date }, [one])
      await write(tx, deps, [{ shard, settled }])
    }
    await endSetAside(tx, shard, event, 'applied', now)
    await recordAudit(tx, {
      action: 'settlement.event-applied-late',
      actor: 'system',
      subject: `event:${shard}/${event}`,
      details: { reason: row.reason },
      requestId: `settlement-${shard}-${event}`,
    })
  })

function askTwo(
  deps: SettlementDeps,
  open: OpenReview,
  shard: number,
  event: number,
  reason: string,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, shard, event)
    if (!row) return
    const now = deps.clock.now()
    await noteTry(tx, shard, event, reason, now)
    if (row.reviewAfter !== null && row.reviewAfter > now) return
    const opened = await open(tx, {
      kind: 'event-set-aside',
      memberId: null,
      subject: `${shard}/${event}`,
      payload: { shard, event, kind: row.kind, orders: row.orders, reason },
      now,
      requestId: `settlement-${shard}-${event}`,
    })
    await noteReview(
      tx,
      shard,
      event,
      opened.ok ? opened.reviewId : null,
      new Date(now.getTime() + askAgainMs),
    )
  })
}
