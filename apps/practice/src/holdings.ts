// What each seat owns, counted from the events. Only an estimate: the ledger is the truth, and a part of everything is
// kept back, so that the estimate may be off without a seat ever selling what it does not have.

import { type SeatKind, seatCash, seatInventory } from '@fairlot/rules/members'
import type { InstrumentFacts } from './instruments.ts'

/** Never offered. */
const keptBack = 0.1

export interface SavedHolding {
  readonly cash: number
  readonly shares: readonly number[]
}

export interface Holding {
  readonly code: string
  readonly kind: SeatKind
  /** Hundredths. */
  cash: number
  readonly shares: Float64Array
  /** What it began with, and what it comes back to. */
  readonly target: Float64Array
  /** In sell orders that stand in the book; quotes are not among them. */
  readonly offered: Float64Array
}

export function openHolding(code: string, kind: SeatKind, instruments: readonly InstrumentFacts[]): Holding {
  const target = Float64Array.from(instruments, ({ reference }) => seatInventory(kind, reference))
  return {
    code,
    kind,
    cash: seatCash(kind),
    shares: Float64Array.from(target),
    target,
    offered: new Float64Array(instruments.length),
  }
}

/** Shares that may still be offered for sale. */
export const sellable = ({ shares, target, offered }: Holding, index: number): number =>
  Math.max(0, shares[index]! - offered[index]! - keptBack * target[index]!)

/** Whether there is money left to bid with. */
export const canBuy = ({ cash, kind }: Holding): boolean => cash > keptBack * seatCash(kind)

/** How far above (positive) or below its target it is, from -1 to 1. */
export const surplus = ({ shares, target }: Holding, index: number): number =>
  Math.max(-1, Math.min(1, shares[index]! / target[index]! - 1))

export function buy(holding: Holding, index: number, price: number, quantity: number): void {
  holding.shares[index]! += quantity
  holding.cash -= price * quantity
}

export function sell(holding: Holding, index: number, price: number, quantity: number): void {
  holding.shares[index]! -= quantity
  holding.cash += price * quantity
}
