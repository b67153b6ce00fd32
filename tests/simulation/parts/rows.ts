// The rows of the exchange's schema as the simulation keeps them.

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

export const tables = {
  shards: 'exchange.shards',
  queue: 'exchange.queue',
  log: 'exchange.log',
  events: 'exchange.events',
  batches: 'exchange.batches',
  snapshots: 'exchange.snapshots',
} as const

export const keyOf = (shard: number, number: number): string => `${shard}/${number}`
