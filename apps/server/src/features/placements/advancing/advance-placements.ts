import { deliveryOf } from '@fairlot/rules/placements'
import { recordAudit } from '#features/audit'
import { readClosures } from '#features/calendar'
import { closeDraw, readOutcome } from '#features/draws'
import { postOrThrow } from '#features/fund-requests'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { AdvanceDeps } from '../deps.ts'
import { unlistEntry } from '../postings.ts'
import type { PlacementRow } from '../store.ts'
import { bookBatch, voidBatch, voidUnqualified } from './settle-applications.ts'
import * as store from './store.ts'

/**
 * Moves every placement on by what is due: closed, allotted, booked, refunded. Each step and each batch of applications is
 * one transaction, and a crash between two leaves the rest for the next run. One failing placement does not stop the
 * others. Returns how many steps it took.
 */
export async function advancePlacements(db: Db, deps: AdvanceDeps, now: Date): Promise<number> {
  let steps = 0
  const troubles: unknown[] = []
  for (const { id } of await store.readUnfinished(db)) {
    try {
      // Several steps may be due after an outage.
      while (await takeStep(db, deps, id, now)) steps += 1
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0)
    throw new AggregateError(troubles, `${troubles.length} placements could not move on`)
  return steps
}

const takeStep = (db: Db, deps: AdvanceDeps, id: string, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const placement = await store.lockPlacement(tx, id)
    return placement === undefined || placement.isEnded ? false : advance(tx, deps, placement, now)
  })

/** One step. Returns false when nothing is due. */
async function advance(tx: Tx, deps: AdvanceDeps, placement: PlacementRow, now: Date): Promise<boolean> {
  switch (placement.state) {
    case 'open':
      if ((await voidUnqualified(tx, deps, placement, now)) > 0) return true
      return placement.closesAt <= now && (await close(tx, deps, placement, now))
    case 'drawing':
      return takeOutcome(tx, deps, placement, now)
    case 'allotting':
      return (await bookBatch(tx, deps, placement, now)) > 0 || end(tx, placement, 'allotted', now)
    case 'void':
      return (await voidBatch(tx, deps, placement, now)) > 0 || end(tx, placement, 'void', now)
    default:
      return false
  }
}

async function close(tx: Tx, deps: AdvanceDeps, placement: PlacementRow, now: Date): Promise<boolean> {
  await closeDraw(tx, deps, placement.drawId, { now, requestId: newId(now.getTime()) })
  const applications = await store.closePlacement(tx, placement.id, now)
  await auditStep(tx, placement, 'closed', now, { applications })
  return true
}

/** Allots by the published order, or learns that the draw is void. */
async function takeOutcome(
  tx: Tx,
  { calendar }: AdvanceDeps,
  placement: PlacementRow,
  now: Date,
): Promise<boolean> {
  const outcome = await readOutcome(tx, placement.drawId)
  if (outcome.state === 'void') {
    await store.setVoid(tx, placement.id)
    await auditStep(tx, placement, 'void', now, { reason: outcome.reason })
    return true
  }
  if (outcome.state !== 'decided') return false
  const closures = await readClosures(tx)
  const delivery = deliveryOf(calendar, closures, placement.deliversOn, now.getTime())
  await store.allotPlacement(tx, placement.id, delivery)
  const { applications, appliedLots, listHash } = placement
  await auditStep(tx, placement, 'divided', now, { applications, appliedLots, listHash, ...delivery })
  return true
}

/** The seat gets back the lots that no member got. */
async function end(tx: Tx, placement: PlacementRow, state: 'allotted' | 'void', now: Date): Promise<boolean> {
  const left = placement.lots - (await store.countAllotted(tx, placement.id))
  const entryId = left === 0 ? null : await postOrThrow(tx, unlistEntry(placement, left, now))
  await store.setEnded(tx, placement.id, state, now)
  await auditStep(tx, placement, 'ended', now, { left, entryId })
  return true
}

const auditStep = (
  tx: Tx,
  { id, symbol }: PlacementRow,
  what: string,
  at: Date,
  details: Record<string, unknown> = {},
) =>
  recordAudit(tx, {
    action: `placements.placement-${what}`,
    actor: 'system',
    subject: `placement:${id}`,
    details: { symbol, ...details },
    requestId: newId(at.getTime()),
  })
