// A server role in its own process, so that a test can kill it. FAIRLOT_ROLE_LOGS names a folder that keeps what each one prints.

import { spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@fairlot/testkit'
import { childEnvironment } from './child-environment.ts'
import { testEnvironment } from './test-config.ts'

const ownTree = fileURLToPath(new URL('../../../', import.meta.url))

export interface RoleProcess {
  /** Ends it without a chance to write anything. */
  kill(): Promise<void>
  /** Its number, to stop it without ending it. */
  readonly pid: number
  /** Asks it to stop and waits. Returns the exit code, or the signal that ended it. */
  stop(): Promise<number | NodeJS.Signals>
}

export function spawnRole(
  role: 'api' | 'console' | 'worker' | 'settlement' | 'quotes' | 'live',
  database: TestDatabase,
  more: Readonly<Record<string, string | undefined>> = {},
  /** Whose code it runs: this one, or that of another release. */
  tree: string = ownTree,
): RoleProcess {
  const urls = {
    api: database.apiUrl,
    console: database.consoleUrl,
    worker: database.workerUrl,
    settlement: database.settlementUrl,
    quotes: database.quotesUrl,
    live: database.liveUrl,
  }
  const logs = process.env['FAIRLOT_ROLE_LOGS']
  const output = logs === undefined ? 'ignore' : openSync(join(logs, `${role}-${Date.now()}.log`), 'a')
  const own = { DATABASE_URL: urls[role], ...(logs === undefined ? {} : { LOG_LEVEL: 'warn' }), ...more }
  const child = spawn(process.execPath, [join(tree, 'apps/server/src/main.ts'), role], {
    env: { ...childEnvironment(), ...testEnvironment(database, own) },
    stdio: ['ignore', output, output],
  })
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? code ?? -1)),
  )
  return {
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}
