// What each seat owns, counted from the events. Only an estimate: the ledger is authoritative, and a part of everything
// is kept back, so that an inexact estimate never lets a seat sell what it does not have.

import { type SeatKind, seatCash, seatInventory } from '@fairlot/rules/members'
import type { InstrumentFacts } from './instruments.ts'

/** The part that is never offered. */
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
  /** The initial shares, to which the seat returns. */
  readonly target: Float64Array
  /** Shares in sell orders in the book, without quotes. */
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

/** Whether there is cash left to bid with. */
export const canBuy = ({ cash, kind }: Holding): boolean => cash > keptBack * seatCash(kind)

/** How far it is above (positive) or below its target, from -1 to 1. */
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
