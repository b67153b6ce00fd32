import { inject } from 'vitest'
import { cloneDatabase, clonePrepared, type TestDatabase, type TestServices } from './cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    services: TestServices
  }
}

/** The NATS and Redis of this test run; tests/global-setup.ts starts them once. */
export function testServices(): TestServices {
  return inject('services')
}

/** A migrated database for one test file. Close it in afterAll. */
export function openTestDatabase(): Promise<TestDatabase> {
  return cloneDatabase(testServices())
}

/** The same with more in it, prepared once per run. `preparation` names everything that the content depends on. */
export function openPreparedDatabase(
  preparation: string,
  prepare: (database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  return clonePrepared(testServices(), preparation, prepare)
}
