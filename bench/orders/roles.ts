// The roles as separate processes, configured as in production.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shards } from '@fairlot/contract/venue'
import type { TestDatabase, TestServices } from '@fairlot/testkit'
import { endingWithParent, findFreePort, portAnswers } from '@fairlot/testkit/services/process'

export const origin = 'https://bench.example'
export const namespace = 'bench'
const root = join(import.meta.dirname, '../..')

export type Role = 'api' | 'exchange' | 'settlement' | 'worker' | 'live'

export interface Roles {
  start(role: Role): Promise<{ readonly port: number; readonly pid: number }>
  stopAll(): Promise<void>
  /** Of the roles that run. */
  pids(): ReadonlyMap<Role, number>
}

export interface RolesOptions {
  readonly services: TestServices
  readonly database: TestDatabase
  readonly secretsPath: string
  readonly filesFolder: string
  /** Flags of node, for a profile. */
  readonly nodeFlags: (role: Role) => readonly string[]
}

export function openRoles(options: RolesOptions): Roles {
  const running = new Map<Role, ChildProcess>()

  async function start(role: Role): Promise<{ port: number; pid: number }> {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const [script, argument] =
      role === 'exchange' ? ['apps/exchange/src/main.ts', 'run'] : ['apps/server/src/main.ts', role]
    const [command, ...args] = endingWithParent('TERM', [
      process.execPath,
      ...options.nodeFlags(role),
      join(root, script),
      argument,
    ])
    const child = spawn(command!, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...environmentOf(role, options), PORT: String(port), METRICS_PORT: String(metricsPort) },
    })
    running.set(role, child)
    const isUp = (): Promise<boolean> => portAnswers(role === 'api' || role === 'live' ? port : metricsPort)
    for (const end = Date.now() + 60_000; !(await isUp()); await pause(100)) {
      if (child.exitCode !== null) throw new Error(`${role} ended with ${child.exitCode}`)
      if (Date.now() > end) throw new Error(`${role} does not come up`)
    }
    return { port, pid: child.pid! }
  }

  return {
    start,
    async stopAll() {
      for (const child of running.values()) {
        if (child.exitCode !== null) continue
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      running.clear()
    },
    pids: () => new Map([...running].map(([role, child]) => [role, child.pid!])),
  }
}

function environmentOf(
  role: Role,
  { services, database, secretsPath, filesFolder }: RolesOptions,
): NodeJS.ProcessEnv {
  const urls: Readonly<Record<Role, string>> = {
    api: database.apiUrl,
    settlement: database.settlementUrl,
    worker: database.workerUrl,
    live: database.liveUrl,
    exchange: database.exchangeUrl,
  }
  return {
    PATH: process.env['PATH'],
    NATS_URL: services.natsUrl,
    NATS_MONITOR_URL: services.natsMonitorUrl,
    NATS_NAMESPACE: namespace,
    FAIRLOT_MODE: 'production',
    MARKET_CALENDAR: 'practice',
    LOG_LEVEL: 'warn',
    DATABASE_URL: urls[role],
    REDIS_URL: services.redisUrl,
    SECRETS_FILE: secretsPath,
    FILES_FOLDER: filesFolder,
    PUBLIC_ORIGIN: origin,
    TRUST_PROXY: '127.0.0.1',
    SHARDS: shards.join(','),
  }
}
