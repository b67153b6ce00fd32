// What is set aside of a batch: the faulty events, and every later event that concerns a waiting order. An event is set
// aside as a whole: a trade waits for both of its sides, so that clearing stays at zero.

import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { ordersIn, type SettlementEvent } from './event-orders.ts'
import { countCauses, insertSetAside } from './set-aside-store.ts'

interface Aside {
  readonly event: number
  readonly reason: string
  /** Set aside only because an earlier event of the same order waits. */
  readonly waits: boolean
}

/** With more faulty events than this in one shard, the cause is general, and the shard has to stop. */
const maxCauses = 20

export class TooManySetAside extends Error {}

export function partEvents(
  events: readonly SettlementEvent[],
  faults: ReadonlyMap<number, string>,
  blocked: ReadonlyMap<string, number>,
): { readonly events: readonly SettlementEvent[]; readonly aside: readonly Aside[] } {
  const waiting = new Map(blocked)
  const kept: SettlementEvent[] = []
  const aside: Aside[] = []
  for (const one of events) {
    const orders = ordersIn(one)
    const fault = faults.get(one.event)
    const before = orders.flatMap((order) => waiting.get(order) ?? [])
    if (fault === undefined && before.length === 0) {
      kept.push(one)
      continue
    }
    aside.push({
      event: one.event,
      reason: fault ?? `waits for event ${Math.min(...before)}`,
      waits: fault === undefined,
    })
    for (const order of orders) if (!waiting.has(order)) waiting.set(order, one.event)
  }
  return { events: kept, aside }
}

/** Runs in the transaction that moves the cursor past them. */
export async function setAside(
  tx: Tx,
  shard: number,
  date: string | null,
  events: readonly SettlementEvent[],
  asides: readonly Aside[],
  now: Date,
): Promise<void> {
  if (asides.length === 0) return
  let day = date
  const byEvent = new Map(asides.map((aside) => [aside.event, aside]))
  for (const { event, at, body } of events) {
    if (body.kind === 'phase' && body.phase === 'opening-call') day = body.date
    const aside = byEvent.get(event)
    if (!aside || body.kind === 'phase') continue
    const orders = ordersIn({ event, at, body })
    await insertSetAside(tx, {
      shard,
      event,
      at: new Date(at),
      date: day,
      kind: body.kind,
      symbol: body.symbol ?? null,
      orders,
      reason: aside.reason,
      waits: aside.waits,
      now,
    })
    await recordAudit(tx, {
      action: 'settlement.event-set-aside',
      actor: 'system',
      subject: `event:${shard}/${event}`,
      details: { reason: aside.reason, orders },
      requestId: `settlement-${shard}-${event}`,
    })
  }
  if (asides.some(({ waits }) => !waits) && (await countCauses(tx, shard)) > maxCauses)
    throw new TooManySetAside(`shard ${shard}: more than ${maxCauses} events cannot be applied`)
}
