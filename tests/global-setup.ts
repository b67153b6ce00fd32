import { migrate } from '@fairlot/database'
import { startTestCluster } from '@fairlot/testkit/cluster'
import type { TestProject } from 'vitest/node'

/** One PostgreSQL, NATS and Redis per run of vitest; each test file clones its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...services } = await startTestCluster({ migrate })
  project.provide('services', services)
  return stop
}
