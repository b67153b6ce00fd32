// Settlement as the worker runs it: reads the exchange's events from its cursor on, decides with the real settle(), and
// moves the cursor in the transaction of the postings. Two settlers run; only the one whose cursor is unchanged since
// it was read can commit.

import type { MemberEvent } from './requests.ts'
import type { VenueEvent } from '@fairlot/contract/venue'
import { type AccountCode, type Entry, lending, member } from '@fairlot/ledger'
import { affectsSettlement, ordersIn } from '../../../apps/server/src/features/settlement/event-orders.ts'
import type {
  SettlementOrder,
  SettlementPosition,
} from '../../../apps/server/src/features/settlement/settlement-input.ts'
import type { Settled } from '../../../apps/server/src/features/settlement/settle.ts'
import { balanceOf, type HeldAmount, post } from '../world/ledger.ts'
import type { Process, Routine, Task } from '../world/scheduler.ts'
import { Aborted, CommitUnknown, type Transaction } from '../world/store.ts'
import { writeQuotes } from './downstream.ts'
import { type EventRow, keyOf, tables } from './rows.ts'
import type { Simulation } from './simulation.ts'

export interface SettlementCursor {
  readonly event: number
  readonly date: string | null
}

const pollMs = 3_000
const eventsAtOnce = 12

export const cursorKey = (shard: number): string => `${shard}`
const beginning: SettlementCursor = { event: 0, date: null }

export interface Settler {
  readonly process: Process
  wake(): void
}

export function addSettler(simulation: Simulation, name: string): Settler {
  const { scheduler } = simulation
  let sleeper: Task | undefined
  const process = scheduler.addProcess(name, 'settler', function* boot(own) {
    sleeper = scheduler.current
    yield* run(simulation, own)
  })
  return {
    process,
    wake() {
      if (sleeper) scheduler.wake(sleeper)
    },
  }
}

function* run(simulation: Simulation, process: Process): Routine {
  const { shards, planted, store, seed } = simulation
  // One settles and the other stands by while the lock works; in a third of the worlds the lock is broken.
  const isLockBroken = seed % 3 === 0
  for (;;) {
    if (!isLockBroken && !store.trySessionLock('settlement', process)) {
      yield { at: 'settlement.standby', ms: store.scheduler.random.between(1_500, 3_000) }
      continue
    }
    let did = 0
    try {
      for (const shard of shards) did += yield* applyNext(simulation, process, shard)
    } catch (error) {
      if (!(error instanceof Aborted || error instanceof CommitUnknown)) throw error
      yield { at: 'settlement.again', ms: 100 }
      continue
    }
    if (did === 0) yield { at: 'settlement.sleep', ms: planted === 'wake-only' ? Infinity : pollMs }
  }
}

function* applyNext(simulation: Simulation, process: Process, shard: number): Routine<number> {
  const { store, planted } = simulation
  yield { at: 'settlement.read' }
  const cursor = store.read<SettlementCursor>('settlement.cursors', cursorKey(shard)) ?? beginning
  // Whole batches: the events of one command are never split.
  const rows: EventRow[] = []
  for (let event = cursor.event + 1; ; event += 1) {
    const row = store.read<EventRow>(tables.events, keyOf(shard, event))
    if (!row || (rows.length >= eventsAtOnce && row.sequence !== rows.at(-1)!.sequence)) break
    rows.push(row)
  }
  const last = rows.at(-1)
  if (!last) return 0
  let numbered = rows.map(({ event, at, body }) => ({ event, at, body: JSON.parse(body) as VenueEvent }))
  numbered = planted === 'skip-event' && store.scheduler.random.chance(0.05) ? numbered.slice(1) : numbered
  const deliveries = yield* store.transaction(process, 'settlement.apply', (tx) =>
    applyEvents(simulation, tx, shard, cursor, last.event, numbered),
  )
  for (const { memberId, event } of deliveries ?? []) simulation.notifyClient(memberId, event)
  return rows.length
}

interface NumberedEvent {
  readonly event: number
  readonly at: number
  readonly body: VenueEvent
}

interface Delivery {
  readonly memberId: string
  readonly event: MemberEvent
}

