import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { migrate } from '@fairlot/database'
import { startTestCluster } from '@fairlot/testkit/cluster'
import type { TestProject } from 'vitest/node'
import { moduleCache } from '../scripts/stack/module-cache.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const programs = [
  'apps/server/src/roles/api.ts',
  'apps/server/src/roles/console.ts',
  'apps/server/src/roles/worker.ts',
  'apps/server/src/roles/settlement.ts',
  'apps/server/src/roles/quotes.ts',
  'apps/server/src/roles/live.ts',
  'apps/exchange/src/exchange.ts',
]

/** One PostgreSQL, NATS and Redis per run of vitest; each test file clones its own database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  fillModuleCache()
  const { stop, ...services } = await startTestCluster({ migrate })
  project.provide('services', services)
  return stop
}

/** Node writes the cache when a process ends by itself. Most processes of the tests are killed. */
function fillModuleCache(): void {
  const folder = moduleCache(root)
  if (existsSync(folder)) return
  const imports = programs.map((path) => `import('./${path}')`).join(',')
  const child = spawn(
    process.execPath,
    ['--input-type=module', '-e', `await Promise.all([${imports}]); process.exit()`],
    { cwd: root, env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: folder }, stdio: 'ignore' },
  )
  child.unref()
}
