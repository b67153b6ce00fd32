// The practice market's configuration from its environment. A wrong value names its variable and stops the process.

import { existsSync } from 'node:fs'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { NatsAddress } from './connect-nats.ts'

export interface Settings {
  readonly databaseUrl: string
  /** One URL, or several separated by commas. */
  readonly natsUrl: string
  readonly nats?: Omit<NatsAddress, 'url'>
  readonly namespace: string
  readonly calendar: CalendarName
  /** Multiplies how often participants trade and quote; price moves stay the same. */
  readonly intensity: number
  readonly seed: string
  /** Halts for news per day in the whole market. */
  readonly haltsPerDay: number
  readonly metricsPort: number
  readonly logLevel: string
}

export class WrongSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

export function readSettings(env: Environment): Settings {
  const text = (name: string, otherwise?: string): string => {
    const value = env[name] ?? otherwise
    if (value === undefined || value === '') throw new WrongSetting(`${name}: is not set`)
    return value
  }
  const number = (name: string, otherwise: number, low: number, high: number): number => {
    const value = Number(env[name] ?? otherwise)
    if (!(value >= low && value <= high)) throw new WrongSetting(`${name}: must be from ${low} to ${high}`)
    return value
  }
  const servers = (name: string, otherwise: string): string => {
    const value = text(name, otherwise)
    for (const part of value.split(',')) {
      const one = part.trim()
      if (!URL.canParse(one)) throw new WrongSetting(`${name}: must be a URL, or several with commas`)
      if (new URL(one).username !== '')
        throw new WrongSetting(`${name}: must not carry a user: set NATS_USER and NATS_PASSWORD_FILE`)
    }
    return value
  }
  const file = (name: string): string | undefined => {
    const path = env[name] || undefined
    if (path !== undefined && !existsSync(path)) throw new WrongSetting(`${name}: no such file`)
    return path
  }
  if (Boolean(env['NATS_USER']) !== Boolean(env['NATS_PASSWORD_FILE']))
    throw new WrongSetting('NATS_USER: comes together with NATS_PASSWORD_FILE')
  const calendar = text('MARKET_CALENDAR', 'practice')
  if (calendar !== 'twse' && calendar !== 'practice') {
    throw new WrongSetting('MARKET_CALENDAR: must be twse or practice')
  }
  return {
    databaseUrl: text('DATABASE_URL'),
    natsUrl: servers('NATS_URL', 'nats://127.0.0.1:4222'),
    nats: {
      user: env['NATS_USER'] || undefined,
      passwordFile: file('NATS_PASSWORD_FILE'),
      credsFile: file('NATS_CREDS_FILE'),
      caFile: file('NATS_CA_FILE'),
    },
    namespace: text('NATS_NAMESPACE', 'fairlot'),
    calendar,
    intensity: number('PRACTICE_INTENSITY', 1, 0.01, 200),
    seed: text('PRACTICE_SEED', 'fairlot'),
    haltsPerDay: number('PRACTICE_HALTS', 1.5, 0, 100),
    metricsPort: number('METRICS_PORT', 0, 0, 65_535),
    logLevel: text('LOG_LEVEL', 'info'),
  }
}
