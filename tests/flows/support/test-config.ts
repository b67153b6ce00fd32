import { type TestDatabase, testServices } from '@fairlot/testkit'
import { testPatience } from './open-db.ts'
import { type Config, readConfig } from '../../../apps/server/src/platform/config.ts'

export const testOrigin = 'http://localhost:8080'

type Environment = Readonly<Record<string, string | undefined>>

/** The environment of an api on its own database and any free port. It trusts the client address that a test sends. */
export function testEnvironment(database: TestDatabase, more: Environment = {}): Environment {
  // A drill has its own services and no test run.
  const services = more['NATS_URL'] && more['REDIS_URL'] ? undefined : testServices()
  return {
    FAIRLOT_MODE: 'test',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_ORIGIN: testOrigin,
    DATABASE_URL: database.apiUrl,
    NATS_URL: services?.natsUrl,
    NATS_MONITOR_URL: services?.natsMonitorUrl,
    // One NATS serves the whole run: each database has its own namespace there.
    NATS_NAMESPACE: database.name,
    REDIS_URL: services?.redisUrl,
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'silent',
    // No test calls a public beacon; nothing listens here.
    BEACON_RELAYS: 'http://localhost:1',
    PASSWORD_COST: 'test',
    DATABASE_PATIENCE: String(testPatience),
    ...more,
  }
}

export const testConfig = (database: TestDatabase, more: Environment = {}): Config =>
  readConfig(testEnvironment(database, more))
