// The figures of a position, computed on the phone from whole numbers. The rules calculate; this file passes them the
// server's answer and the live price.

import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatQuantity, MINUS, shares as sharesOf } from '@fairlot/money'
import { percentBp } from '@fairlot/rules/figures'
import { unrealised, type Position } from '@fairlot/rules/positions'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { Language } from '@fairlot/app-shell/language'

export type PositionRow = DataOf<'/positions/listPositions'>['positions'][number]
export type OrderRow = DataOf<'/orders/listOrders'>['orders'][number]
export type ConditionalRow = DataOf<'/orders/listConditional'>['conditional'][number]
/** A conditional order that closes a position; the others wait to open one. */
export type ExitRow = ConditionalRow & {
  readonly positionId: string
  readonly kind: Exclude<ConditionalRow['kind'], 'entry'>
}
export const isExit = (row: ConditionalRow): row is ExitRow => row.positionId !== null && row.kind !== 'entry'

/** The position in the form the rules use. The server sends the interest due up to today, so no days are added. */
export const heldOf = (row: PositionRow, today: string): Position => ({
  direction: row.direction,
  dayTrade: row.dayTrade,
  openedOn: row.openedOn,
  openedShares: row.openedShares,
  shares: row.shares,
  openedValue: BigInt(row.openedValue),
  openFee: BigInt(row.openFee),
  openTax: BigInt(row.openTax),
  borrowFee: BigInt(row.borrowFee),
  loan: BigInt(row.loan),
  collateral: BigInt(row.collateral),
  interest: BigInt(row.interest),
  interestThrough: today,
  closedValue: BigInt(row.closedValue),
  closeFee: BigInt(row.closeFee),
  closeTax: BigInt(row.closeTax),
  interestPaid: BigInt(row.interestPaid),
  realised: BigInt(row.realised),
})

/** The position in the form the close rules use. Only the server knows when a close was last asked for. */
export const closableOf = (row: PositionRow) => ({
  ...row,
  unlocksAt: Date.parse(row.unlocksAt),
  closeAskedAt: null,
})

export interface Ground {
  readonly terms: TradingTerms
  /** The current trading day. */
  readonly today: string
}

/** Result of the open part at this price after all costs; the server's figure until the terms are loaded. */
export function resultAt(row: PositionRow, last: number | null, ground: Ground | undefined): bigint | null {
  if (last !== null && ground !== undefined)
    return unrealised(ground.terms, heldOf(row, ground.today), last, row.kind, ground.today)
  return row.unrealised === null ? null : BigInt(row.unrealised)
}

/** The gain or loss from the price alone, before costs, of the shares still open. */
export function grossAt(row: PositionRow, last: number): bigint {
  const now = BigInt(last) * BigInt(row.shares)
  const then = (BigInt(row.openedValue) * BigInt(row.shares)) / BigInt(row.openedShares)
  return row.direction === 'long' ? now - then : then - now
}

/** A part of a whole in percent with two decimals and its sign; null when the whole is zero. */
export function shareText(part: bigint, whole: bigint): string | null {
  const points = percentBp(part, whole)
  return points === null ? null : `${formatMoney(BigInt(points), { plus: true })}%`
}

export const ratioText = (bp: number): string => `${formatMoney(BigInt(bp))}%`

/** A limit of the rules, without decimals when it is whole: 130%. */
export const limitText = (bp: number): string => (bp % 100 === 0 ? `${bp / 100}%` : ratioText(bp))

/** 250 is 2.5. */
export const multipleText = (multiple: number): string => String(multiple / 100)

export const lotsText = (count: number, language: Language): string =>
  formatQuantity(sharesOf(BigInt(count)), language)

export const toneOf = (amount: bigint | null): 'up' | 'down' | 'flat' =>
  amount === null || amount === 0n ? 'flat' : amount > 0n ? 'up' : 'down'

/** A deduction from a result: always with its minus. */
export const costText = (amount: bigint): string =>
  amount === 0n ? '0.00' : `${MINUS}${formatMoney(amount)}`

/** The member's own money at opening, for a closed position: the base of its result in percent. */
export const putIn = (row: PositionRow): bigint => {
  const value = BigInt(row.openedValue)
  return row.direction === 'short' ? value : (value * 100n) / BigInt(row.multiple)
}
