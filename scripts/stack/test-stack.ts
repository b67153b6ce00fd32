// A separate stack for Playwright: it begins with an empty database and leaves no process behind.
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromiumFlags, findHeadlessChromium } from './chromium.ts'
import { inDev, type Layout } from './layout.ts'
import { takeLock } from './lock.ts'
import { endOrphans } from './processes.ts'
import { startStack, type Stack } from './stack.ts'

export interface TestStackOptions {
  readonly name: string
  readonly layout: Layout
  readonly env: Readonly<Record<string, string>>
}

export interface TestStack extends Stack {
  /** Runs Playwright against this stack and returns its exit code. */
  playwright(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<number>
}

/** Returns the exit code of `run`, or 1 when the stack does not start or `run` throws. */
export async function withTestStack(
  { name, layout, env }: TestStackOptions,
  run: (stack: TestStack) => Promise<number>,
): Promise<number> {
  if (!findHeadlessChromium()) {
    console.error(`Chromium is missing (it is started with ${chromiumFlags.join(' ')}): npm run setup`)
    return 1
  }
  const lock = takeLock(`${layout.devFolder}.lock`, `http://localhost:${layout.ports.api}`)
  if ('holder' in lock) {
    console.error(`${name} is already running (process ${lock.holder.pid})`)
    return 1
  }
  await endOrphans(lock.orphans)
  // Each run begins with an empty database, so that a test can rely on finding only its own data.
  rmSync(layout.devFolder, { recursive: true, force: true })

  const abort = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => abort.abort())
  try {
    const stack = await startStack({
      layout,
      mode: 'test',
      build: true,
      // A stalled machine must not look like a busy database.
      env: { DATABASE_PATIENCE: '10', ...env },
      // The logs are in the stack's folder; only the tests print here.
      say: () => {},
      onChildren: lock.note,
      onGivingUp: (child, reason) => {
        console.error(`${child} does not stay up: ${reason}; see ${inDev(layout, 'logs')}`)
        abort.abort()
      },
      signal: abort.signal,
    })
    try {
      return await run({
        ...stack,
        playwright: (args, more = {}) => runPlaywright(layout, stack, args, more, abort.signal),
      })
    } finally {
      await stack.stop()
    }
  } catch (error) {
    if (!abort.signal.aborted) console.error(error instanceof Error ? error.message : error)
    return 1
  } finally {
    lock.release()
  }
}

function runPlaywright(
  layout: Layout,
  stack: Stack,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const cli = join(layout.root, 'node_modules/.bin/playwright')
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    cwd: layout.root,
    env: {
      ...process.env,
      FAIRLOT_ORIGIN: stack.origin,
      FAIRLOT_CONSOLE_ORIGIN: stack.consoleOrigin,
      FAIRLOT_DATABASE_OWNER_URL: stack.databaseOwnerUrl,
      FAIRLOT_SECRETS_FILE: inDev(layout, 'secrets.json'),
      FAIRLOT_DEMO: stack.demo,
      ...env,
    },
    stdio: 'inherit',
  })
  signal.addEventListener('abort', () => child.kill('SIGTERM'))
  return new Promise((resolve) => child.once('close', (status) => resolve(status ?? 1)))
}