function* applyEvents(
  simulation: Simulation,
  tx: Transaction,
  shard: number,
  cursor: SettlementCursor,
  upTo: number,
  numbered: readonly NumberedEvent[],
): Routine<readonly Delivery[] | undefined> {
  const { planted } = simulation
  const events = numbered.filter(affectsSettlement)
  yield* tx.lock(`settlement.cursors/${cursorKey(shard)}`)
  yield* tx.statement('cursor')
  const now = tx.get<SettlementCursor>('settlement.cursors', cursorKey(shard)) ?? beginning
  // The other settler has already applied these events: nothing is left to do.
  if (now.event !== cursor.event && planted !== 'apply-twice') return undefined

  const orderIds = [...new Set(events.flatMap(ordersIn))].toSorted()
  yield* tx.lock(...orderIds.map((id) => `orders/${id}`))
  const orders = new Map<string, SettlementOrder>()
  for (const id of orderIds) {
    const order = tx.get<SettlementOrder>('orders', id)
    if (order) orders.set(id, withLedgersHolds(tx, order))
  }
  const positionIds = [...new Set([...orders.values()].map(({ positionId }) => positionId))].toSorted()
  yield* tx.lock(...positionIds.map((id) => `positions/${id}`))
  yield* tx.statement('facts')
  const positions = new Map<string, SettlementPosition>()
  for (const id of positionIds) {
    const position = tx.get<SettlementPosition>('positions', id)
    if (position) positions.set(id, position)
  }
  const members = [...new Set([...orders.values()].map(({ memberId }) => memberId))]
  yield* tx.lock(...members.map((id) => `balances/${member(id).available('TWD')}`).toSorted())
  const short = new Set<AccountCode>()
  for (;;) {
    const settled = simulation.cores.settle(
      {
        shard,
        date: cursor.date,
        orders,
        positions,
        terms: new Map([[simulation.termsHash, simulation.terms]]),
        eligible: simulation.eligible,
        freeCash: new Map(members.map((id) => [id, balanceOf(tx, member(id).available('TWD'))])),
        poolCash: balanceOf(tx, lending.available('TWD')),
        seats: simulation.seats,
        short,
        calendar: 'practice',
        closures: simulation.closures,
      },
      events,
    )
    const lacking = yield* write(simulation, tx, settled)
    if (lacking === undefined) {
      yield* writeNets(tx, settled)
      const deliveries = yield* writeMemberEvents(tx, settled)
      const isTooFar = planted === 'cursor-too-far' && simulation.scheduler.random.chance(0.1)
      const event = isTooFar ? upTo + 1 : upTo
      yield* tx.put('settlement.cursors', cursorKey(shard), { event, date: settled.date })
      yield* writeQuotes(tx, 'settlement.prices', numbered)
      return deliveries
    }
    if (short.has(lacking)) throw new Error(`the ledger refuses ${lacking} though it owes`)
    short.add(lacking)
    tx.forget()
    yield* tx.lock(`settlement.cursors/${cursorKey(shard)}`)
  }
}

/** What an order's holds have left is the ledger's; the oracle compares it with what settle() computed. */
const withLedgersHolds = (tx: Transaction, order: SettlementOrder): SettlementOrder => ({
  ...order,
  holdParts: order.holdParts.map((part) => ({
    ...part,
    remaining: tx.get<HeldAmount>('holds', part.holdId)?.left ?? 0n,
  })),
})

/** Returns undefined when everything is written; otherwise the seat's account that had too little. */
function* write(simulation: Simulation, tx: Transaction, settled: Settled): Routine<AccountCode | undefined> {
  for (const entry of settled.entries) {
    const lacking = yield* postOrSay(tx, entry)
    if (lacking !== undefined) return lacking
  }
  if (simulation.planted === 'settle-before-commit') tx.leak()
  for (const order of settled.orders) {
    const before = tx.get<SettlementOrder>('orders', order.id)
    yield* tx.put('orders', order.id, { ...before, ...order })
  }
  for (const position of [...settled.made, ...settled.positions]) {
    const before = tx.get<SettlementPosition>('positions', position.id)
    yield* tx.put('positions', position.id, { interestThrough: position.openedOn, ...before, ...position })
  }
  for (const fill of settled.fills) yield* tx.put('fills', fill.key, fill)
  for (const step of settled.steps) yield* tx.put('steps', `${step.orderId}/${step.n}`, step)
  return undefined
}

function* postOrSay(tx: Transaction, entry: Entry): Routine<AccountCode | undefined> {
  const answer = yield* post(tx, entry)
  if (answer.posted) {
    if (answer.replayed) throw new Error(`I10 ${entry.key} was settled before`)
    return undefined
  }
  if (answer.why === 'insufficient' && answer.on.startsWith('seat/')) return answer.on as AccountCode
  throw new Error(`the ledger refuses ${entry.key}: ${answer.why} on ${answer.on}`)
}

function* writeNets(tx: Transaction, settled: Settled): Routine {
  for (const { seat, asset, due, amount } of settled.seatNets) {
    const key = `${seat} ${asset} ${due}`
    yield* tx.lock(`seat_nets/${key}`)
    const before = tx.get<bigint>('seat_nets', key) ?? 0n
    yield* tx.put('seat_nets', key, before + amount)
  }
}

function* writeMemberEvents(tx: Transaction, settled: Settled): Routine<readonly Delivery[]> {
  const deliveries: Delivery[] = []
  for (const { memberId, kind, data } of settled.memberEvents) {
    yield* tx.lock(`own_heads/${memberId}`)
    const n = (tx.get<number>('own_heads', memberId) ?? 0) + 1
    const event: MemberEvent = { n, kind, data }
    yield* tx.put('own_heads', memberId, n)
    yield* tx.put('member_events', `${memberId}/${n}`, event)
    deliveries.push({ memberId, event })
  }
  return deliveries
}
