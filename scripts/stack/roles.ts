// The processes of our own that a start keeps running, on one page: what each runs, as whom it connects, and what
// answers when it is ready.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shards } from '@fairlot/contract/venue'
import { endingWithParent, startService, type ServiceProcess } from '@fairlot/testkit/services/process'
import { answers } from './answers.ts'
import { inDev, type Layout } from './layout.ts'

export interface Role {
  readonly name: string
  readonly program: 'server' | 'exchange' | 'practice'
  readonly args: readonly string[]
  readonly databaseRole: string
  readonly metricsPort: number
  readonly env?: Readonly<Record<string, string>>
}

export function rolesOf({ ports }: Layout): readonly Role[] {
  const server = (name: string, metricsPort: number, env: Readonly<Record<string, string>> = {}): Role => ({
    name,
    program: 'server',
    args: [name],
    databaseRole: `fairlot_${name}`,
    metricsPort,
    env,
  })
  return [
    ...shards.map((shard): Role => ({
      name: `exchange-${shard}`,
      program: 'exchange',
      args: [],
      databaseRole: 'fairlot_exchange',
      metricsPort: ports.exchangeMetrics + shard,
      env: { SHARDS: String(shard) },
    })),
    server('worker', ports.workerMetrics),
    server('quotes', ports.quotesMetrics),
    server('live', ports.liveMetrics, { PORT: String(ports.live) }),
    server('api', ports.apiMetrics, {
      PORT: String(ports.api),
      LIVE_UPSTREAM: `http://127.0.0.1:${ports.live}`,
    }),
    server('console', ports.consoleMetrics),
    {
      name: 'practice',
      program: 'practice',
      args: ['run'],
      databaseRole: 'fairlot_practice',
      metricsPort: ports.practiceMetrics,
    },
  ]
}

export function databaseUrl({ ports }: Layout, role: string): string {
  return `postgres://${role}@127.0.0.1:${ports.postgres}/fairlot`
}

export function memberAppFolder(layout: Layout): string {
  return inDev(layout, 'member-app')
}

export function consoleAppFolder(layout: Layout): string {
  return inDev(layout, 'console-app')
}

export function programCommand(layout: Layout, program: Role['program'], ...args: string[]): string[] {
  return [process.execPath, join(layout.root, 'apps', program, 'src/main.ts'), ...args]
}

export function startRole(
  role: Role,
  layout: Layout,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<ServiceProcess> {
  const [program, ...args] = endingWithParent('TERM', programCommand(layout, role.program, ...role.args))
  const scheme = env.TLS_CERT_FILE ? 'https' : 'http'
  return startService({
    name: role.name,
    command: program!,
    args,
    cwd: layout.root,
    env: {
      ...env,
      DATABASE_URL: databaseUrl(layout, role.databaseRole),
      METRICS_PORT: String(role.metricsPort),
      MEMBER_APP_DIR: memberAppFolder(layout),
      ...(existsSync(consoleAppFolder(layout)) ? { CONSOLE_APP_DIR: consoleAppFolder(layout) } : {}),
      ...role.env,
    },
    onLine,
    isReady: () =>
      answers(
        role.name === 'api' || role.name === 'console'
          ? `${scheme}://127.0.0.1:${layout.ports[role.name]}/readyz`
          : `http://127.0.0.1:${role.metricsPort}/metrics`,
      ),
    // Ten of our own start at once on a machine with two cores.
    startLimitMs: 60_000,
  })
}
