// Applies batches of one or several shards in one transaction: moves each cursor if it is unchanged, locks and reads
// the input, runs the pure decision, posts entries, writes rows, records member events. All of it commits or none.

import type { Subjects } from '@fairlot/contract/venue'
import {
  type AccountCode,
  type Entry,
  lending,
  member,
  partsOf,
  type PostOutcome,
  postMany,
} from '@fairlot/ledger'
import { isTracing, traceOrders } from '@fairlot/process/traces'
import type { CalendarName, Closures } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { recordMemberEvents } from '#features/live'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import type { LoggedBatch } from '#platform/event-log'
import { EventFault, eventOfKey, settleOrFault } from './event-fault.ts'
import type { SettlementOrder, SettlementPosition, SettlementInput } from './settlement-input.ts'
import { flushSeatNets } from './flush-seat-nets.ts'
import { seatSums } from './seat-sums.ts'
import { affectsNoMember, affectsSettlement, ordersIn, type SettlementEvent } from './event-orders.ts'
import { partEvents, setAside } from './set-aside.ts'
import type { Settled } from './settle.ts'
import { insertPositions, lockPositions, updatePositions } from './position-store.ts'
import {
  addDues,
  addSeatNets,
  commitLazily,
  type Cursor,
  type Due,
  insertFills,
  insertSteps,
  keepPlans,
  lockOrders,
  moveCursor,
  readBalances,
  readBlocked,
  readEligible,
  readSeats,
  readTerms,
  updateOrders,
} from './store.ts'

export interface SettlementDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly clock: Clock
  readonly calendar: CalendarName
}

/** Another settler has moved this shard's cursor, or a commit of this one was lost: restart from the stored state. */
export class CursorLost extends Error {}

class PostingRefused extends Error {
  readonly account: string | null
  readonly key: string

  constructor(key: string, reason: string, account: string | null) {
    super(`${key} was refused: ${reason}${account === null ? '' : ` on ${account}`}`)
    this.account = reason === 'insufficient' ? account : null
    this.key = key
  }
}

/** The seat whose balance does not cover an entry; it may owe the difference. */
export function shortSeatOf(error: unknown): AccountCode | undefined {
  if (!(error instanceof PostingRefused) || error.account === null) return undefined
  const account = error.account as AccountCode
  return partsOf(account).owner === 'seat' ? account : undefined
}

/** The faulty event with the reason; undefined when the failure is not due to one event. */
export function faultOf(error: unknown): { readonly event: number; readonly reason: string } | undefined {
  if (error instanceof EventFault) return { event: error.event, reason: error.message }
  const event = error instanceof PostingRefused ? eventOfKey(error.key) : undefined
  return event === undefined ? undefined : { event, reason: (error as Error).message }
}

/** Input that does not change between two batches, cached per settled shard. */
export interface SettlementCache {
  readonly terms: Map<string, TradingTerms>
  seats?: ReadonlyMap<string, string>
  closures?: { readonly known: Closures; readonly readAt: number }
}

export const newSettlementCache = (): SettlementCache => ({ terms: new Map() })

export interface Applied {
  readonly cursor: Cursor
  readonly fills: number
  readonly orders: number
}

// A balance read without a lock may be spent before the entry is posted; each round reads it again.
const rounds = 5
// A typhoon day that operators add takes effect within a minute.
const closuresKeptMs = 60_000

/** Consecutive batches of one shard, and the cursor they start from. */
export interface ShardWork {
  readonly shard: number
  readonly from: Cursor | undefined
  readonly batches: readonly LoggedBatch[]
}

/** The events of a shard that cannot be applied, and why. */
type Faults = ReadonlyMap<number, string>

/** An event that cannot be applied is set aside with its orders, and everything else is applied. */
export async function applyBatches(
  deps: SettlementDeps,
  cache: SettlementCache,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
): Promise<Applied> {
  const faults = new Map<number, string>()
  for (;;) {
    try {
      return await applyWithout(deps, cache, shard, from, batches, faults)
    } catch (error) {
      const fault = faultOf(error)
      if (!fault || faults.has(fault.event)) throw error
      if (batches.length > 1) return await applyOneByOne(deps, cache, shard, from, batches)
      faults.set(fault.event, fault.reason)
    }
  }
}

