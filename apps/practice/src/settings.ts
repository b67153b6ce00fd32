// The practice market's configuration from its environment.

import { type Environment, logLevels, readEnvironment } from '@fairlot/process/config'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import type { CalendarName } from '@fairlot/rules/calendar'

export interface Settings {
  readonly databaseUrl: string
  readonly nats: NatsAddress
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

export const readSettings = (environment: Environment): Settings =>
  readEnvironment(environment, (env) => ({
    databaseUrl: env.databaseUrl(),
    nats: env.nats('nats://127.0.0.1:4222'),
    namespace: env.namespace(),
    calendar: env.oneOf('MARKET_CALENDAR', ['twse', 'practice'] as const, 'practice'),
    intensity: env.number('PRACTICE_INTENSITY', 1, 0.01, 200),
    seed: env.text('PRACTICE_SEED', 'fairlot'),
    haltsPerDay: env.number('PRACTICE_HALTS', 1.5, 0, 100),
    metricsPort: env.whole('METRICS_PORT', 0, 0, 65_535),
    logLevel: env.oneOf('LOG_LEVEL', logLevels, 'info'),
  }))
