// What the console's system page shows about this exchange.

import { type Figures, rounded } from '@fairlot/process/heartbeat'
import type { Metrics } from './metrics.ts'
import type { RunningShard } from './shard.ts'

const windowMs = 60_000

export async function figuresOf(shards: readonly RunningShard[], metrics: Metrics): Promise<Figures> {
  const now = performance.now()
  const { times } = metrics
  while (times.length > 0 && now - times[0]!.at > windowMs) times.shift()
  const sorted = times.map(({ seconds }) => seconds * 1_000).toSorted((one, other) => one - other)
  const at = (share: number): number =>
    rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  const commands = times.reduce((sum, each) => sum + each.commands, 0)
  const queueAges = (await metrics.queueAge.get()).values.map(({ value }) => value)
  return {
    shards: shards.length,
    running: shards.filter((shard) => shard.state() === 'running').length,
    halted: shards.filter((shard) => shard.state() === 'halted').length,
    perSecond: rounded(commands / (windowMs / 1_000)),
    ...(sorted.length === 0 ? {} : { p50Ms: at(0.5), p99Ms: at(0.99) }),
    waitedMs: Math.round(Math.max(0, ...queueAges) * 1_000),
    nats: Number(metrics.natsConnected.isConnected()),
  }
}