async function applyWithout(
  deps: SettlementDeps,
  cache: SettlementCache,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
  faults: Faults,
): Promise<Applied> {
  const short = new Set<AccountCode>()
  let round = 0
  for (;;) {
    try {
      const [applied] = await applyTogether(deps, cache, [{ shard, from, batches }], short, faults)
      return applied!
    } catch (error) {
      if (!(error instanceof PostingRefused) || error.account === null) throw error
      const account = error.account as AccountCode
      if (partsOf(account).owner !== 'seat') {
        round += 1
        if (round === rounds) throw error
        continue
      }
      // What the seat gets from other seats may not be on the ledger yet, or come only with an earlier batch of these;
      // what it still lacks after that becomes debt.
      if (short.has(account)) throw error
      if (batches.length > 1) return await applyOneByOne(deps, cache, shard, from, batches)
      if ((await flushSeatNets(deps.db, deps.clock.now())) === 0) short.add(account)
    }
  }
}

async function applyOneByOne(
  deps: SettlementDeps,
  cache: SettlementCache,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
): Promise<Applied> {
  let cursor = from
  let fills = 0
  let orders = 0
  for (const batch of batches) {
    const applied = await applyBatches(deps, cache, shard, cursor, [batch])
    cursor = applied.cursor
    fills += applied.fills
    orders += applied.orders
  }
  return { cursor: cursor!, fills, orders }
}

/** Applies everything or, when any part fails, nothing: the caller then tries each shard alone. */
export async function applyTogether(
  deps: SettlementDeps,
  cache: SettlementCache,
  works: readonly ShardWork[],
  short: ReadonlySet<AccountCode> = new Set(),
  faults: Faults = new Map(),
): Promise<Applied[]> {
  const parts = works.map(partOf)
  const events = parts.flatMap((part) => part.events)
  const applied = await deps.db.transaction(async (tx) => {
    // Safe to lose together with its cursor: it is applied again, and no member was notified.
    if (events.every(affectsNoMember)) await commitLazily(tx)
    const moving = parts.map(({ shard, from, cursor }) => moveCursor(tx, shard, from, cursor))
    const isQuiet = events.every(({ body }) => body.kind === 'phase')
    const [common, ...moved] = await Promise.all([
      isQuiet ? undefined : readSettlementInput(tx, deps, cache, events, short),
      ...moving,
    ])
    const lost = parts[moved.indexOf('lost')]
    if (lost)
      throw new CursorLost(`shard ${lost.shard} is not settled up to event ${lost.from?.event ?? 0} any more`)
    if (common === undefined) return parts.map(({ cursor }) => ({ cursor, fills: 0, orders: 0 }))
    writesDurably(tx, 'settlement.apply')
    const asides = await Promise.all(
      parts.map(async (part, index) =>
        moved[index] === 'moved' && faults.size === 0
          ? { events: part.events, aside: [] }
          : partEvents(part.events, faults, await readBlocked(tx, part.shard)),
      ),
    )
    const settled = parts.map(({ shard, date }, index) =>
      settleOrFault({ ...common, shard, date }, asides[index]!.events),
    )
    for (const [index, { shard, date }] of parts.entries())
      await setAside(tx, shard, date, parts[index]!.events, asides[index]!.aside, deps.clock.now())
    await write(
      tx,
      deps,
      parts.map(({ shard }, index) => ({ shard, settled: settled[index]! })),
    )
    return parts.map(({ cursor }, index) => {
      const { fills, orders } = settled[index]!
      return { cursor, fills: fills.length, orders: orders.length }
    })
  })
  if (isTracing()) for (const event of events) traceOrders('settle', ordersIn(event), event.at)
  return applied
}

interface Part {
  readonly shard: number
  readonly from: Cursor | undefined
  readonly cursor: Cursor
  /** The trading day before the first event. */
  readonly date: string | null
  readonly events: readonly SettlementEvent[]
}

function partOf({ shard, from, batches }: ShardWork): Part {
  const last = batches.at(-1)
  if (!last) throw new Error('no batch to settle')
  const events = batches.flatMap((batch) => batch.events.filter(affectsSettlement))
  const date = from?.date ?? null
  return { shard, from, cursor: { ...last.end, date: dateAfter(date, events) }, date, events }
}

function dateAfter(before: string | null, events: readonly SettlementEvent[]): string | null {
  let date = before
  for (const { body } of events) if (body.kind === 'phase' && body.phase === 'opening-call') date = body.date
  return date
}

