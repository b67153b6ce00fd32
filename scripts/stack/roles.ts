// Our own processes that a start keeps running, in one list: the command, the database role, and the readiness address
// of each.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shards } from '@fairlot/contract/venue'
import { endingWithParent, startService, type ServiceProcess } from '@fairlot/testkit/services/process'
import { answers } from './answers.ts'
import { beaconKeyFile } from './beacon-key.ts'
import { inDev, type Layout } from './layout.ts'
import { natsUserEnvironment } from './nats-users.ts'

export interface Role {
  readonly name: string
  readonly program: 'server' | 'exchange' | 'practice'
  readonly args: readonly string[]
  /** Undefined: it has no database. */
  readonly databaseRole?: string
  readonly metricsPort: number
  readonly env?: Readonly<Record<string, string>>
}

export function rolesOf(layout: Layout): readonly Role[] {
  const { ports } = layout
  const server = (name: string, metricsPort: number, env: Readonly<Record<string, string>> = {}): Role => ({
    name,
    program: 'server',
    args: [name],
    databaseRole: `fairlot_${name.replaceAll('-', '_')}`,
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
    server('settlement', ports.settlementMetrics),
    server('quotes', ports.quotesMetrics),
    server('live', ports.liveMetrics, { PORT: String(ports.live) }),
    server('api', ports.apiMetrics, {
      PORT: String(ports.api),
      LIVE_UPSTREAM: `http://127.0.0.1:${ports.live}`,
    }),
    // Plain HTTP on a local port: browsers connect to console-app.
    server('console', ports.consoleMetrics, {
      CONSOLE_PORT: String(ports.consoleApi),
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      TLS_CERT_FILE: '',
      TLS_KEY_FILE: '',
    }),
    server('console-app', ports.consoleAppMetrics, {
      CONSOLE_UPSTREAM: `http://127.0.0.1:${ports.consoleApi}`,
    }),
    {
      name: 'practice',
      program: 'practice',
      args: ['run'],
      databaseRole: 'fairlot_practice',
      metricsPort: ports.practiceMetrics,
    },
    {
      name: 'beacon',
      program: 'practice',
      args: ['beacon'],
      metricsPort: ports.beaconMetrics,
      env: { BEACON_PORT: String(ports.beacon), BEACON_KEY_FILE: beaconKeyFile(layout) },
    },
    // Simulated mentors: members' accounts that trade through the api.
    {
      name: 'practice-mentors',
      program: 'practice',
      args: ['mentors'],
      databaseRole: 'fairlot_practice',
      metricsPort: ports.practiceOperatorMetrics + 2,
      env: { PRACTICE_KEY_FILE: inDev(layout, 'practice-mentors.key') },
    },
    // Two programs that act as operators, each with its own key.
    ...(['propose', 'approve'] as const).map((part, at): Role => ({
      name: `practice-${part}`,
      program: 'practice',
      args: [part],
      databaseRole: part === 'propose' ? 'fairlot_practice_proposer' : 'fairlot_practice_approver',
      metricsPort: ports.practiceOperatorMetrics + at,
      env: { PRACTICE_KEY_FILE: inDev(layout, `practice-${part}.key`) },
    })),
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

/** Readiness is on the metrics port: the public port answers /healthz only. */
function readyAddress({ name, metricsPort }: Role): string {
  const page = ['api', 'console', 'console-app'].includes(name) ? 'readyz' : 'metrics'
  return `http://127.0.0.1:${metricsPort}/${page}`
}

export function startRole(
  role: Role,
  layout: Layout,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
): Promise<ServiceProcess> {
  const [program, ...args] = endingWithParent('TERM', programCommand(layout, role.program, ...role.args))
  return startService({
    name: role.name,
    command: program!,
    args,
    cwd: layout.root,
    env: {
      ...env,
      ...(role.databaseRole === undefined
        ? {}
        : {
            DATABASE_URL: databaseUrl(layout, role.databaseRole),
            ...natsUserEnvironment(layout, role.databaseRole),
          }),
      METRICS_PORT: String(role.metricsPort),
      MEMBER_APP_DIR: memberAppFolder(layout),
      ...(existsSync(consoleAppFolder(layout)) ? { CONSOLE_APP_DIR: consoleAppFolder(layout) } : {}),
      ...role.env,
    },
    onLine,
    isReady: () => answers(readyAddress(role)),
    // Twelve of our processes start at once on a machine with two cores.
    startLimitMs: 60_000,
  })
}
