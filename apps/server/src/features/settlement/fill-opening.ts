import { openingAmounts } from './amounts.ts'
import { beginPosition } from './begin-position.ts'
import { type Charged, type Fill, fillHead } from './fill-row.ts'
import { cashSum, isCash, isShares, shrinkTo, take } from './hold-parts.ts'
import * as postings from './postings.ts'
import type { Taken } from './postings.ts'
import type { SettlementBatch } from './settlement-batch.ts'
import type { SettlementOrder, SettlementPosition } from './settlement-input.ts'

/** The pool is topped up by more than one loan needs, so that the next loans are covered too. */
const poolStep = 1_000_000_000_000n

export function fillOpening(batch: SettlementBatch, order: SettlementOrder, fill: Fill): Charged {
  const { event, price, quantity, left } = fill
  const { due } = batch.dueOf(event)
  const amounts = openingAmounts(batch.termsOf(order), order, price, quantity, left)
  const captured = take(order, isCash, amounts.captured)
  const released: Taken[] = []
  shrinkTo(order, amounts.heldAfter, released)
  const head = fillHead(batch, order, fill)
  const { memberId, symbol } = order
  const common = { head, memberId, symbol, quantity, due, amounts, captured, released }
  if (order.direction === 'long') {
    const poolTopUp = amounts.loan > batch.poolCash ? amounts.loan - batch.poolCash + poolStep : 0n
    batch.poolCash += poolTopUp - amounts.loan
    batch.entries.push(postings.openLong({ ...common, poolTopUp }))
  } else {
    const lent = take(order, isShares, BigInt(quantity))
    batch.entries.push(postings.openShort({ ...common, lent }))
  }

  const position = openPosition(batch, order, fill)
  position.openedShares += quantity
  position.shares += quantity
  position.openedValue += amounts.value
  position.openFee += amounts.fee
  position.openTax += amounts.tax
  position.borrowFee += amounts.borrowFee
  position.loan += amounts.loan
  if (order.direction === 'short')
    position.collateral += amounts.margin + amounts.value - amounts.fee - amounts.tax - amounts.borrowFee
  return { ...amounts, realised: null, released: cashSum(released), key: head.key }
}

/** The position that the fill adds to: a new one with the first fill, an emptied one opens again. */
function openPosition(
  batch: SettlementBatch,
  order: SettlementOrder,
  { event, at }: Fill,
): SettlementPosition {
  if (!batch.hasPosition(order.positionId)) {
    const dates = { at, ...batch.dueOf(event) }
    return batch.addPosition(beginPosition(batch.input, order, dates, batch.termsOf(order)))
  }
  const position = batch.position(order.positionId)
  if (position.state === 'closed') {
    position.state = 'holding'
    position.closedAt = null
  }
  return position
}
