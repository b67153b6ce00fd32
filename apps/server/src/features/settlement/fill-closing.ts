import type { CloseReason } from '@fairlot/rules/positions'
import { closingAmounts, shortCloseNeeds } from './amounts.ts'
import { leaveClosing } from './change-order.ts'
import { type Charged, type Fill, fillHead } from './fill-row.ts'
import { cashSum, isCash, isShares, shrinkTo, sumOf, take } from './hold-parts.ts'
import * as postings from './postings.ts'
import type { Taken } from './postings.ts'
import type { SettlementBatch } from './settlement-batch.ts'
import type { SettlementOrder, OrderOrigin, SettlementPosition } from './settlement-input.ts'

type Amounts = ReturnType<typeof closingAmounts>

export function fillClosing(batch: SettlementBatch, order: SettlementOrder, fill: Fill): Charged {
  const { event, price, quantity, left, at } = fill
  const { day, due } = batch.dueOf(event)
  const position = batch.position(order.positionId)
  if (position.shares < quantity) throw batch.impossible(event, `closes ${quantity} of ${position.shares}`)
  const amounts = closingAmounts(batch.termsOf(order), order, position, price, quantity, day)
  position.shares -= quantity
  position.collateral -= amounts.collateral
  const { captured, released, unpaid } = takeFromHold(batch, order, position, amounts, fill)
  const free = batch.freeCash.get(order.memberId) ?? 0n
  const fromAvailable = unpaid < free ? unpaid : free
  batch.freeCash.set(order.memberId, free - fromAvailable)
  const head = fillHead(batch, order, fill)
  const build = order.direction === 'long' ? postings.closeLong : postings.closeShort
  batch.entries.push(
    build({
      head,
      memberId: order.memberId,
      symbol: order.symbol,
      quantity,
      due,
      amounts,
      captured,
      released,
      fromAvailable,
      owed: unpaid - fromAvailable,
    }),
  )
  order.loanRepaid += amounts.loan
  order.interestPaid += amounts.interest
  order.collateralFreed += amounts.collateral
  reducePosition(position, amounts, quantity)
  position.reason = closeReason[order.origin]
  if (left === 0) leaveClosing(batch, order, 0)
  if (position.shares === 0) {
    position.state = 'closed'
    position.closedAt = at
  }
  return { ...amounts, released: cashSum(released), key: head.key }
}

/** What the fill takes from the order's hold, what the hold no longer needs, and what the proceeds do not cover. */
function takeFromHold(
  batch: SettlementBatch,
  order: SettlementOrder,
  position: SettlementPosition,
  amounts: Amounts,
  { quantity, left }: Fill,
): { readonly captured: Taken[]; readonly released: Taken[]; readonly unpaid: bigint } {
  const costs = amounts.fee + amounts.tax + amounts.loan + amounts.interest
  const isLong = order.direction === 'long'
  const lacks = isLong ? costs - amounts.value : amounts.value + amounts.fee - amounts.collateral
  const unpaid = lacks > 0n ? lacks : 0n
  if (isLong) return { captured: take(order, isShares, BigInt(quantity)), released: [], unpaid }
  const own = sumOf(order.holdParts, isCash)
  const captured = take(order, isCash, unpaid < own ? unpaid : own)
  const soFar = {
    ...order,
    filled: order.filled + quantity,
    filledValue: order.filledValue + amounts.value,
    collateralFreed: order.collateralFreed + amounts.collateral,
  }
  const released: Taken[] = []
  shrinkTo(order, shortCloseNeeds(batch.termsOf(order), soFar, left, position), released)
  return { captured, released, unpaid: unpaid - cashSum(captured) }
}

function reducePosition(position: SettlementPosition, amounts: Amounts, quantity: number): void {
  position.closing -= quantity
  position.loan -= amounts.loan
  position.interest -= amounts.interest
  position.interestPaid += amounts.interest
  position.closedValue += amounts.value
  position.closeFee += amounts.fee
  position.closeTax += amounts.tax
  position.closedBasis += amounts.basis
  position.realised += amounts.realised
}

const closeReason: Readonly<Record<OrderOrigin, CloseReason>> = {
  member: 'member',
  conditional: 'conditional',
  liquidation: 'liquidated',
  'auto-cover': 'auto-cover',
  // A plan only buys.
  'savings-plan': 'member',
  copy: 'member',
}
