// A block: one parent order for many lines. Its fills are divided among the lines when the parent is done.

import type { BlockLine, CancelReason, Side, VenueRule } from '@fairlot/contract/venue'
import { lotSize, maxLots, splitLots } from '@fairlot/rules/instruments'

export interface Line extends BlockLine {
  readonly block: Block
}

export interface Block {
  readonly id: string
  /** The pool's seat. */
  readonly account: string
  readonly symbol: string
  readonly side: Side
  readonly price: number
  readonly date: string
  /** The mentor's owner group; empty when there is none. */
  readonly group: string
  /** The first order of every chunk received: one that comes again is no new chunk. */
  readonly starts: string[]
  /** The first is the lead, the mentor's own. */
  readonly lines: Line[]
  /** Shares of all lines. */
  shares: number
  /** Its chunks arrive, its parent is in the books, or its lines are written out. */
  state: 'gathering' | 'open' | 'ending'
  /** Orders of the parent that have not ended. */
  parts: number
  filled: number
  /** Price times shares of all fills. */
  value: number
  /** Why the parent did not fill whole. */
  reason: CancelReason | undefined
  /** Why no line was placed. */
  rule: VenueRule | undefined
  /** How many lines are written out. */
  next: number
  /** Shares by line. Derived when the first line is written out. */
  given: readonly number[] | undefined
}

/** Keeps products of shares below 2^53. */
export const maxBlockShares = 100 * maxLots * lotSize

export const newBlock = (
  head: Pick<Block, 'id' | 'account' | 'symbol' | 'side' | 'price' | 'date' | 'group' | 'starts'>,
): Block => ({
  ...head,
  lines: [],
  shares: 0,
  state: 'gathering',
  parts: 0,
  filled: 0,
  value: 0,
  reason: undefined,
  rule: undefined,
  next: 0,
  given: undefined,
})

interface Part {
  readonly id: string
  readonly quantity: number
  readonly isOdd: boolean
}

/** The parent's orders: at most 499 lots each, and one of odd lots. */
export function partsOf({ id, shares }: Block): Part[] {
  const { whole, odd } = splitLots(shares)
  const parts: Part[] = []
  for (let from = 0; from < whole; from += maxLots * lotSize)
    parts.push({
      id: from === 0 ? id : `${id}/${parts.length + 1}`,
      quantity: Math.min(whole - from, maxLots * lotSize),
      isOdd: false,
    })
  if (odd > 0) parts.push({ id: `${id}/odd`, quantity: odd, isOdd: true })
  return parts
}
