// The whole state as one text. Equal states give equal texts however they were reached: instruments by symbol, orders
// by entry. Derived data (levels, lists, limits, the next timer) is left out and rebuilt.

import type {
  CancelReason,
  InstrumentKind,
  Phase,
  Side,
  TradingState,
  VenueRule,
} from '@fairlot/contract/venue'
import { type Block, newBlock, partsOf } from './block-state.ts'
import { allOrders, holderOf, newInstrument, rest, setLimits } from './instrument.ts'
import { newOddBook, refreshOddTimer } from './odd-session.ts'
import { type Holder, newOrder } from './order.ts'
import {
  addInstrument,
  type Instrument,
  newVenue,
  type OddBook,
  type OrderBook,
  setTimer,
  type Venue,
} from './venue.ts'

const version = 1

/**
 * Entry, id (empty for a quote level), index of the account in `accounts`, side, price (0 at market), open shares, and
 * the owner group if any.
 */
type OrderRow = readonly [number, string, number, 'b' | 's', number, number, string?]

interface OrderRows {
  /** In the order of their first entry. */
  readonly accounts: readonly string[]
  readonly orders: readonly OrderRow[]
}

interface OddRow extends OrderRows {
  readonly last: number | null
  readonly first: number | null
  readonly from: number | null
  readonly closedAt: number | null
  /** From, shown, until: absent when the close named no hours. */
  readonly auction?: readonly [number, number, number]
}

interface InstrumentRow extends OrderRows {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly limited: boolean
  readonly limitedNext: boolean | null
  readonly referenceOverride: number | null
  readonly referenceNext: number
  readonly reference: number
  readonly state: TradingState
  readonly reason: string | null
  readonly timer: number | null
  readonly inDay: boolean
  readonly open: number | null
  readonly last: number | null
  readonly entries: number
  readonly drawn?: number
  readonly slices: readonly (readonly [number, number, number])[]
  readonly simulated: number | null
  readonly jumped: boolean
  readonly cancelledVolume: number
  /** Absent on a day without odd lots, as on every day of older versions. */
  readonly odd?: OddRow
}

/** Order, account, shares. */
type LineRow = readonly [string, string, number]

interface BlockRow extends Pick<
  Block,
  | 'id'
  | 'account'
  | 'symbol'
  | 'side'
  | 'price'
  | 'date'
  | 'group'
  | 'starts'
  | 'state'
  | 'filled'
  | 'value'
  | 'next'
> {
  readonly reason: CancelReason | null
  readonly rule: VenueRule | null
  readonly lines: readonly LineRow[]
}

interface BlockRows {
  /** Those whose chunks arrive or whose parent is in the books, then those whose lines are written out. */
  readonly open: readonly BlockRow[]
  readonly ended: readonly (readonly [string, string[]])[]
}

interface Snapshot {
  readonly version: number
  readonly at: number
  readonly date: string | null
  readonly phase: Phase
  readonly phaseFrom: number
  readonly phaseUntil: number | null
  readonly seed: string
  readonly instruments: readonly InstrumentRow[]
  /** Absent on a day without blocks, as on every day of older versions. */
  readonly blocks?: BlockRows
}

export function writeSnapshot(venue: Venue): string {
  const head: Omit<Snapshot, 'instruments' | 'blocks'> = {
    version,
    at: venue.at,
    date: venue.date ?? null,
    phase: venue.phase,
    phaseFrom: venue.phaseFrom,
    phaseUntil: venue.phaseUntil ?? null,
    seed: venue.seed,
  }
  return `${openEnd(head)},"instruments":[${venue.listed.map(textOf).join(',')}]${blocksText(venue)}}`
}

function blocksText({ blocks, ending, endedBlocks }: Venue): string {
  if (blocks.size === 0 && ending.length === 0 && endedBlocks.size === 0) return ''
  const rows: BlockRows = { open: [...blocks.values(), ...ending].map(blockRow), ended: [...endedBlocks] }
  return `,"blocks":${JSON.stringify(rows)}`
}

const blockRow = (block: Block): BlockRow => ({
  id: block.id,
  account: block.account,
  symbol: block.symbol,
  side: block.side,
  price: block.price,
  date: block.date,
  group: block.group,
  // Of a block that ended they are in `ended`.
  starts: block.state === 'ending' ? [] : block.starts,
  state: block.state,
  filled: block.filled,
  value: block.value,
  next: block.next,
  reason: block.reason ?? null,
  rule: block.rule ?? null,
  lines: block.lines.map(({ order, account, quantity }) => [order, account, quantity]),
})

/** An object's text without its last brace. */
const openEnd = (value: object): string => JSON.stringify(value).slice(0, -1)

function textOf(instrument: Instrument): string {
  const head: Omit<InstrumentRow, keyof OrderRows | 'odd'> = {
    symbol: instrument.symbol,
    kind: instrument.kind,
    limited: instrument.limited,
    limitedNext: instrument.limitedNext ?? null,
    referenceOverride: instrument.referenceOverride ?? null,
    referenceNext: instrument.referenceNext,
    reference: instrument.reference,
    state: instrument.state,
    reason: instrument.reason ?? null,
    timer: instrument.timer ?? null,
    inDay: instrument.inDay,
    open: instrument.open ?? null,
    last: instrument.last ?? null,
    entries: instrument.entries,
    ...(instrument.drawn !== undefined && { drawn: instrument.drawn }),
    slices: instrument.slices.map(({ number, lots, amount }) => [number, lots, amount]),
    simulated: instrument.simulated ?? null,
    jumped: instrument.jumped,
    cancelledVolume: instrument.cancelledVolume,
  }
  const { odd } = instrument
  return `${openEnd(head)},${ordersText(instrument)}${odd ? `,"odd":${oddText(odd)}` : ''}}`
}

