// Counts what happens to the parents of blocks.

import type { CancelReason } from '@fairlot/contract/venue'
import type { Block } from './block-state.ts'
import type { Order } from './order.ts'
import type { Venue } from './venue.ts'

/** Counts a fill of a parent that is about to happen. */
export function countFill(venue: Venue, order: Order, price: number, quantity: number): void {
  const { block } = order
  if (block === undefined) return
  block.filled += quantity
  block.value += price * quantity
  if (order.left === quantity) endPart(venue, block)
}

export function countCancelled(venue: Venue, { block }: Order, reason: CancelReason): void {
  if (block === undefined) return
  block.reason = reason
  endPart(venue, block)
}

function endPart(venue: Venue, block: Block): void {
  block.parts -= 1
  if (block.parts === 0) venue.doneBlocks.push(block)
}
