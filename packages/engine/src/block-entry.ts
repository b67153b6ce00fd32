// The chunks of a block, the entry of its parent, and its cancellation. A bad chunk ends the block, so that no line waits
// for an answer.

import type {
  CancelAll,
  CancelOrder,
  PlaceBlock,
  ReduceOrder,
  ReplaceOrder,
  VenueRule,
} from '@fairlot/contract/venue'
import { highestPrice, splitLots } from '@fairlot/rules/instruments'
import { type Block, maxBlockShares, newBlock, partsOf } from './block-state.ts'
import { enterContinuous } from './continuous.ts'
import { refusalOfPrice, refusalOfState } from './entry-rules.ts'
import { cancelResting, countEntry, holderOf } from './instrument.ts'
import { enterOddPart, refusalOfOddSession } from './odd-orders.ts'
import { refreshOddTimer } from './odd-session.ts'
import { isTakenId, newOrder } from './order.ts'
import { enterCall } from './place-order.ts'
import { type Instrument, refuse, type Venue } from './venue.ts'
import { isWatched, watch } from './volatility.ts'

const maxChunk = 500

export function placeBlock(venue: Venue, command: PlaceBlock): void {
  const { block: id, account, symbol, lines, last } = command
  const known = venue.blocks.get(id)
  const starts = known?.starts ?? venue.endedBlocks.get(id) ?? []
  const first = lines[0]?.order ?? ''
  const isRepeated = starts.includes(first)
  const rule = isRepeated ? 'block.chunk' : refusalOfChunk(venue, command, known)
  if (rule) refuse(venue, 'block', rule, { order: id, account, symbol })
  // Its lines came before, and have or get their own answer.
  if (isRepeated) return
  starts.push(first)
  const block = known?.state === 'gathering' ? known : blockOf(command, starts)
  addLines(venue, block, lines)
  if (rule) {
    refuseLines(venue, block, rule)
    return
  }
  venue.blocks.set(id, block)
  if (last) enterParent(venue, venue.instruments.get(symbol)!, block)
}

function refusalOfChunk(venue: Venue, command: PlaceBlock, known: Block | undefined): VenueRule | undefined {
  const { block: id, symbol, date, from } = command
  if (command.failed) return 'command.failed'
  if (known?.state === 'open') return 'block.chunk'
  if (!known && venue.endedBlocks.has(id)) return 'block.ended'
  if (from !== (known?.lines.length ?? 0)) return 'block.chunk'
  if (known) return isSameHead(known, command) ? refusalOfLines(venue, command, known.shares) : 'block.chunk'
  if (!venue.instruments.has(symbol)) return 'instrument.unknown'
  if (venue.phase === 'closed') return 'phase.closed'
  if (date !== venue.date) return 'order.day'
  if (isTakenId(venue, id)) return 'order.duplicate'
  return refusalOfLines(venue, command, 0)
}

function blockOf(command: PlaceBlock, starts: string[]): Block {
  const { block: id, account, symbol, side, price, date, group = '' } = command
  return newBlock({ id, account, symbol, side, price, date, group, starts })
}

const isSameHead = (block: Block, command: PlaceBlock): boolean =>
  block.account === command.account &&
  block.symbol === command.symbol &&
  block.side === command.side &&
  block.price === command.price &&
  block.date === command.date &&
  block.group === (command.group ?? '')

function refusalOfLines(
  venue: Venue,
  { block, lines }: PlaceBlock,
  earlierShares: number,
): VenueRule | undefined {
  if (lines.length === 0 || lines.length > maxChunk) return 'block.lines'
  const seen = new Set([block])
  let shares = earlierShares
  for (const { order, quantity } of lines) {
    if (!Number.isSafeInteger(quantity) || quantity <= 0) return 'block.lines'
    if (isTakenId(venue, order) || seen.has(order)) return 'order.duplicate'
    seen.add(order)
    shares += quantity
  }
  return shares > maxBlockShares ? 'block.lines' : undefined
}

/** An order that is open elsewhere is left out: a refusal here would end it. */
function addLines(venue: Venue, block: Block, lines: PlaceBlock['lines']): void {
  for (const { order, account, quantity } of lines) {
    if (isTakenId(venue, order)) continue
    const line = { order, account, quantity, block }
    block.lines.push(line)
    block.shares += quantity
    venue.lines.set(order, line)
  }
}

/** The block ends without a parent. */
function refuseLines(venue: Venue, block: Block, rule: VenueRule): void {
  block.state = 'ending'
  block.rule = rule
  if (venue.blocks.get(block.id) === block) venue.blocks.delete(block.id)
  if (!venue.blocks.has(block.id)) venue.endedBlocks.set(block.id, block.starts)
  venue.ending.push(block)
}

