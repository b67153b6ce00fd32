// The exchange's Prometheus metrics.

import { natsGauge } from '@fairlot/process/metrics'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = ReturnType<typeof makeMetrics>

export function makeMetrics() {
  const registry = new Registry()
  registry.setDefaultLabels({ role: 'exchange' })
  const registers = [registry]
  const labelNames = ['shard'] as const
  const counter = (name: string, help: string) => new Counter({ name, help, labelNames, registers })
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames, registers })
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, labelNames, buckets, registers })
  return {
    registry,
    /**
     * The batches of the last minute, for the heartbeat: a histogram's buckets are too coarse for a figure people read.
     */
    times: [] as { readonly at: number; readonly seconds: number; readonly commands: number }[],
    applied: counter('fairlot_exchange_commands_total', 'Commands applied and committed'),
    events: counter('fairlot_exchange_events_total', 'Events committed'),
    malformed: counter('fairlot_exchange_malformed_total', 'Texts in the queue that were no command'),
    setAside: counter(
      'fairlot_exchange_commands_set_aside_total',
      'Commands the engine failed on, set aside for two operators',
    ),
    batchCommands: histogram(
      'fairlot_exchange_batch_commands',
      'Commands in one batch',
      [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000],
    ),
    batchSeconds: histogram(
      'fairlot_exchange_batch_seconds',
      'From the first command applied to the batch committed',
      [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    ),
    queueAge: gauge('fairlot_exchange_queue_age_seconds', 'How long the oldest waiting command has waited'),
    queueDepth: gauge('fairlot_exchange_queue_commands', 'Commands that wait, up to ten thousand'),
    epoch: gauge(
      'fairlot_exchange_epoch',
      'The epoch in which this process has the shard; 0 when it has not',
    ),
    sequence: gauge('fairlot_exchange_sequence', 'Sequence of the last committed command'),
    shardState: gauge('fairlot_exchange_shard_state', '0 waits for the lock, 1 recovers, 2 runs, 3 halted'),
    wentBack: gauge(
      'fairlot_exchange_log_went_back',
      '1 while the shard is halted because the database lost or changed committed batches',
    ),
    recoveries: counter(
      'fairlot_exchange_recoveries_total',
      'Times the engine was made again from PostgreSQL',
    ),
    recoverySeconds: histogram(
      'fairlot_exchange_recovery_seconds',
      'From the lock to running',
      [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60],
    ),
    snapshotSeconds: histogram(
      'fairlot_exchange_snapshot_seconds',
      'Time the shard stood still for a snapshot',
      [0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 5],
    ),
    prunedTo: gauge('fairlot_exchange_pruned_sequence', 'How far pruning has got'),
    natsConnected: natsGauge(registry),
    announced: new Counter({
      name: 'fairlot_exchange_announced_total',
      help: 'Commits said on NATS: sent, or dropped because it was away',
      labelNames: ['result'],
      registers,
    }),
    books: counter('fairlot_exchange_books_total', 'Books published'),
  }
}
