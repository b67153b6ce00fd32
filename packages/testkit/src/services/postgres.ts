import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findPostgresFolder } from './binaries.ts'
import { endingWithParent, startService, type ServiceProcess } from './process.ts'

export interface PostgresOptions {
  /** Contains `data`. Kept between starts unless the caller removes it. */
  readonly folder: string
  readonly port: number
  /** False for a throw-away cluster, which skips fsync: its data is not needed after a power cut. */
  readonly durable: boolean
  readonly onLine?: (line: string) => void
  readonly settings?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

export interface PostgresService extends ServiceProcess {
  /** The connection string of a database of this cluster, as the named role. */
  url(database: string, role?: string): string
}

export const ownerRole = 'fairlot_owner'

export async function startPostgres(options: PostgresOptions): Promise<PostgresService> {
  const bin = findPostgresFolder()
  if (!bin) throw new Error('PostgreSQL is missing: npm run setup')
  const { folder, port, durable } = options
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const data = join(folder, 'data')
  const asUser = unprivileged(bin, folder)
  if (!existsSync(join(data, 'PG_VERSION'))) createCluster(bin, data, asUser, durable)

  const onOff = durable ? 'on' : 'off'
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    // The server refuses to start with a socket path longer than 107 bytes, and a clone can be in any folder.
    unix_socket_directories: '',
    fsync: onOff,
    full_page_writes: onOff,
    synchronous_commit: onOff,
    // Each clone of a database adds thousands of rows to the shared catalogue: a tenth of the CPU of a test run was vacuuming it.
    autovacuum: onOff,
    max_connections: '200',
    // As in deploy/postgres/postgresql.conf.
    jit: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...options.settings,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, ...args] = asUser(endingWithParent('INT', [join(bin, 'postgres'), '-D', data, ...flags]))
  const url = (database: string, role = ownerRole) => `postgres://${role}@127.0.0.1:${port}/${database}`
  const service = await startService({
    name: 'postgres',
    command: command!,
    args,
    // Otherwise it inherits our working folder, which can be unreadable to the user it runs as.
    cwd: folder,
    env: { ...process.env, LC_ALL: 'C.UTF-8', ...options.env },
    // SIGINT is PostgreSQL's fast shutdown: it closes open sessions and writes a checkpoint.
    stopSignal: 'SIGINT',
    ...(options.onLine ? { onLine: options.onLine } : {}),
    isReady: () => answersQueries(url('postgres')),
  })
  return { ...service, url }
}

async function answersQueries(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

export type AsUser = (command: string[]) => string[]

/**
 * PostgreSQL refuses to run as root. A user namespace in which we are user 1000 satisfies it and still owns all our
 * files, wherever the clone is. The postgres user would need access to each folder above the data, which a temporary
 * folder does not give.
 */
export function unprivileged(bin: string, folder: string): AsUser {
  if (process.getuid?.() !== 0) return (command) => command
  const inNamespace: AsUser = (command) => [
    'unshare',
    '--user',
    '--map-user=1000',
    '--map-group=1000',
    '--',
    ...command,
  ]
  const asPostgres: AsUser = (command) => [
    'setpriv',
    '--reuid=postgres',
    '--regid=postgres',
    '--init-groups',
    '--',
    ...command,
  ]
  const tried: string[] = []
  const works = (way: AsUser): boolean => {
    const [command, ...args] = way([join(bin, 'postgres'), '--version'])
    const result = spawnSync(command!, args, { cwd: '/', encoding: 'utf8' })
    tried.push(`${command}: ${(result.stderr || result.error?.message || 'ok').trim()}`)
    return result.status === 0
  }
  if (works(inNamespace)) return inNamespace
  if (works(asPostgres)) {
    execFileSync('chown', ['-R', 'postgres:postgres', folder])
    const [command, ...args] = asPostgres(['test', '-x', folder])
    if (spawnSync(command!, args, { cwd: '/' }).status === 0) return asPostgres
    tried.push(`the postgres user cannot enter ${folder}: open the folders above it (chmod o+x)`)
  }
  throw new Error(`PostgreSQL does not run as root, and no other user could be taken:\n${tried.join('\n')}`)
}

function createCluster(bin: string, data: string, asUser: AsUser, durable: boolean): void {
  // An interrupted first start leaves an incomplete cluster; initdb would refuse its folder.
  rmSync(data, { recursive: true, force: true })
  const [command, ...args] = asUser([
    join(bin, 'initdb'),
    `--pgdata=${data}`,
    `--username=${ownerRole}`,
    '--data-checksums',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    ...(durable ? [] : ['--no-sync']),
  ])
  const result = spawnSync(command!, args, { cwd: '/', encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`initdb failed:\n${result.stdout}${result.stderr}`)
  chmodSync(data, 0o700)
}
