// What the exchange takes from its environment, checked once at start. A wrong value names its variable.

import type { ExchangeOptions } from './exchange.ts'

export class WrongConfig extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

const modes = ['production', 'development', 'test'] as const
const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

export function readConfig(environment: Environment): ExchangeOptions {
  const faults: string[] = []
  const fault = (variable: string, problem: string): void => void faults.push(`${variable}: ${problem}`)

  const text = (name: string, fallback?: string): string => {
    const value = environment[name] || fallback
    if (value === undefined) fault(name, 'is not set')
    return value ?? ''
  }
  const address = (name: string, protocols: readonly string[]): string => {
    const value = text(name)
    if (value !== '' && !(URL.canParse(value) && protocols.includes(new URL(value).protocol)))
      fault(name, `must be a URL with ${protocols.join(' or ')}`)
    return value
  }
  const whole = (name: string, fallback: number, least: number, most: number): number => {
    const value = environment[name] ? Number(environment[name]) : fallback
    if (!Number.isInteger(value) || value < least || value > most)
      fault(name, `must be a whole number from ${least} to ${most}`)
    return value
  }
  const oneOf = <Name extends string>(name: string, names: readonly Name[], fallback?: Name): Name => {
    const value = text(name, fallback)
    if (value !== '' && !names.includes(value as Name)) fault(name, `must be ${names.join(', ')}`)
    return value as Name
  }

  const namespace = text('NATS_NAMESPACE', 'fairlot')
  if (!/^[a-z0-9_-]{1,48}$/.test(namespace)) fault('NATS_NAMESPACE', 'must be small letters, digits, - and _')
  const shards = text('SHARDS')
    .split(',')
    .map((shard) => Number(shard))
  if (
    new Set(shards).size !== shards.length ||
    !shards.every((shard) => Number.isInteger(shard) && shard >= 0 && shard < 1_024)
  )
    fault('SHARDS', 'must be shard numbers with commas, each once')

  const options: ExchangeOptions = {
    databaseUrl: address('DATABASE_URL', ['postgres:', 'postgresql:']),
    natsUrl: address('NATS_URL', ['nats:', 'tls:']),
    namespace,
    shards,
    mode: oneOf('FAIRLOT_MODE', modes),
    metricsHost: text('METRICS_HOST', '127.0.0.1'),
    metricsPort: whole('METRICS_PORT', 9_110, 0, 65_535),
    logLevel: oneOf('LOG_LEVEL', levels, 'info'),
    standby: oneOf('STANDBY', ['wait', 'exit'] as const, 'wait'),
    batchLimit: whole('BATCH_LIMIT', 500, 1, 10_000),
    snapshotCommands: whole('SNAPSHOT_COMMANDS', 50_000, 100, 10_000_000),
    snapshotMs: 1_000 * whole('SNAPSHOT_SECONDS', 600, 1, 86_400),
    pruneMs: 1_000 * whole('PRUNE_SECONDS', 15, 1, 86_400),
    idleSessionMs: 1_000 * whole('IDLE_SESSION_SECONDS', 10, 1, 600),
    streamBytes: 1_048_576 * whole('EVENT_STREAM_MB', 256, 1, 1_048_576),
    replicas: whole('EVENT_STREAM_REPLICAS', 1, 1, 5),
  }
  if (faults.length > 0) throw new WrongConfig(faults.join('\n'))
  return options
}
