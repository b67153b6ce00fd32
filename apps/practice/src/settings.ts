// What the practice market takes from its environment. A wrong value names its variable and stops the process.

import type { CalendarName } from '@fairlot/rules/calendar'

export interface Settings {
  readonly databaseUrl: string
  readonly natsUrl: string
  readonly namespace: string
  readonly calendar: CalendarName
  /** Multiplies how often participants trade and quote; prices move as much as before. */
  readonly intensity: number
  readonly seed: string
  /** Halts for news a day in the whole market. */
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
  const calendar = text('MARKET_CALENDAR', 'practice')
  if (calendar !== 'twse' && calendar !== 'practice') {
    throw new WrongSetting('MARKET_CALENDAR: must be twse or practice')
  }
  return {
    databaseUrl: text('DATABASE_URL'),
    natsUrl: text('NATS_URL', 'nats://127.0.0.1:4222'),
    namespace: text('NATS_NAMESPACE', 'fairlot'),
    calendar,
    intensity: number('PRACTICE_INTENSITY', 1, 0.01, 200),
    seed: text('PRACTICE_SEED', 'fairlot'),
    haltsPerDay: number('PRACTICE_HALTS', 1.5, 0, 100),
    metricsPort: number('METRICS_PORT', 0, 0, 65_535),
    logLevel: text('LOG_LEVEL', 'info'),
  }
}
