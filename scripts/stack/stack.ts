import { createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { readMigrations } from '@fairlot/database/migrations'
import { startNats } from '@fairlot/testkit/services/nats'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { portIsFree } from '@fairlot/testkit/services/process'
import { startRedis } from '@fairlot/testkit/services/redis'
import { beaconEnvironment } from './beacon-key.ts'
import { ensureCertificate, type Certificate } from './certificate.ts'
import { inDev, type Layout } from './layout.ts'
import { moduleCache } from './module-cache.ts'
import { ensureNatsPasswords, natsPassword, natsUserEnvironment } from './nats-users.ts'
import type { ProcessMark } from './processes.ts'
import {
  consoleAppFolder,
  databaseUrl,
  memberAppFolder,
  programCommand,
  rolesOf,
  startRole,
} from './roles.ts'
import { runCommand } from './run-command.ts'
import { createSupervisor } from './supervisor.ts'

export interface StackOptions {
  readonly layout: Layout
  readonly mode: 'development' | 'test'
  readonly https?: boolean
  /** Builds the member app first; false when the caller has built it. */
  readonly build: boolean
  readonly say: (name: string, line: string) => void
  readonly onChildren?: (children: readonly ProcessMark[]) => void
  readonly onGivingUp: (name: string, reason: string) => void
  readonly env?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

export interface Stack {
  readonly origin: string
  /** The console's address. */
  readonly consoleOrigin: string
  /** The metrics port of each role. */
  readonly metrics: string
  readonly databaseOwnerUrl: string
  /** The seed's output: the demo accounts. */
  readonly demo: string
  /** Of our processes, without what each has for itself. */
  readonly environment: NodeJS.ProcessEnv
  /** After this nothing writes to the database any more. */
  stopAllButPostgres(): Promise<void>
  stop(): Promise<void>
}

/** Starts everything and keeps it running until `stop`. If a part fails, the started ones are stopped again. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { layout, say, signal } = options
  const { ports } = layout
  mkdirSync(inDev(layout, 'logs'), { recursive: true })
  ensureNatsPasswords(layout)
  await refuseTakenPorts(layout)

  // Not apps/member/dist: a build for a check must not change what a running server serves.
  const memberApp = memberAppFolder(layout)
  const supervisor = createSupervisor({
    say,
    onChange: (children) => options.onChildren?.(children),
    onGivingUp: options.onGivingUp,
  })
  const roles = rolesOf(layout)
  // Our processes stop first, so that their last transactions still find a database.
  const stopAllButPostgres = async () => {
    await supervisor.stop(roles.map(({ name }) => name))
    await supervisor.stop(['nats', 'redis'])
  }
  const stop = async () => {
    await stopAllButPostgres()
    await supervisor.stop(['postgres'])
  }
  const logOf = openLogs(layout, say)

  try {
    const certificate = options.https ? ensureCertificate(inDev(layout, 'https')) : undefined
    const host = certificate ? `https://${certificate.host}` : 'http://localhost'
    const origin = `${host}:${ports.api}`
    const consoleOrigin = `${host}:${ports.console}`
    const ownerUrl = databaseUrl(layout, 'fairlot_owner')
    const env = {
      ...serverEnvironment(layout, options, { origin, consoleOrigin }, certificate),
      ...options.env,
    }

    const buildApp = (app: 'member' | 'console', folder: string) =>
      runCommand(command('vite', 'build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'), {
        cwd: join(layout.root, 'apps', app),
        env: { ...process.env, ...options.env },
        onLine: logOf('build'),
        ...(signal ? { signal } : {}),
      })
    const building = options.build
      ? buildApp('member', memberApp).then(() => buildApp('console', consoleAppFolder(layout)))
      : Promise.resolve()
    // A failure before the await below would otherwise end this process without `stop`.
    building.catch(() => {})

    await startServices(supervisor, layout, logOf)
    signal?.throwIfAborted()
    await migrate(ownerUrl, { onApplied: (name) => say('migrate', `applied ${name}`) })
    writeAppliedMigrations(layout)
    signal?.throwIfAborted()
    const demo = await seedOnce(layout, env, logOf('seed'), signal)
    await building
    signal?.throwIfAborted()

    await allStarted(
      roles.map((role) => supervisor.keep(role.name, () => startRole(role, layout, env, logOf(role.name)))),
    )
    signal?.throwIfAborted()
    return {
      origin,
      consoleOrigin,
      metrics: roles.map(({ name, metricsPort }) => `${name} ${metricsPort}`).join(', '),
      databaseOwnerUrl: ownerUrl,
      demo,
      environment: env,
      stopAllButPostgres,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

type LogOf = (name: string) => (line: string) => void

/** One file per process, and the terminal. */
function openLogs(layout: Layout, say: StackOptions['say']): LogOf {
  const logs = new Map<string, (line: string) => void>()
  return (name: string) => {
    let log = logs.get(name)
    if (!log) {
      const file = createWriteStream(inDev(layout, 'logs', `${name}.log`))
      log = (line) => {
        file.write(`${line}\n`)
        say(name, line)
      }
      logs.set(name, log)
    }
    return log
  }
}

const startServices = (
  supervisor: ReturnType<typeof createSupervisor>,
  layout: Layout,
  logOf: LogOf,
): Promise<void> => {
  const { ports } = layout
  return allStarted([
    supervisor.keep('postgres', () =>
      startPostgres({
        folder: inDev(layout, 'postgres'),
        port: ports.postgres,
        durable: true,
        onLine: logOf('postgres'),
      }),
    ),
    supervisor.keep('nats', () =>
      startNats({
        folder: inDev(layout, 'nats'),
        port: ports.nats,
        monitorPort: ports.natsMonitor,
        users: { namespace: 'fairlot', passwordOf: (user) => natsPassword(layout, user) },
        onLine: logOf('nats'),
      }),
    ),
    supervisor.keep('redis', () =>
      startRedis({ folder: inDev(layout, 'redis'), port: ports.redis, onLine: logOf('redis') }),
    ),
  ])
}

/** Waits for every start before it reports a failed one, so that none starts after the others were stopped. */
async function allStarted(starts: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(starts)).find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

async function refuseTakenPorts({ ports, portBase }: Layout): Promise<void> {
  const taken: string[] = []
  for (const [name, port] of Object.entries(ports)) {
    if (!(await portIsFree(port as number))) taken.push(`${port} (${name})`)
  }
  if (taken.length === 0) return
  throw new Error(
    `port ${taken.join(', ')} is taken by another program; choose others: FAIRLOT_PORT_BASE=${portBase + 1000} npm start`,
  )
}

/** The doctor compares this with the files, without needing a running database. */
function writeAppliedMigrations(layout: Layout): void {
  const applied = readMigrations().map(({ number, name, checksum }) => ({ number, name, checksum }))
  writeFileSync(inDev(layout, 'migrations.json'), JSON.stringify(applied))
}

function serverEnvironment(
  layout: Layout,
  { mode }: StackOptions,
  { origin, consoleOrigin }: { readonly origin: string; readonly consoleOrigin: string },
  certificate: Certificate | undefined,
): NodeJS.ProcessEnv {
  const { ports } = layout
  return {
    ...process.env,
    NODE_COMPILE_CACHE: moduleCache(layout.root),
    FAIRLOT_MODE: mode,
    DATABASE_OWNER_URL: databaseUrl(layout, 'fairlot_owner'),
    NATS_URL: `nats://127.0.0.1:${ports.nats}`,
    NATS_MONITOR_URL: `http://127.0.0.1:${ports.natsMonitor}`,
    REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    PUBLIC_ORIGIN: origin,
    CONSOLE_ORIGIN: consoleOrigin,
    CONSOLE_PORT: String(ports.console),
    // The server creates it at its first start, readable by the owner only.
    SECRETS_FILE: inDev(layout, 'secrets.json'),
    ...beaconEnvironment(layout),
    ...(certificate
      ? {
          TLS_CERT_FILE: certificate.certFile,
          TLS_KEY_FILE: certificate.keyFile,
          HOST: '0.0.0.0',
          // The simulated members call the api by its own certificate.
          NODE_EXTRA_CA_CERTS: certificate.certFile,
        }
      : {}),
  }
}

function command(binary: string, ...args: string[]): string[] {
  return [process.execPath, join(import.meta.dirname, '../../node_modules/.bin', binary), ...args]
}

/**
 * Seeds the demo's members, the instruments and seats, and the generated history of the practice market. The seed's
 * output is stored, so that a later start can show the accounts again. It is written last, so that an interrupted start
 * is completed the next time.
 */
async function seedOnce(
  layout: Layout,
  env: NodeJS.ProcessEnv,
  onLine: (line: string) => void,
  signal: AbortSignal | undefined,
): Promise<string> {
  const file = inDev(layout, 'demo.txt')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  // A folder from before the console existed gets its operators.
  if (/^operator /m.test(before)) return before
  const lines: string[] = before === '' ? [] : [before.trimEnd()]
  const run = (program: 'server' | 'practice', argument: string, role: string, keep: boolean) =>
    runCommand(programCommand(layout, program, argument), {
      cwd: layout.root,
      env: {
        ...env,
        DATABASE_URL: databaseUrl(layout, role),
        ...natsUserEnvironment(layout, role),
        PORT: String(layout.ports.api),
        METRICS_PORT: String(layout.ports.apiMetrics),
      },
      onLine: (line) => {
        onLine(line)
        if (keep && !line.startsWith('{')) lines.push(line)
      },
      ...(signal ? { signal } : {}),
    })
  if (before === '') {
    await run('server', 'seed', 'fairlot_seed', true)
    signal?.throwIfAborted()
    await run('practice', 'history', 'fairlot_practice', false)
  }
  await run('server', 'seed-operators', 'fairlot_console', true)
  const demo = `${lines.join('\n')}\n`
  writeFileSync(file, demo)
  return demo
}
