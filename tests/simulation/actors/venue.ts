// The exchange of a shard, as apps/exchange runs it: lock and epoch, engine rebuilt from the committed state, then
// batch after batch with the fence in the transaction. The engine and the way commands become events are the real ones.
// Two of these processes want the same shards; one that stalled may still believe it has them.

import { hash as digest } from 'node:crypto'
import { type Command, isSeatAccount, seatAccount, type VenueEvent } from '@fairlot/contract/venue'
import { createEngine, type Engine, restoreEngine } from '@fairlot/engine'
import { type Applied, applyCommands } from '../../../apps/exchange/src/batch.ts'
import type { PlantedBug } from '../planted-bugs.ts'
import { timeCommandText } from '../../../apps/exchange/src/command-text.ts'
import type { Process, Routine, Task } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, idleTimeoutMs, type Store, type Transaction } from '../world/store.ts'
import {
  type BatchRow,
  type EventRow,
  keyOf,
  type LogRow,
  type QueueRow,
  type ShardRow,
  type SnapshotRow,
  tables,
} from './rows.ts'
import type { Simulation } from './simulation.ts'

export class Fenced extends Error {}
/** A replay that differs from what was written. */
export class BrokenLog extends Error {}

const genesis = '0'.repeat(64)
const pollMs = 2_500
const batchLimit = 8
const snapshotEvery = 25

export const emptyShard = (shard: number): ShardRow => ({
  shard,
  epoch: 0,
  sequence: 0,
  event: 0,
  hash: genesis,
  at: 0,
})

export const shardRow = (from: Store, shard: number): ShardRow =>
  from.read<ShardRow>(tables.shards, `${shard}`) ?? emptyShard(shard)

/** Puts a command into the queue, in the caller's transaction. */
export function* submit(
  simulation: Simulation,
  tx: Transaction,
  shard: number,
  command: Command,
): Routine<number> {
  const id = simulation.store.nextNumber('queue')
  const row: QueueRow = { shard, id, command: JSON.stringify(command) }
  yield* tx.put(tables.queue, keyOf(shard, id), row)
  return id
}

export interface Venue {
  readonly process: Process
  /** Whether a wake can reach a process that works on the shard. */
  works(shard: number): boolean
  wake(shard: number): void
}

export function addVenue(simulation: Simulation, name: string): Venue {
  const { scheduler, shards } = simulation
  const sleepers = new Map<number, Task>()
  const process = scheduler.addProcess(name, 'exchange', function* boot(own) {
    sleepers.clear()
    for (const shard of shards.slice(1)) scheduler.start(own, runShard(simulation, own, shard, sleepers))
    yield* runShard(simulation, own, shards[0]!, sleepers)
  })
  return {
    process,
    works: (shard) => sleepers.has(shard),
    wake(shard) {
      const task = sleepers.get(shard)
      if (task) scheduler.wake(task)
    },
  }
}

function* runShard(
  simulation: Simulation,
  process: Process,
  shard: number,
  sleepers: Map<number, Task>,
): Routine {
  const { scheduler, store } = simulation
  const task = scheduler.current!
  for (;;) {
    if (!store.trySessionLock(`shard ${shard}`, process, idleTimeoutMs)) {
      sleepers.delete(shard)
      yield { at: 'exchange.standby', ms: scheduler.random.between(2_000, 4_000) }
      continue
    }
    sleepers.set(shard, task)
    try {
      yield* hold(simulation, process, shard)
    } catch (error) {
      if (!(error instanceof Fenced || error instanceof Aborted || error instanceof CommitUnknown))
        throw error
      // The engine may be ahead of the committed state: drop it and rebuild it.
      yield { at: 'exchange.drop', ms: scheduler.random.between(20, 200) }
    }
  }
}

