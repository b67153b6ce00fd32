// The result of settling a series of events: everything to write.

import type { NewMemberEvent } from '@fairlot/contract/live'
import type { Asset, Entry } from '@fairlot/ledger'
import type { SettlementOrder, SettlementPosition } from './settlement-input.ts'
import type { Step } from '#features/orders'

export interface FillRow {
  readonly event: number
  readonly side: 'buy' | 'sell'
  readonly orderId: string
  readonly positionId: string
  readonly memberId: string
  readonly symbol: string
  readonly price: number
  readonly quantity: number
  readonly fee: bigint
  readonly tax: bigint
  readonly borrowFee: bigint
  readonly realised: bigint | null
  readonly decidedBy: 'price-time' | 'auction' | 'block'
  /** The best five just before, as JSON. */
  readonly book: string
  readonly tradedAt: number
  readonly date: string
  readonly settlesOn: string
  /** The key of the entry that settles it. */
  readonly key: string
}

export type MemberChange = NewMemberEvent<'order.changed' | 'order.filled'> & {
  readonly memberId: string
  readonly at: number
}

export interface SeatNetChange {
  readonly seat: string
  readonly asset: Asset
  readonly due: string
  readonly amount: bigint
}

export interface Settled {
  /** The trading day after the last event. */
  readonly date: string | null
  readonly entries: readonly Entry[]
  readonly orders: readonly SettlementOrder[]
  readonly made: readonly SettlementPosition[]
  readonly positions: readonly SettlementPosition[]
  readonly fills: readonly FillRow[]
  readonly steps: readonly Step[]
  readonly seatNets: readonly SeatNetChange[]
  readonly memberEvents: readonly MemberChange[]
}
