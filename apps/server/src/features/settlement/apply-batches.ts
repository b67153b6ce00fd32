// Batches of one shard or of several in one transaction: each cursor moved on condition of where it stood, facts locked
// and read, the pure decision, entries posted, rows written, news recorded. All of it commits or none.

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
import type { CalendarName, Closures } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { recordOwnEvents } from '#features/members'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import type { LoggedBatch } from '#platform/event-log'
import { concernsSettlement, ordersIn, type SettlementEvent } from './concerns.ts'
import type { OrderFact, PositionFact, SettlementFacts } from './facts.ts'
import { flushSeatNets } from './flush-seat-nets.ts'
import { seatSums } from './seat-sums.ts'
import { isSeatsOnly } from './seats-only.ts'
import { settle, type Settled } from './settle.ts'
import {
  addDues,
  addSeatNets,
  commitLazily,
  type Cursor,
  type Due,
  insertFills,
  insertHolds,
  insertPositions,
  insertSteps,
  lockOrders,
  lockPositions,
  moveCursor,
  readBalances,
  readEligible,
  readSeats,
  readTerms,
  updateHolds,
  updateOrders,
  updatePositions,
} from './store.ts'

export interface SettlementDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
  readonly clock: Clock
  readonly calendar: CalendarName
}

/** Another settler has moved this shard's cursor, or a commit of ours was lost: begin again from what is stored. */
export class CursorLost extends Error {}

class PostingRefused extends Error {
  readonly account: string | null

  constructor(key: string, reason: string, account: string | null) {
    super(`${key} was refused: ${reason}${account === null ? '' : ` on ${account}`}`)
    this.account = reason === 'insufficient' ? account : null
  }
}

/** What does not change between two batches, kept by whoever settles a shard. */
export interface SettlementMemory {
  readonly terms: Map<string, TradingTerms>
  seats?: ReadonlyMap<string, string>
  closures?: { readonly known: Closures; readonly readAt: number }
}

export const newMemory = (): SettlementMemory => ({ terms: new Map() })

export interface Applied {
  readonly cursor: Cursor
  readonly fills: number
  readonly orders: number
}

// A balance read without a lock may be gone when the entry comes; each round reads it anew.
const rounds = 5
// A typhoon day an operator adds holds from the next minute on.
const closuresKeptMs = 60_000

/** Consecutive batches of one shard, and the cursor they follow on. */
export interface ShardWork {
  readonly shard: number
  readonly from: Cursor | undefined
  readonly batches: readonly LoggedBatch[]
}

export async function applyBatches(
  deps: SettlementDeps,
  memory: SettlementMemory,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
): Promise<Applied> {
  const short = new Set<AccountCode>()
  let round = 0
  for (;;) {
    try {
      const [applied] = await applyTogether(deps, memory, [{ shard, from, batches }], short)
      return applied!
    } catch (error) {
      if (!(error instanceof PostingRefused) || error.account === null) throw error
      const account = error.account as AccountCode
      if (partsOf(account).owner !== 'seat') {
        round += 1
        if (round === rounds) throw error
        continue
      }
      // What the seat has from other seats may not be on the ledger yet, or only come with an earlier batch of these;
      // what it still lacks then, it owes.
      if (short.has(account)) throw error
      if (batches.length > 1) return await applyOneByOne(deps, memory, shard, from, batches)
      if ((await flushSeatNets(deps.db, deps.clock.now())) === 0) short.add(account)
    }
  }
}

async function applyOneByOne(
  deps: SettlementDeps,
  memory: SettlementMemory,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
): Promise<Applied> {
  let cursor = from
  let fills = 0
  let orders = 0
  for (const batch of batches) {
    const applied = await applyBatches(deps, memory, shard, cursor, [batch])
    cursor = applied.cursor
    fills += applied.fills
    orders += applied.orders
  }
  return { cursor: cursor!, fills, orders }
}

