// Writes out the lines of blocks that are done, a bounded number with each command: a block may have a hundred thousand.

import { allocate, valueOf } from '@fairlot/rules/copy-trading'
import type { Block, Line } from './block-state.ts'
import { refuse, type Venue } from './venue.ts'

/** Of one command. A line has up to three: two prices and the remainder. */
const maxEvents = 500

/** The blocks whose last part has ended since the last call. */
export function endBlocks(venue: Venue): void {
  for (const block of venue.doneBlocks) {
    const { id, symbol, side, filled, value, lines, starts } = block
    block.state = 'ending'
    venue.blocks.delete(id)
    venue.endedBlocks.set(id, starts)
    venue.ending.push(block)
    venue.events.push({
      kind: 'block-done',
      block: id,
      symbol,
      side,
      filled,
      value,
      price: filled === 0 ? 0 : Number(valueOf({ shares: filled, value: BigInt(value) }, 1)),
      lines: lines.length,
    })
  }
  venue.doneBlocks.length = 0
}

export function writeLines(venue: Venue, max = maxEvents): void {
  const until = venue.events.length + max
  for (let block = venue.ending[0]; block; block = venue.ending[0]) {
    for (; block.next < block.lines.length; block.next += 1) {
      if (venue.events.length >= until) return
      const line = block.lines[block.next]!
      if (block.rule === undefined) writeLine(venue, line, block.next)
      else
        refuse(venue, 'place', block.rule, { order: line.order, account: line.account, symbol: block.symbol })
      venue.lines.delete(line.order)
    }
    venue.ending.shift()
  }
}

/** Before the next day begins, under its own date. */
export function endDayOfBlocks(venue: Venue): void {
  endBlocks(venue)
  writeLines(venue, Number.POSITIVE_INFINITY)
  venue.endedBlocks.clear()
}

function givenOf(block: Block): readonly number[] {
  const { lines, filled, shares } = block
  if (filled === shares) return lines.map(({ quantity }) => quantity)
  return allocate(
    { shares: filled, value: BigInt(block.value) },
    lines.map(({ order, quantity }, place) => ({
      id: order,
      isMentor: place === 0,
      planned: quantity,
      place,
    })),
  ).lines.map(({ shares: given }) => given)
}

function writeLine(venue: Venue, { order, account, quantity, block }: Line, index: number): void {
  block.given ??= givenOf(block)
  const given = block.given[index]!
  const { symbol, reason } = block
  if (given > 0) {
    // The line's value is whole hundredths, so some shares may cost one more than the others.
    const value = Number(valueOf({ shares: block.filled, value: BigInt(block.value) }, given))
    const price = Math.floor(value / given)
    const dearer = value - price * given
    writeAllocated(
      venue,
      { order, account, quantity, block },
      price,
      given - dearer,
      quantity - given + dearer,
    )
    if (dearer > 0)
      writeAllocated(venue, { order, account, quantity, block }, price + 1, dearer, quantity - given)
  }
  if (given === quantity) return
  if (reason === undefined) throw new Error(`block ${block.id} left shares without an end of its parent`)
  venue.events.push({ kind: 'cancelled', order, account, symbol, quantity: quantity - given, reason })
}

function writeAllocated(
  venue: Venue,
  { order, account, block }: Line,
  price: number,
  quantity: number,
  left: number,
): void {
  const { id, symbol, side } = block
  const isBuy = side === 'buy'
  venue.events.push({
    kind: 'allocated',
    block: id,
    symbol,
    price,
    quantity,
    buyOrder: isBuy ? order : id,
    buyAccount: isBuy ? account : block.account,
    buyLeft: isBuy ? left : 0,
    sellOrder: isBuy ? id : order,
    sellAccount: isBuy ? block.account : account,
    sellLeft: isBuy ? 0 : left,
  })
}
