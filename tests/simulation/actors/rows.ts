// The rows of the exchange's, the market's and the app's schema as the simulation keeps them.

import type { Validity } from '@fairlot/contract/venue'
import type {
  SettlementOrder,
  SettlementPosition,
} from '../../../apps/server/src/features/settlement/settlement-input.ts'

export type { FillRow } from '../../../apps/server/src/features/settlement/settlement-result.ts'

export interface ShardRow {
  readonly shard: number
  readonly epoch: number
  readonly sequence: number
  readonly event: number
  readonly hash: string
  readonly at: number
}

export interface QueueRow {
  readonly shard: number
  readonly id: number
  readonly command: string
}

export interface LogRow {
  readonly shard: number
  readonly sequence: number
  readonly at: number
  readonly command: string
}

export interface EventRow {
  readonly shard: number
  readonly event: number
  readonly sequence: number
  readonly at: number
  readonly body: string
}

export interface BatchRow {
  readonly shard: number
  readonly first: number
  readonly last: number
  readonly firstEvent: number
  readonly lastEvent: number
  readonly epoch: number
  readonly at: number
  readonly previous: string
  readonly hash: string
}

export interface SnapshotRow {
  readonly shard: number
  readonly sequence: number
  readonly event: number
  readonly at: number
  readonly hash: string
  readonly stateHash: string
  readonly state: string
}

/** An order as stored: the part that settlement updates, and the part that intake wrote and that never changes. */
export interface OrderRow extends SettlementOrder {
  readonly replaces: string | null
  readonly body: string
  readonly price: number | null
  readonly validity: Validity
  readonly date: string
  /** As it went to the venue, JSON. */
  readonly command: string
  readonly placedAt: number
  readonly cancelAsked: boolean
  /** The number of commits that its decision had seen. Later fills and margin calls could not count. */
  readonly decidedAfter: number
}

/** A member's own limits, and who stopped their trading. */
export interface RiskLimitsRow {
  readonly stoppedBy: 'member' | 'rule' | null
  readonly lossLimit: bigint | null
}

export const noRiskLimits: RiskLimitsRow = { stoppedBy: null, lossLimit: null }

export interface MarginCallRow {
  readonly isOpen: boolean
}

/** A pending withdrawal of a member, with the hold of its amount. */
export interface WithdrawalRow {
  readonly holdId: string
  readonly amount: bigint
}

export interface OwnerRow {
  readonly ownerGroup: string
}

export interface HoldingRow extends SettlementPosition {
  /** The last day interest was counted for. */
  readonly interestThrough: string
}

/** The state of an instrument after the events that the reader or settlement has counted. */
export interface QuoteRow {
  readonly symbol: string
  readonly last: number | undefined
  readonly reference: number
  readonly upper: number
  readonly lower: number
  readonly date: string
  readonly state: string
  readonly volume: number
  readonly trades: number
}

export type QuoteTable = 'market.quotes' | 'settlement.prices'

export const tables = {
  shards: 'exchange.shards',
  queue: 'exchange.queue',
  log: 'exchange.log',
  events: 'exchange.events',
  batches: 'exchange.batches',
  snapshots: 'exchange.snapshots',
} as const

export const keyOf = (shard: number, number: number): string => `${shard}/${number}`
