// The input of settlement: orders, their holds, positions, terms, and a few balances. All plain values, so
// that the same decision runs on PostgreSQL and in the seeded simulation.

import type { InstrumentKind, Side } from '@fairlot/contract/venue'
import type { AccountCode } from '@fairlot/ledger'
import type { CalendarName, Closures } from '@fairlot/rules/calendar'
import type { Direction, OrderState, TradingTerms } from '@fairlot/rules/orders'
import type { CloseReason, PositionState } from '@fairlot/rules/positions'

/** A part of an order's hold: one hold of the ledger. `account` is the free account it was held on. */
export interface HoldPart {
  readonly holdId: string
  readonly account: AccountCode
  remaining: bigint
}

export type OrderOrigin = 'member' | 'conditional' | 'liquidation' | 'auto-cover' | 'savings-plan' | 'copy'

export interface SettlementOrder {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly side: Side
  readonly purpose: 'open' | 'close'
  readonly positionId: string
  readonly direction: Direction
  readonly multiple: number
  readonly dayTrade: boolean
  readonly quantity: number
  readonly worstPrice: number
  readonly origin: OrderOrigin
  /** The order it replaces. */
  readonly replaces?: string | null
  /** Hash of its terms, hex. */
  readonly terms: string
  state: OrderState
  reason: string | null
  /** Milliseconds since 1970. */
  acceptedAt: number | null
  endedAt: number | null
  left: number
  filled: number
  filledValue: bigint
  fee: bigint
  tax: bigint
  borrowFee: bigint
  /** For a close order: what its fills have taken of the position, so that ten fills take as much as one. */
  loanRepaid: bigint
  interestPaid: bigint
  collateralFreed: bigint
  /** The head of its timeline, hash in hex. */
  steps: number
  stepsHash: string
  /** In the order in which fills take from them. */
  readonly holdParts: HoldPart[]
}

export interface SettlementPosition {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly direction: Direction
  readonly multiple: number
  readonly product: 'competition' | 'etf'
  readonly openedOn: string
  readonly openedAt: number
  readonly settlesOn: string
  readonly sellableOn: string
  readonly unlocksAt: number
  dayTrade: boolean
  state: PositionState
  reason: CloseReason | null
  openedShares: number
  shares: number
  closing: number
  openedValue: bigint
  openFee: bigint
  openTax: bigint
  borrowFee: bigint
  loan: bigint
  collateral: bigint
  interest: bigint
  closedValue: bigint
  closeFee: bigint
  closeTax: bigint
  interestPaid: bigint
  /** The part of the opening value and costs that the closed shares have used. */
  closedBasis: bigint
  realised: bigint
  closedAt: number | null
  /** The number of its open close orders. */
  openCloses: number
}

export interface SettlementInput {
  readonly shard: number
  /** The shard's trading day before the first event; null before its first day. */
  readonly date: string | null
  readonly orders: ReadonlyMap<string, SettlementOrder>
  readonly positions: ReadonlyMap<string, SettlementPosition>
  /** By hash. */
  readonly terms: ReadonlyMap<string, TradingTerms>
  /** Members who may sell on the day they bought. */
  readonly eligible: ReadonlySet<string>
  /** Free cash of members whose close may cost more than it brings; a missing member counts as having none. */
  readonly freeCash: ReadonlyMap<string, bigint>
  /** Cash the lending pool can lend. */
  readonly poolCash: bigint
  /** The owner of what a seat trades: ledger id by code. */
  readonly seats: ReadonlyMap<string, string>
  /** Seat accounts that the ledger found empty: what they cannot deliver is owed on the settlement date. */
  readonly short: ReadonlySet<AccountCode>
  readonly calendar: CalendarName
  readonly closures: Closures
}