/** All of it or, when anything in it fails, none: whoever puts several shards together then tries each alone. */
export function applyTogether(
  deps: SettlementDeps,
  memory: SettlementMemory,
  works: readonly ShardWork[],
  short: ReadonlySet<AccountCode> = new Set(),
): Promise<Applied[]> {
  const parts = works.map(partOf)
  const events = parts.flatMap((part) => part.events)
  return deps.db.transaction(async (tx) => {
    // Lost together with its cursor, it would only be done again; nobody was told of it.
    if (events.every(isSeatsOnly)) await commitLazily(tx)
    const moving = parts.map(({ shard, from, cursor }) => moveCursor(tx, shard, from, cursor))
    const isQuiet = events.every(({ body }) => body.kind === 'phase')
    const [common, ...moved] = await Promise.all([
      isQuiet ? undefined : readFacts(tx, deps, memory, events, short),
      ...moving,
    ])
    const lost = parts[moved.indexOf(false)]
    if (lost)
      throw new CursorLost(`shard ${lost.shard} is not settled up to event ${lost.from?.event ?? 0} any more`)
    if (common === undefined) return parts.map(({ cursor }) => ({ cursor, fills: 0, orders: 0 }))
    writesDurably(tx, 'settlement.apply')
    const settled = parts.map(({ shard, date, events: own }) => settle({ ...common, shard, date }, own))
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
  const events = batches.flatMap((batch) => batch.events.filter(concernsSettlement))
  const date = from?.date ?? null
  return { shard, from, cursor: { ...last.end, date: dateAfter(date, events) }, date, events }
}

function dateAfter(before: string | null, events: readonly SettlementEvent[]): string | null {
  let date = before
  for (const { body } of events) if (body.kind === 'phase' && body.phase === 'opening-call') date = body.date
  return date
}

async function readFacts(
  tx: Tx,
  deps: SettlementDeps,
  memory: SettlementMemory,
  events: readonly SettlementEvent[],
  short: ReadonlySet<AccountCode>,
): Promise<Omit<SettlementFacts, 'shard' | 'date'>> {
  const now = deps.clock.now().getTime()
  if (memory.closures === undefined || Math.abs(now - memory.closures.readAt) > closuresKeptMs)
    memory.closures = { known: await readClosures(tx), readAt: now }
  memory.seats ??= await readSeats(tx)

  const ids = [...new Set(events.flatMap(ordersIn))]
  const [orders, eligible] =
    ids.length === 0
      ? [new Map<string, OrderFact>(), new Set<string>()]
      : await Promise.all([lockOrders(tx, ids), readEligible(tx, ids)])
  // An opening order that has not filled has made no holding yet.
  const positionIds = new Set<string>()
  for (const { purpose, filled, positionId } of orders.values())
    if (purpose === 'close' || filled > 0) positionIds.add(positionId)
  const positions =
    positionIds.size === 0 ? new Map<string, PositionFact>() : await lockPositions(tx, [...positionIds])

  const unknownTerms = [...new Set([...orders.values()].map(({ terms }) => terms))].filter(
    (hash) => !memory.terms.has(hash),
  )
  if (unknownTerms.length > 0)
    for (const [hash, terms] of await readTerms(tx, unknownTerms)) memory.terms.set(hash, terms)

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
    terms: memory.terms,
    eligible,
    freeCash: new Map([...closers].map((id) => [id, balances.get(member(id).available('TWD')) ?? 0n])),
    poolCash: balances.get(lending.available('TWD')) ?? 0n,
    seats: memory.seats,
    short,
    calendar: deps.calendar,
    closures: memory.closures.known,
  }
}

/**
 * Sent in one go, and run in this order. Seat nets and dates come before the ledger, as their own jobs take them:
 * otherwise two would wait in a ring. The ledger comes late: shards share the balances of the seats and wait for each
 * other there until commit.
 */
async function write(
  tx: Tx,
  deps: SettlementDeps,
  works: readonly { readonly shard: number; readonly settled: Settled }[],
): Promise<void> {
  const all = <Row>(rows: (settled: Settled) => readonly Row[]): Row[] =>
    works.flatMap(({ settled }) => rows(settled))
  const entries = all((settled) => settled.entries)
  // A row is added to once per statement, also when two shards have something for it.
  const seats = seatSums()
  for (const net of all((settled) => settled.seatNets)) seats.addNet(net)
  const orders = all((settled) => settled.orders)
  const parts = orders.flatMap(({ id, parts: held }) =>
    held.map(({ part, remaining }) => ({ orderId: id, part, remaining })),
  )
  const before = [
    addSeatNets(tx, seats.left()),
    addDues(tx, duesOf(entries)),
    updateOrders(tx, orders),
    insertHolds(
      tx,
      all((settled) => settled.held),
    ),
    updateHolds(tx, parts),
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
  const news = all((settled) => settled.news).map(({ at, ...told }) => ({ ...told, at: new Date(at) }))
  await Promise.all([insertFills(tx, fills, deps.clock.now()), recordOwnEvents(tx, deps, news)])
}

function mustPost(key: string, outcome: PostOutcome): string {
  if (!outcome.ok) throw new PostingRefused(key, outcome.reason, outcome.on)
  // The cursor keeps events from being applied twice; a key that was used all the same means it was moved by hand.
  if (outcome.replayed) throw new Error(`${key} stands in the ledger already`)
  return outcome.entryId
}

/** What comes in or is owed on a later date, so that the day's sweep finds it. */
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
