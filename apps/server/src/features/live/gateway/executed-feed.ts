// Notifies members of their fills when the exchange has committed them, before settlement has booked them. NATS only
// signals; the fills come from the exchange's log in PostgreSQL, each once. A forged signal costs one read.

import { type EventsWake, shards, type Subjects } from '@fairlot/contract/venue'
import { pause } from '@fairlot/process/pause'
import { traceNow, traceOrders } from '@fairlot/process/traces'
import type { Bus, BusMessage } from '#platform/bus'
import type { Db } from '#platform/db'
import type { MemberEventFeed } from './member-event-feed.ts'
import { type MemberFill, readMemberFills, type ShardHead } from './store.ts'

/** A frame must stay small enough for a slow client. */
const maxFills = 50
/** Pause after a signal without a fill: a flood of forged signals causes at most one read per pause. */
const emptyPauseMs = 10

export interface ExecutedFeed {
  /** Called before a member joins. Before the first one the log is not read: fills up to now are not sent. */
  start(): Promise<void>
  /** Finds fills whose signal was lost. */
  read(): Promise<void>
  stop(): Promise<void>
}

export function openExecutedFeed(
  bus: Bus,
  subjects: Subjects,
  db: Db,
  own: MemberEventFeed,
  clock: () => number,
): ExecutedFeed {
  const heads = new Map<number, ShardHead>()
  /** The newest command each shard has signalled since the last read began. */
  const signalled = new Map<number, number>()
  const stopping = new AbortController()
  let reading: Promise<number> | undefined
  let following: Promise<void> | undefined

  const send = (memberId: string, found: readonly MemberFill[], from: number): void => {
    const fills = found.map(({ fill }) => fill)
    const clients = own.clientsOf(memberId)
    for (const client of clients)
      for (let first = 0; first < fills.length; first += maxFills)
        client.sendExecuted(fills.slice(first, first + maxFills), clock())
    if (clients.length > 0)
      traceOrders(
        'deliver',
        fills.map(({ orderId }) => orderId),
        from,
      )
  }
  const readOn = async (): Promise<number> => {
    const after = shards.map((shard) => heads.get(shard)?.event ?? null)
    const from = traceNow()
    const found = await readMemberFills(db, shards, after)
    for (const head of found.heads) heads.set(head.shard, head)
    for (const [id, fills] of Map.groupBy(found.fills, ({ memberId }) => memberId)) send(id, fills, from)
    return found.fills.length
  }
  // One at a time: two reads from the same event would send a fill twice.
  const read = (): Promise<number> => (reading ??= readOn().finally(() => (reading = undefined)))

  const isBehind = (): boolean =>
    [...signalled].some(([shard, last]) => last > (heads.get(shard)?.sequence ?? 0))
  const follow = async (): Promise<void> => {
    while (isBehind() && !stopping.signal.aborted) {
      // A read under way may have begun before the commit.
      await reading?.catch(() => undefined)
      signalled.clear()
      // A failed read is tried again in the gateway's next round.
      if ((await read().catch(() => 0)) === 0) await pause(emptyPauseMs, stopping.signal)
    }
    following = undefined
  }
  const unsubscribe = bus.subscribe(subjects.allEvents, (message) => {
    const wake = wakeOf(message)
    if (wake?.filled !== true || !own.hasMembers()) return
    signalled.set(wake.shard, Math.max(wake.last, signalled.get(wake.shard) ?? 0))
    if (isBehind()) following ??= follow()
  })

  return {
    async start() {
      if (own.hasMembers()) return
      // Finds the end of the log without the fills of hours without members. If it fails, the next read does.
      heads.clear()
      await read().catch(() => undefined)
    },
    async read() {
      if (own.hasMembers()) await read()
    },
    async stop() {
      stopping.abort()
      unsubscribe()
      await Promise.all([following, reading?.catch(() => undefined)])
    },
  }
}

/** Anything may arrive on NATS; what is no wake of a shard is ignored. */
function wakeOf(message: BusMessage): EventsWake | undefined {
  try {
    const wake = message.json() as Partial<EventsWake> | null
    return typeof wake?.last === 'number' && shards.includes(wake.shard ?? -1)
      ? (wake as EventsWake)
      : undefined
  } catch {
    return undefined
  }
}
