// The exchange's Prometheus metrics.

import { natsGauge } from '@fairlot/process/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

const labelNames = ['shard'] as const

export function makeMetrics() {
  const registry = new Registry()
  registry.setDefaultLabels({ role: 'exchange' })
  const registers = [registry]
  return {
    registry,
    /**
     * The batches of the last minute, for the heartbeat: a histogram's buckets are too coarse for a figure people read.
     */
    times: [] as { readonly at: number; readonly seconds: number; readonly commands: number }[],
    ...batchMetrics(registers),
    ...recoveryMetrics(registers),
    natsConnected: natsGauge(registry),
    announced: new Counter({
      name: 'fairlot_exchange_announced_total',
      help: 'Commits said on NATS: sent, or dropped because it was away',
      labelNames: ['result'],
      registers,
    }),
    books: new Counter({
      name: 'fairlot_exchange_books_total',
      help: 'Books published',
      labelNames,
      registers,
    }),
  }
}

const batchMetrics = (registers: Registry[]) => ({
  applied: new Counter({
    name: 'fairlot_exchange_commands_total',
    help: 'Commands applied and committed',
    labelNames,
    registers,
  }),
  events: new Counter({
    name: 'fairlot_exchange_events_total',
    help: 'Events committed',
    labelNames,
    registers,
  }),
  malformed: new Counter({
    name: 'fairlot_exchange_malformed_total',
    help: 'Texts in the queue that were no command',
    labelNames,
    registers,
  }),
  setAside: new Counter({
    name: 'fairlot_exchange_commands_set_aside_total',
    help: 'Commands the engine failed on, set aside for two operators',
    labelNames,
    registers,
  }),
  batchCommands: new Histogram({
    name: 'fairlot_exchange_batch_commands',
    help: 'Commands in one batch',
    labelNames,
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    registers,
  }),
  batchSeconds: new Histogram({
    name: 'fairlot_exchange_batch_seconds',
    help: 'From the first command applied to the batch committed',
    labelNames,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  }),
  queueAge: new Gauge({
    name: 'fairlot_exchange_queue_age_seconds',
    help: 'How long the oldest waiting command has waited',
    labelNames,
    registers,
  }),
  sequence: new Gauge({
    name: 'fairlot_exchange_sequence',
    help: 'Sequence of the last committed command',
    labelNames,
    registers,
  }),
})

const recoveryMetrics = (registers: Registry[]) => ({
  shardState: new Gauge({
    name: 'fairlot_exchange_shard_state',
    help: '0 waits for the lock, 1 recovers, 2 runs, 3 halted',
    labelNames,
    registers,
  }),
  recoveries: new Counter({
    name: 'fairlot_exchange_recoveries_total',
    help: 'Times the engine was made again from PostgreSQL',
    labelNames,
    registers,
  }),
  recoverySeconds: new Histogram({
    name: 'fairlot_exchange_recovery_seconds',
    help: 'From the lock to running',
    labelNames,
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    registers,
  }),
  snapshotSeconds: new Histogram({
    name: 'fairlot_exchange_snapshot_seconds',
    help: 'Time the shard stood still for a snapshot',
    labelNames,
    buckets: [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  }),
  prunedTo: new Gauge({
    name: 'fairlot_exchange_pruned_sequence',
    help: 'How far pruning has got',
    labelNames,
    registers,
  }),
})
