// The exchange's configuration from its environment, checked once at start. A wrong value names its variable.

import { existsSync } from 'node:fs'
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
  const addresses = (name: string, protocols: readonly string[]): string => {
    const value = text(name)
    for (const part of value === '' ? [] : value.split(',')) {
      const one = part.trim()
      if (!(URL.canParse(one) && protocols.includes(new URL(one).protocol)))
        fault(name, `must be a URL with ${protocols.join(' or ')}, or several with commas`)
      else if (new URL(one).username !== '')
        fault(name, 'must not carry a user: set NATS_USER and NATS_PASSWORD_FILE, or NATS_CREDS_FILE')
    }
    return value
  }
  const file = (name: string): string | undefined => {
    const path = environment[name] || undefined
    if (path !== undefined && !existsSync(path)) fault(name, 'no such file')
    return path
  }
  const whole = (name: string, fallback: number, min: number, max: number): number => {
    const value = environment[name] ? Number(environment[name]) : fallback
    if (!Number.isInteger(value) || value < min || value > max)
      fault(name, `must be a whole number from ${min} to ${max}`)
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
    natsUrl: addresses('NATS_URL', ['nats:', 'tls:']),
    nats: {
      user: environment['NATS_USER'] || undefined,
      passwordFile: file('NATS_PASSWORD_FILE'),
      credsFile: file('NATS_CREDS_FILE'),
      caFile: file('NATS_CA_FILE'),
    },
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
  }
  if ((options.nats?.user === undefined) !== (options.nats?.passwordFile === undefined))
    fault('NATS_USER', 'comes together with NATS_PASSWORD_FILE')
  if (faults.length > 0) throw new WrongConfig(faults.join('\n'))
  return options
}