function* hold(simulation: Simulation, process: Process, shard: number): Routine {
  const { scheduler, store, planted } = simulation
  const taken = yield* store.transaction(process, 'exchange.take', function* (tx) {
    yield* tx.lock(`${tables.shards}/${shard}`)
    yield* tx.statement('epoch')
    const before = tx.get<ShardRow>(tables.shards, `${shard}`) ?? emptyShard(shard)
    const after = { ...before, epoch: before.epoch + 1 }
    yield* tx.put(tables.shards, `${shard}`, after)
    return after
  })
  yield { at: 'exchange.recover' }
  const engine = recover(store, taken, planted)
  let place: ShardRow = taken
  let snapshotAt = place.sequence
  announceNewest(simulation, place)
  for (;;) {
    yield { at: 'exchange.waiting' }
    store.touchSession(`shard ${shard}`, process)
    const waiting = waitingOf(store, shard).slice(0, batchLimit)
    const at = Math.max(Math.floor(scheduler.clockOf(process)), place.at)
    const isTimed = waiting.length === 0 && (engine.dueAt() ?? Infinity) <= at
    if (waiting.length === 0 && !isTimed) {
      yield { at: 'exchange.sleep', ms: planted === 'wake-only' ? Infinity : pollMs }
      continue
    }
    const texts = isTimed ? [timeCommandText] : waiting.map(({ command }) => command)
    const applied = applyTo(engine, place, texts, at, planted)
    place = yield* commit(simulation, process, place, applied, at, waiting)
    simulation.downstream.announce({ shard, last: place.sequence })
    simulation.wakeSettlers(shard)
    if (place.sequence - snapshotAt < snapshotEvery) continue
    yield* keepSnapshot(simulation, process, place, engine)
    snapshotAt = place.sequence
  }
}

function sealed(before: ShardRow, applied: Applied, at: number): { batch: BatchRow; after: ShardRow } {
  const { shard, epoch } = before
  const last = before.sequence + applied.commands.length
  const lastEvent = before.event + applied.events.length
  const content = applied.commands.map(({ text }) => text).concat(applied.events.map(({ body }) => body))
  const hash = digest('sha256', JSON.stringify([before.hash, last, lastEvent, at, epoch, ...content]))
  return {
    after: { shard, epoch, sequence: last, event: lastEvent, hash, at },
    batch: {
      shard,
      first: before.sequence + 1,
      last,
      firstEvent: before.event + 1,
      lastEvent,
      epoch,
      at,
      previous: before.hash,
      hash,
    },
  }
}

function* commit(
  simulation: Simulation,
  process: Process,
  before: ShardRow,
  applied: Applied,
  at: number,
  taken: readonly QueueRow[],
): Routine<ShardRow> {
  const { store, planted } = simulation
  const { shard } = before
  const { batch, after } = sealed(before, applied, at)
  yield* store.transaction(process, 'exchange.batch', function* (tx) {
    yield* tx.lock(`${tables.shards}/${shard}`)
    yield* tx.statement('fence')
    const now = tx.get<ShardRow>(tables.shards, `${shard}`)!
    const isPlace = now.sequence === before.sequence && now.hash === before.hash && now.at <= at
    if (planted === 'ignore-epoch') {
      // A fence without a check: the shard continues from where this process believes it is.
    } else if (now.epoch !== before.epoch || !isPlace) throw new Fenced(`shard ${shard}`)
    for (const { id } of taken) {
      if (planted !== 'ignore-epoch' && !tx.get(tables.queue, keyOf(shard, id)))
        throw new Fenced(`command ${id}`)
      if (planted !== 'queue-kept' || !simulation.scheduler.random.chance(0.05))
        yield* tx.put(tables.queue, keyOf(shard, id), undefined)
    }
    for (const { sequence, text } of applied.commands) {
      const row: LogRow = { shard, sequence, at, command: text }
      yield* tx.put(tables.log, keyOf(shard, sequence), row)
    }
    for (const { event, sequence, body } of applied.events) {
      const row: EventRow = { shard, event, sequence, at, body }
      yield* tx.put(tables.events, keyOf(shard, event), row)
    }
    yield* tx.put(tables.batches, keyOf(shard, batch.last), batch)
    yield* tx.put(tables.shards, `${shard}`, after)
  })
  return after
}

