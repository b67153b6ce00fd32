// The exchange's configuration from its environment.

import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'
import { databaseHas } from '@fairlot/process/durability'
import type { ExchangeOptions } from './exchange.ts'

const modes = ['production', 'development', 'test'] as const

export const readConfig = (environment: Environment): ExchangeOptions =>
  readEnvironment(environment, (env) => {
    const { url: natsUrl, ...nats } = env.nats()
    const shards = env
      .text('SHARDS')
      .split(',')
      .map((shard) => Number(shard))
    if (
      new Set(shards).size !== shards.length ||
      !shards.every((shard) => Number.isInteger(shard) && shard >= 0 && shard < 1_024)
    )
      env.report('SHARDS', 'must be shard numbers with commas, each once')
    return {
      databaseUrl: env.databaseUrl(),
      natsUrl,
      nats,
      namespace: env.namespace(),
      shards,
      traces: env.traces(),
      mode: env.oneOf('FAIRLOT_MODE', modes),
      ha: env.oneOf('DATABASE_HA', databaseHas, 'single'),
      metricsHost: env.text('METRICS_HOST', '127.0.0.1'),
      metricsPort: env.whole('METRICS_PORT', 9_110, 0, 65_535),
      logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
      standby: env.oneOf('STANDBY', ['wait', 'exit'] as const, 'wait'),
      stateDirectory: env.text('STATE_DIRECTORY', '') || undefined,
      batchLimit: env.whole('BATCH_LIMIT', 500, 1, 10_000),
      snapshotCommands: env.whole('SNAPSHOT_COMMANDS', 50_000, 100, 10_000_000),
      snapshotMs: 1_000 * env.whole('SNAPSHOT_SECONDS', 600, 1, 86_400),
      pruneMs: 1_000 * env.whole('PRUNE_SECONDS', 15, 1, 86_400),
      idleSessionMs: 1_000 * env.whole('IDLE_SESSION_SECONDS', 10, 1, 600),
    }
  })