export async function readSettlementInput(
  tx: Tx,
  deps: SettlementDeps,
  cache: SettlementCache,
  events: readonly SettlementEvent[],
  short: ReadonlySet<AccountCode>,
): Promise<Omit<SettlementInput, 'shard' | 'date'>> {
  const now = deps.clock.now().getTime()
  if (cache.closures === undefined || Math.abs(now - cache.closures.readAt) > closuresKeptMs)
    cache.closures = { known: await readClosures(tx), readAt: now }
  cache.seats ??= await readSeats(tx)

  const ids = [...new Set(events.flatMap(ordersIn))]
  const [, orders, eligible] =
    ids.length === 0
      ? [undefined, new Map<string, SettlementOrder>(), new Set<string>()]
      : await Promise.all([keepPlans(tx), lockOrders(tx, ids), readEligible(tx, ids)])
  // An opening order without a fill has no position yet.
  const positionIds = new Set<string>()
  for (const { purpose, filled, positionId } of orders.values())
    if (purpose === 'close' || filled > 0) positionIds.add(positionId)
  const positions =
    positionIds.size === 0 ? new Map<string, SettlementPosition>() : await lockPositions(tx, [...positionIds])

  const unknownTerms = [...new Set([...orders.values()].map(({ terms }) => terms))].filter(
    (hash) => !cache.terms.has(hash),
  )
  if (unknownTerms.length > 0)
    for (const [hash, terms] of await readTerms(tx, unknownTerms)) cache.terms.set(hash, terms)

  const closers = new Set<string>()
  let borrows = false
  for (const { purpose, memberId, direction, multiple } of orders.values()) {
    if (purpose === 'open') borrows ||= multiple > 100
    else if (direction === 'short' || multiple > 100) closers.add(memberId)
  }
  const cash: AccountCode[] = [...closers].map((id) => member(id).available('TWD'))
  if (borrows) cash.push(lending.available('TWD'))
  const balances = cash.length === 0 ? new Map<AccountCode, bigint>() : await readBalances(tx, cash)

  return {
    orders,
    positions,
    terms: cache.terms,
    eligible,
    freeCash: new Map([...closers].map((id) => [id, balances.get(member(id).available('TWD')) ?? 0n])),
    poolCash: balances.get(lending.available('TWD')) ?? 0n,
    seats: cache.seats,
    short,
    calendar: deps.calendar,
    closures: cache.closures.known,
  }
}

/**
 * Sent in one round trip and executed in this order. Seat nets and dates come before the ledger, in the same order as
 * in their own jobs: otherwise two transactions could deadlock. The ledger comes late: shards share the balances of the
 * seats and wait for each other there until commit.
 */
export async function write(
  tx: Tx,
  deps: SettlementDeps,
  works: readonly { readonly shard: number; readonly settled: Settled }[],
): Promise<void> {
  const all = <Row>(rows: (settled: Settled) => readonly Row[]): Row[] =>
    works.flatMap(({ settled }) => rows(settled))
  const entries = all((settled) => settled.entries)
  // Each row is added to once per statement, even when two shards change it.
  const seats = seatSums()
  for (const net of all((settled) => settled.seatNets)) seats.addNet(net)
  const orders = all((settled) => settled.orders)
  const before = [
    addSeatNets(tx, seats.left()),
    addDues(tx, duesOf(entries)),
    updateOrders(tx, orders),
    insertPositions(
      tx,
      all((settled) => settled.made),
    ),
    updatePositions(
      tx,
      all((settled) => settled.positions),
    ),
    insertSteps(
      tx,
      all((settled) => settled.steps),
    ),
  ]
  const [outcomes] = await Promise.all([postMany(tx, entries), ...before])
  const entryIds = new Map<string, string>()
  entries.forEach(({ key }, index) => entryIds.set(key, mustPost(key, outcomes[index]!)))
  const fills = works.flatMap(({ shard, settled }) =>
    settled.fills.map((fill) => ({ ...fill, shard, entryId: entryIds.get(fill.key)! })),
  )
  const memberEvents = all((settled) => settled.memberEvents).map(({ at, ...event }) => ({
    ...event,
    at: new Date(at),
  }))
  await Promise.all([insertFills(tx, fills, deps.clock.now()), recordMemberEvents(tx, deps, memberEvents)])
}

function mustPost(key: string, outcome: PostOutcome): string {
  if (!outcome.ok) throw new PostingRefused(key, outcome.reason, outcome.on)
  // The cursor prevents applying an event twice; a used key therefore means that the cursor was moved by hand.
  if (outcome.replayed) throw new Error(`${key} is already in the ledger`)
  return outcome.entryId
}

/** Amounts that are receivable or owed on a later date, so that the day's sweep finds them. */
function duesOf(entries: readonly Entry[]): Due[] {
  const dues = new Map<string, Due>()
  for (const { lines } of entries)
    for (const { account } of lines) {
      if (!account.includes('@') || account.startsWith('clearing/')) continue
      const { owner, ownerId, asset, due } = partsOf(account)
      const row = { due: due!, owner: `${owner}/${ownerId}`, asset }
      dues.set(`${row.due} ${row.owner} ${row.asset}`, row)
    }
  return [...dues.values()]
}
