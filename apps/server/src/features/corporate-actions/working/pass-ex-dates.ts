// Before the ex-date begins: who holds at the last close is entitled, and the exchange gets the lower reference price.

import { type SetReference, shardOf } from '@fairlot/contract/venue'
import { exReference, isSplit, ratioOf } from '@fairlot/rules/corporate-actions'
import { recordAudit } from '#features/audit'
import { endConditionalsOf } from '#features/orders'
import { publishAfterCommit } from '#platform/bus'
import { newId } from '#platform/ids'
import type { WorkDeps } from '../deps.ts'
import { type DueAction, readExDates, readLastClose, submitReference, takeEntitlements } from './store.ts'

/** A market that does not open harms everybody; a missed ex-date is corrected by two people. */
const maxWaitMs = 5 * 60_000

/** When the opening began to wait for an action, in milliseconds. */
export type Waits = Map<string, number>

interface Opening {
  readonly shard: number
  readonly date: string
  readonly now: Date
}

/**
 * Called before the opening of `date` is sent to the shard. Returns false while settlement still applies the last day: the
 * opening waits for it. Each action is one transaction: entitlements and the reference price, or neither. One that fails
 * makes the opening wait like one that is not ready, and no longer.
 */
export async function passExDates(deps: WorkDeps, waits: Waits, opening: Opening): Promise<boolean> {
  const { shard, date, now } = opening
  let isReady = true
  for (const action of await readExDates(deps.db, date)) {
    if (shardOf(action.symbol) !== shard) continue
    const [passed] = await Promise.allSettled([passExDate(deps, shard, action, now)])
    if (passed.status === 'fulfilled' && passed.value) continue
    const since = waits.get(action.id) ?? now.getTime()
    waits.set(action.id, since)
    if (now.getTime() - since < maxWaitMs) isReady = false
    else
      await recordMissed(
        deps,
        action,
        passed.status === 'rejected' ? String(passed.reason) : 'not settled',
        now,
      )
  }
  return isReady
}

const recordMissed = (
  deps: WorkDeps,
  { id, symbol, exOn }: DueAction,
  why: string,
  now: Date,
): Promise<void> =>
  deps.db.transaction((tx) =>
    recordAudit(tx, {
      action: 'corporate-actions.ex-date-missed',
      actor: 'system',
      subject: `corporate-action:${id}`,
      details: { symbol, exOn, why },
      requestId: newId(now.getTime()),
    }),
  )

const passExDate = (deps: WorkDeps, shard: number, action: DueAction, now: Date): Promise<boolean> =>
  deps.db.transaction(async (tx) => {
    const { id, symbol, kind, cashMicros, exOn } = action
    const close = await readLastClose(tx, shard, symbol)
    if (close === undefined) return false
    // Missed: the day has begun without it. There is nothing to wait for.
    if (close.date >= exOn) return true
    const reference = exReference(kind, close.price, cashMicros, ratioOf(action))
    // Their quantities and prices are of the old shares. Orders in the book ended with the day.
    if (isSplit(action)) await endConditionalsOf(tx, deps, { symbol }, 'split', now)
    const holders = await takeEntitlements(tx, { id, shard, reference, at: now })
    const command: SetReference = { kind: 'reference', symbol, price: reference }
    await submitReference(tx, shard, JSON.stringify(command))
    await recordAudit(tx, {
      action: 'corporate-actions.ex-date-passed',
      actor: 'system',
      subject: `corporate-action:${id}`,
      details: { symbol, heldOn: close.date, close: close.price, reference, holders },
      requestId: newId(now.getTime()),
    })
    publishAfterCommit(tx, deps.bus, deps.subjects.wakeExchange(shard), { shard })
    return true
  })
