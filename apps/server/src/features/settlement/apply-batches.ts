// One or more batches of the exchange in one transaction: the cursor moved on condition of where it stood, facts locked
// and read, the pure decision, entries posted, rows written, news recorded. All of it commits or none.

import type { Subjects } from '@fairlot/contract/venue'
import { type AccountCode, lending, member, partsOf, type PostOutcome, postMany } from '@fairlot/ledger'
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

export async function applyBatches(
  deps: SettlementDeps,
  memory: SettlementMemory,
  shard: number,
  from: Cursor | undefined,
  batches: readonly LoggedBatch[],
): Promise<Applied> {
  const last = batches.at(-1)
  if (!last) throw new Error('no batch to settle')
  const events = batches.flatMap((batch) => batch.events.filter(concernsSettlement))
  const short = new Set<AccountCode>()
  let round = 0
  for (;;) {
    try {
      return await applyOnce(deps, memory, shard, from, events, last.end, short)
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

function applyOnce(
  deps: SettlementDeps,
  memory: SettlementMemory,
  shard: number,
  from: Cursor | undefined,
  events: readonly SettlementEvent[],
  end: LoggedBatch['end'],
  short: ReadonlySet<AccountCode>,
): Promise<Applied> {
  return deps.db.transaction(async (tx) => {
    const before = from?.date ?? null
    const date = dateAfter(before, events)
    const cursor: Cursor = { ...end, date }
    // Lost together with its cursor, it would only be done again; nobody was told of it.
    if (events.every(isSeatsOnly)) await commitLazily(tx)
    if (!(await moveCursor(tx, shard, from, cursor)))
      throw new CursorLost(`shard ${shard} is not settled up to event ${from?.event ?? 0} any more`)
    if (!events.some(({ body }) => body.kind !== 'phase')) return { cursor, fills: 0, orders: 0 }
    writesDurably(tx, 'settlement.apply')
    const settled = settle(await readFacts(tx, deps, memory, shard, before, events, short), events)
    const now = deps.clock.now()
    await write(tx, shard, settled, now)
    await recordOwnEvents(
      tx,
      deps,
      settled.news.map(({ at, ...news }) => ({ ...news, at: new Date(at) })),
    )
    return { cursor, fills: settled.fills.length, orders: settled.orders.length }
  })
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
  shard: number,
  date: string | null,
  events: readonly SettlementEvent[],
  short: ReadonlySet<AccountCode>,
): Promise<SettlementFacts> {
  const now = deps.clock.now().getTime()
  if (memory.closures === undefined || Math.abs(now - memory.closures.readAt) > closuresKeptMs)
    memory.closures = { known: await readClosures(tx), readAt: now }
  memory.seats ??= await readSeats(tx)

  const ids = [...new Set(events.flatMap(ordersIn))]
  const orders = ids.length === 0 ? new Map<string, OrderFact>() : await lockOrders(tx, ids)
  const positionIds = [...new Set([...orders.values()].map(({ positionId }) => positionId))]
  const positions =
    positionIds.length === 0 ? new Map<string, PositionFact>() : await lockPositions(tx, positionIds)

  const unknownTerms = [...new Set([...orders.values()].map(({ terms }) => terms))].filter(
    (hash) => !memory.terms.has(hash),
  )
  if (unknownTerms.length > 0)
    for (const [hash, terms] of await readTerms(tx, unknownTerms)) memory.terms.set(hash, terms)

  const openers = new Set<string>()
  const closers = new Set<string>()
  let borrows = false
  for (const { purpose, memberId, positionId, direction, multiple } of orders.values()) {
    if (purpose === 'open') {
      if (!positions.has(positionId)) openers.add(memberId)
      if (multiple > 100) borrows = true
    } else if (direction === 'short' || multiple > 100) closers.add(memberId)
  }
  const cash: AccountCode[] = [...closers].map((id) => member(id).available('TWD'))
  if (borrows) cash.push(lending.available('TWD'))
  const balances = cash.length === 0 ? new Map<AccountCode, bigint>() : await readBalances(tx, cash)

  return {
    shard,
    date,
    orders,
    positions,
    terms: memory.terms,
    eligible: openers.size === 0 ? new Set() : await readEligible(tx, [...openers]),
    freeCash: new Map([...closers].map((id) => [id, balances.get(member(id).available('TWD')) ?? 0n])),
    poolCash: balances.get(lending.available('TWD')) ?? 0n,
    seats: memory.seats,
    short,
    calendar: deps.calendar,
    closures: memory.closures.known,
  }
}

/** Seat nets and dates come before the ledger, as their own jobs take them: otherwise two would wait in a ring. */
async function write(tx: Tx, shard: number, settled: Settled, now: Date): Promise<void> {
  await addSeatNets(tx, settled.seatNets)
  await addDues(tx, duesOf(settled))
  const outcomes = await postMany(tx, settled.entries)
  const entryIds = new Map<string, string>()
  settled.entries.forEach(({ key }, index) => entryIds.set(key, mustPost(key, outcomes[index]!)))
  await updateOrders(tx, settled.orders)
  await insertHolds(tx, settled.held)
  await updateHolds(
    tx,
    settled.orders.flatMap(({ id, parts }) =>
      parts.map(({ part, remaining }) => ({ orderId: id, part, remaining })),
    ),
  )
  await insertPositions(tx, settled.made)
  await updatePositions(tx, settled.positions)
  await insertFills(
    tx,
    shard,
    settled.fills.map((fill) => ({ ...fill, entryId: entryIds.get(fill.key)! })),
    now,
  )
  await insertSteps(tx, settled.steps)
}

function mustPost(key: string, outcome: PostOutcome): string {
  if (!outcome.ok) throw new PostingRefused(key, outcome.reason, outcome.on)
  // The cursor keeps events from being applied twice; a key that was used all the same means it was moved by hand.
  if (outcome.replayed) throw new Error(`${key} stands in the ledger already`)
  return outcome.entryId
}

/** What comes in or is owed on a later date, so that the day's sweep finds it. */
function duesOf({ entries }: Settled): Due[] {
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