function* keepSnapshot(simulation: Simulation, process: Process, place: ShardRow, engine: Engine): Routine {
  const { shard, sequence, event, at, hash, epoch } = place
  const row: SnapshotRow = {
    shard,
    sequence,
    event,
    at,
    hash,
    stateHash: engine.stateHash(),
    state: engine.snapshot(),
  }
  yield* simulation.store.transaction(process, 'exchange.snapshot', function* (tx) {
    yield* tx.statement('fence')
    const now = tx.get<ShardRow>(tables.shards, `${shard}`)!
    if (now.epoch !== epoch || now.sequence !== sequence) throw new Fenced(`shard ${shard}`)
    yield* tx.put(tables.snapshots, keyOf(shard, sequence), row)
  })
}

export function waitingOf(store: Store, shard: number): QueueRow[] {
  const rows: QueueRow[] = []
  for (const row of store.table<QueueRow>(tables.queue).values()) if (row.shard === shard) rows.push(row)
  return rows.toSorted((a, b) => a.id - b.id)
}

/** Snapshot and tail; every replayed event must equal the written one. */
function recover(store: Store, target: ShardRow, planted: PlantedBug | undefined): Engine {
  const { shard } = target
  let newest: SnapshotRow | undefined
  for (const row of store.table<SnapshotRow>(tables.snapshots).values())
    if (row.shard === shard && row.sequence > (newest?.sequence ?? 0)) newest = row
  const engine = newest ? restoreEngine(newest.state) : createEngine()
  if (newest && engine.stateHash() !== newest.stateHash) throw new BrokenLog(`snapshot ${newest.sequence}`)
  const from = { sequence: newest?.sequence ?? 0, event: newest?.event ?? 0 }
  replay(store, engine, shard, from, target.sequence, planted)
  return engine
}

export function replay(
  store: Store,
  engine: Engine,
  shard: number,
  from: { readonly sequence: number; readonly event: number },
  upTo: number,
  planted?: PlantedBug,
): void {
  let { event } = from
  for (let sequence = from.sequence + 1; sequence <= upTo; sequence += 1) {
    const row = store.read<LogRow>(tables.log, keyOf(shard, sequence))
    if (!row) throw new BrokenLog(`command ${sequence} of shard ${shard} is not in the log`)
    const before = { ...emptyShard(shard), sequence: sequence - 1, event }
    for (const made of applyTo(engine, before, [row.command], row.at, planted).events) {
      event += 1
      const stored = store.read<EventRow>(tables.events, keyOf(shard, event))
      if (stored?.body !== made.body || stored.sequence !== sequence)
        throw new BrokenLog(`event ${event} of shard ${shard} comes out differently`)
    }
  }
}

/** The real engine and the real conversion of commands to events, live and in a replay. */
function applyTo(
  engine: Engine,
  before: ShardRow,
  texts: readonly string[],
  at: number,
  planted: PlantedBug | undefined,
): Applied {
  const applied = applyCommands(engine, { ...before, kept: genesis }, texts, at)
  return planted === 'fill-after-cancel' ? fillCancelled(applied) : applied
}

/** For the planted bug: a member's order that was just cancelled on request trades once more with a seat. */
function fillCancelled(applied: Applied): Applied {
  const events = applied.events.flatMap((made) => {
    const body = JSON.parse(made.body) as VenueEvent
    if (body.kind !== 'cancelled' || body.reason !== 'asked' || isSeatAccount(body.account)) return [made]
    const traded: VenueEvent = {
      kind: 'traded',
      symbol: body.symbol,
      price: 100,
      quantity: body.quantity,
      buyOrder: body.order,
      buyAccount: body.account,
      buyLeft: 0,
      sellOrder: 'quote:x:1',
      sellAccount: seatAccount('maker'),
      sellLeft: 0,
      taker: 'sell',
      bids: [],
      asks: [],
    }
    return [made, { ...made, kind: 'traded', body: JSON.stringify(traded) }]
  })
  const first = applied.events[0]?.event ?? 0
  return { ...applied, events: events.map((made, index) => ({ ...made, event: first + index })) }
}

/** Announces the last batch again: a process that died between commit and announcement did not. */
function announceNewest({ downstream }: Simulation, { shard, sequence }: ShardRow): void {
  if (sequence > 0) downstream.announce({ shard, last: sequence })
}
