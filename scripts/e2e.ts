// npm run e2e: starts a separate stack, runs Playwright against it, and removes everything. Arguments go to Playwright:
// npm run e2e -- auth --headed
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags, findHeadlessChromium } from './stack/chromium.ts'
import { readLayout } from './stack/layout.ts'
import { takeLock } from './stack/lock.ts'
import { endOrphans } from './stack/processes.ts'
import { startStack } from './stack/stack.ts'

const layout = readLayout({
  FAIRLOT_DEV_DIR: process.env.FAIRLOT_E2E_DIR ?? '.dev/e2e',
  FAIRLOT_PORT_BASE: process.env.FAIRLOT_E2E_PORT_BASE ?? '17400',
})
if (!findHeadlessChromium()) {
  console.error(`Chromium is missing (it is started with ${chromiumFlags.join(' ')}): npm run setup`)
  process.exit(1)
}
const lock = takeLock(`${layout.devFolder}.lock`, `http://localhost:${layout.ports.api}`)
if ('holder' in lock) {
  console.error(`e2e is already running (process ${lock.holder.pid})`)
  process.exit(1)
}
await endOrphans(lock.orphans)
// Each run begins with an empty database, so that a test can rely on finding only its own data.
rmSync(layout.devFolder, { recursive: true, force: true })

const abort = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort())

let code = 1
try {
  const stack = await startStack({
    layout,
    mode: 'test',
    build: true,
    // ui.spec.ts needs the parts page. Tests that wait for a price change should not wait long. Tests of money set the
    // bank's clock themselves (tests/e2e/support/bank-hours.ts).
    env: { VITE_PARTS: '1', PRACTICE_INTENSITY: '4', BANK_CLOCK: 'request' },
    // The logs are in the stack's folder; only the tests print here.
    say: () => {},
    onChildren: lock.note,
    onGivingUp: (name, reason) => {
      console.error(`${name} does not stay up: ${reason}; see ${join(layout.devFolder, 'logs')}`)
      abort.abort()
    },
    signal: abort.signal,
  })
  try {
    code = await runPlaywright({
      ...process.env,
      FAIRLOT_ORIGIN: stack.origin,
      FAIRLOT_CONSOLE_ORIGIN: stack.consoleOrigin,
      FAIRLOT_DATABASE_OWNER_URL: stack.databaseOwnerUrl,
      FAIRLOT_SECRETS_FILE: join(layout.devFolder, 'secrets.json'),
      FAIRLOT_DEMO: stack.demo,
    })
  } finally {
    await stack.stop()
  }
} catch (error) {
  if (!abort.signal.aborted) console.error(error instanceof Error ? error.message : error)
} finally {
  lock.release()
}
process.exit(code)

function runPlaywright(env: NodeJS.ProcessEnv): Promise<number> {
  const cli = join(layout.root, 'node_modules/.bin/playwright')
  const child = spawn(process.execPath, [cli, 'test', ...process.argv.slice(2)], {
    cwd: layout.root,
    env,
    stdio: 'inherit',
  })
  abort.signal.addEventListener('abort', () => child.kill('SIGTERM'))
  return new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
}