function enterParent(venue: Venue, instrument: Instrument, block: Block): void {
  const rule = refusalOfParent(venue, instrument, block)
  if (rule) {
    refuseLines(venue, block, rule)
    return
  }
  const { account, symbol, side, price } = block
  const [lead] = block.lines
  const parts = partsOf(block)
  block.state = 'open'
  block.parts = parts.length
  // The mentor sees the own order in the book.
  const head = { kind: 'accepted', symbol, side, price, validity: 'ROD' } as const
  venue.events.push({ ...head, order: lead!.order, account: lead!.account, quantity: lead!.quantity })
  for (const { id, quantity, isOdd } of parts) {
    venue.events.push({ ...head, order: id, account, quantity, ...(isOdd && { odd: true }) })
    if (isOdd) enterOddPart(venue, instrument, block, id, quantity)
    else enterLots(venue, instrument, block, id, quantity)
  }
  venue.touched.add(instrument)
}

/** Both books accept the parent, or none gets a part of it. */
function refusalOfParent(venue: Venue, instrument: Instrument, block: Block): VenueRule | undefined {
  const { price, shares } = block
  const closed =
    refusalOfState(instrument) ??
    (splitLots(shares).odd > 0 ? refusalOfOddSession(venue, instrument) : undefined) ??
    refusalOfPrice(instrument, price)
  if (closed) return closed
  if ((instrument.upper ?? highestPrice) * shares > Number.MAX_SAFE_INTEGER) return 'block.lines'
  const isTaken = ({ id }: { readonly id: string }): boolean => venue.orders.has(id) || venue.lines.has(id)
  return partsOf(block).some(isTaken) ? 'order.duplicate' : undefined
}

function enterLots(venue: Venue, instrument: Instrument, block: Block, id: string, quantity: number): void {
  const watched = isWatched(venue, instrument)
  if (watched) watch(instrument)
  countEntry(venue, instrument)
  const { account, side, price, group } = block
  // Looked up each time: the account's list is dropped when its last order has filled.
  const holder = holderOf(instrument, account)
  const order = newOrder(id, instrument.entries, holder, side, price, quantity, group, block)
  // An earlier part may have paused the instrument.
  if (instrument.state === 'continuous') enterContinuous(venue, instrument, order, 'ROD')
  else enterCall(venue, instrument, order)
  if (watched) watch(instrument)
}

/** Answers a command about an order of a block. Returns false when it concerns another order. */
export function changeBlock(venue: Venue, command: CancelOrder | ReduceOrder | ReplaceOrder): boolean {
  const { kind, order: id, account, symbol } = command
  const line = venue.lines.get(id)
  const parent = venue.orders.get(id)?.block
  if (line === undefined && parent === undefined) return false
  const block = line?.block ?? parent!
  const isOwn = account === (line ?? block).account && symbol === block.symbol && block.state !== 'ending'
  if (isOwn && kind === 'cancel' && line !== undefined && line === block.lines[0]) cancelBlock(venue, block)
  else
    refuse(venue, kind, isOwn ? 'block.bound' : 'order.unknown', {
      order: id,
      ...(kind === 'replace' && { newOrder: command.newOrder }),
      account,
      symbol,
    })
  return true
}

/** The blocks that an account leads end with its other orders. */
export function cancelBlocks(venue: Venue, { account, symbol }: CancelAll): void {
  for (const block of venue.blocks.values())
    if (block.lines[0]!.account === account && (symbol === undefined || symbol === block.symbol))
      cancelBlock(venue, block)
}

function cancelBlock(venue: Venue, block: Block): void {
  if (block.state === 'gathering') {
    refuseLines(venue, block, 'block.ended')
    return
  }
  const instrument = venue.instruments.get(block.symbol)!
  const watched = isWatched(venue, instrument)
  for (const { id, isOdd } of partsOf(block)) {
    const order = venue.orders.get(id)
    if (order === undefined) continue
    if (watched && !isOdd) watch(instrument)
    if (watched && !isOdd) instrument.cancelledVolume += order.left
    cancelResting(venue, isOdd ? instrument.odd! : instrument, order, 'asked')
    if (watched && !isOdd) watch(instrument)
  }
  if (instrument.odd) refreshOddTimer(venue, instrument, instrument.odd)
  venue.touched.add(instrument)
}

/** At the close: a block whose last chunk has not come ends. */
export function endGathering(venue: Venue): void {
  for (const block of venue.blocks.values())
    if (block.state === 'gathering') refuseLines(venue, block, 'block.ended')
}