function oddText(odd: OddBook): string {
  const head: Omit<OddRow, keyof OrderRows> = {
    last: odd.last ?? null,
    first: odd.first ?? null,
    from: odd.from ?? null,
    closedAt: odd.closedAt ?? null,
    ...(odd.auction && { auction: [odd.auction.from, odd.auction.shown, odd.auction.until] as const }),
  }
  return `${openEnd(head)},${ordersText(odd)}}`
}

/** The fields of `OrderRows`. */
function ordersText(book: OrderBook): string {
  const places = new Map<Holder, number>()
  const accounts: string[] = []
  let rows = ''
  // Built by hand: nearly all of a snapshot is orders, and an array per order takes twice the time.
  for (const { entry, id, holder, side, price, left, group } of allOrders(book)) {
    let place = places.get(holder)
    if (place === undefined) {
      place = accounts.length
      places.set(holder, place)
      accounts.push(holder.account)
    }
    const name = id === '' ? '""' : JSON.stringify(id)
    const owner = group === '' ? '' : `,${JSON.stringify(group)}`
    rows += `${rows === '' ? '' : ','}[${entry},${name},${place},"${side === 'buy' ? 'b' : 's'}",${price},${left}${owner}]`
  }
  return `"accounts":${JSON.stringify(accounts)},"orders":[${rows}]`
}

export function readSnapshot(text: string): Venue {
  const snapshot = JSON.parse(text) as Snapshot
  if (snapshot.version !== version)
    throw new Error(`a snapshot of version ${snapshot.version}; this engine reads ${version}`)
  const venue = newVenue()
  venue.at = snapshot.at
  venue.date = snapshot.date ?? undefined
  venue.phase = snapshot.phase
  venue.phaseFrom = snapshot.phaseFrom
  venue.phaseUntil = snapshot.phaseUntil ?? undefined
  venue.seed = snapshot.seed
  const parents = readBlocks(venue, snapshot.blocks)
  for (const row of snapshot.instruments) {
    const instrument = instrumentOf(row)
    addInstrument(venue, instrument)
    setTimer(venue, instrument, row.timer ?? undefined)
    readOrders(venue, instrument, row, parents)
    if (row.odd) readOdd(venue, instrument, row.odd, parents)
  }
  return venue
}

/** The blocks by the orders of their parents. */
type Parents = ReadonlyMap<string, Block>

function readBlocks(venue: Venue, rows: BlockRows | undefined): Parents {
  const parents = new Map<string, Block>()
  if (!rows) return parents
  for (const [id, starts] of rows.ended) venue.endedBlocks.set(id, starts)
  for (const row of rows.open) {
    const block = blockOf(row)
    for (const [order, account, quantity] of row.lines) {
      const line = { order, account, quantity, block }
      if (block.lines.push(line) > row.next) venue.lines.set(order, line)
      block.shares += quantity
    }
    if (block.state === 'ending') venue.ending.push(block)
    else venue.blocks.set(block.id, block)
    if (block.state === 'open') for (const { id } of partsOf(block)) parents.set(id, block)
  }
  return parents
}

function blockOf(row: BlockRow): Block {
  const { id, account, symbol, side, price, date, group, starts, state, filled, value, next } = row
  return {
    ...newBlock({ id, account, symbol, side, price, date, group, starts }),
    state,
    filled,
    value,
    next,
    reason: row.reason ?? undefined,
    rule: row.rule ?? undefined,
  }
}

function readOdd(venue: Venue, instrument: Instrument, row: OddRow, parents: Parents): void {
  const odd = newOddBook(instrument)
  odd.last = row.last ?? undefined
  odd.first = row.first ?? undefined
  odd.from = row.from ?? undefined
  odd.closedAt = row.closedAt ?? undefined
  if (row.auction) {
    const [from, shown, until] = row.auction
    odd.auction = { from, shown, until }
  }
  instrument.odd = odd
  readOrders(venue, odd, row, parents)
  refreshOddTimer(venue, instrument, odd)
}

function readOrders(venue: Venue, book: OrderBook, { accounts, orders }: OrderRows, parents: Parents): void {
  for (const [entry, id, account, side, price, left, group] of orders) {
    const holder = holderOf(book, accounts[account]!)
    const direction: Side = side === 'b' ? 'buy' : 'sell'
    const block = parents.get(id)
    if (block) block.parts += 1
    rest(venue, book, newOrder(id, entry, holder, direction, price, left, group, block))
  }
}

function instrumentOf(row: InstrumentRow): Instrument {
  const instrument: Instrument = {
    ...newInstrument(row.symbol, row.kind, row.reference, row.limited),
    limitedNext: row.limitedNext ?? undefined,
    referenceOverride: row.referenceOverride ?? undefined,
    referenceNext: row.referenceNext,
    state: row.state,
    reason: row.reason ?? undefined,
    inDay: row.inDay,
    open: row.open ?? undefined,
    last: row.last ?? undefined,
    entries: row.entries,
    drawn: row.drawn,
    slices: row.slices.map(([number, lots, amount]) => ({ number, lots, amount })),
    simulated: row.simulated ?? undefined,
    jumped: row.jumped,
    cancelledVolume: row.cancelledVolume,
  }
  setLimits(instrument)
  return instrument
}
