// Three PostgreSQL servers under Patroni, three members of etcd and HAProxy, as deploy/postgres configures them, on this
// machine. Every process ends with the drill, also when the drill is killed.

import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findOnPath, findPostgresFolder } from '@fairlot/testkit/services/binaries'
import { unprivileged } from '@fairlot/testkit/services/postgres'
import {
  endingWithParent,
  portAnswers,
  portIsFree,
  type ServiceProcess,
  startService,
} from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import pg from 'pg'
import { type ClusterPlan, type ClusterServer, renderCluster } from '../../../scripts/cluster/render.ts'
import type { DrillContext } from './run-drill.ts'
import { childrenOf, postmasterOf, signalAll, untilEnded } from './processes.ts'

export interface ClusterNode extends ClusterServer {
  /** Directly to this server, past the proxy. */
  url(database: string, role?: string): string
  isPrimary(): Promise<boolean>
  postmaster(): number | undefined
  patroni(): number | undefined
  startPatroni(): Promise<void>
  /** Patroni, the postmaster and every session: what a host takes with it. */
  hostProcesses(): number[]
  /** Runs pgBackRest for this server's data folder, or another. Returns what it printed. */
  backup(args: readonly string[], dataFolder?: string): Promise<string>
}

export interface DatabaseCluster {
  readonly folder: string
  readonly nodes: readonly ClusterNode[]
  /** The proxy's port: it leads to the primary. */
  readonly port: number
  url(database: string, role?: string): string
  primary(): Promise<ClusterNode>
  /** Every server runs, the standbys stream, and one of them is synchronous. */
  untilWhole(): Promise<ClusterNode>
}

const owner = 'fairlot_owner'
const address = '127.0.0.1'
const usualPort = 26_000
const programs = ['patroni', 'etcd', 'haproxy', 'pgbackrest'] as const

/** Its end is arranged before its first process starts: Ctrl-C may come at any moment. */
export async function startCluster({ folder, atEnd, option }: DrillContext): Promise<DatabaseCluster> {
  const firstPort = option('port', usualPort)
  const missing = programs.filter((name) => findOnPath(name) === undefined)
  if (missing.length > 0) throw new Error(`${missing.join(', ')} not installed: npm run setup -- --ha`)
  const plan = planOf(folder, firstPort)
  for (const port of portsOf(plan))
    if (!(await portIsFree(port))) throw new Error(`port ${port} is taken: choose others with --port`)
  write(plan, folder)
  const asUser = unprivileged(plan.bin, folder)
  const services = new Set<ServiceProcess>()
  const run = async (name: string, command: string[], isReady: () => Promise<boolean>) => {
    const [program, ...args] = asUser(endingWithParent('TERM', command))
    const env = { PATH: `${plan.bin}:/usr/bin:/bin:/usr/sbin`, HOME: folder, LC_ALL: 'C.UTF-8' }
    const service = await startService({ name, command: program!, args, cwd: folder, env, isReady })
    services.add(service)
    return service
  }
  const nodes = plan.servers.map((server) => makeNode(server, run, asUser))
  const stop = async (): Promise<void> => {
    const ours = [...services]
    // A frozen one hears nothing.
    signalAll(
      ours.map(({ pid }) => pid),
      'SIGCONT',
    )
    const frozen = () => nodes.map((node) => node.postmaster()).filter((pid) => pid !== undefined)
    signalAll(frozen(), 'SIGKILL')
    await Promise.all(ours.map((service) => service.stop()))
    const left = frozen().flatMap((pid) => [pid, ...childrenOf(pid)])
    signalAll(left, 'SIGKILL')
    await untilEnded(left)
  }
  atEnd(stop)
  await Promise.all(
    plan.servers.map(({ name, folder: own, etcdClientPort }) =>
      run(`etcd ${name}`, [findOnPath('etcd')!, '--config-file', join(own, 'etcd.yml')], () =>
        answers(`http://${address}:${etcdClientPort}/health`),
      ),
    ),
  )
  for (const node of nodes) await node.startPatroni()
  const { primaryPort } = plan.proxies[0]!
  const config = join(folder, 'proxy/haproxy.cfg')
  await run('haproxy', [findOnPath('haproxy')!, '-db', '-f', config], () => portAnswers(primaryPort))
  const cluster = openCluster(folder, nodes, primaryPort)
  const primary = await cluster.untilWhole()
  await ask(primary.url('postgres'), readFileSync(join(templates, 'cluster-roles.sql'), 'utf8'))
  await primary.backup(['stanza-create'])
  return cluster
}

const templates = new URL('../../../deploy/postgres', import.meta.url).pathname

function openCluster(folder: string, nodes: readonly ClusterNode[], port: number): DatabaseCluster {
  const url = (database: string, role = owner): string => `postgres://${role}@${address}:${port}/${database}`
  const findPrimary = async (): Promise<ClusterNode | undefined> => {
    const found = await Promise.all(nodes.map((node) => node.isPrimary()))
    return nodes.find((_, index) => found[index])
  }
  const primary = (): Promise<ClusterNode> => until('a primary', findPrimary)
  return {
    folder,
    nodes,
    port,
    url,
    primary,
    untilWhole: () =>
      until('the cluster to be whole', async () => {
        const leader = await findPrimary()
        if (!leader) return undefined
        const rows = await ask<{ streaming: number; sync: number }>(
          leader.url('postgres'),
          `SELECT count(*) FILTER (WHERE state = 'streaming')::int AS streaming,
             count(*) FILTER (WHERE sync_state = 'sync')::int AS sync
           FROM pg_stat_replication WHERE application_name LIKE 'pg_'`,
        ).catch(() => [])
        return rows[0]?.streaming === nodes.length - 1 && rows[0].sync === 1 ? leader : undefined
      }),
  }
}

type Run = (name: string, command: string[], isReady: () => Promise<boolean>) => Promise<ServiceProcess>

function makeNode(server: ClusterServer, run: Run, asUser: (command: string[]) => string[]): ClusterNode {
  const { folder, port, restPort } = server
  const rest = `http://${address}:${restPort}`
  const data = join(folder, 'data')
  let patroni: ServiceProcess | undefined
  return {
    ...server,
    url: (database, role = owner) => `postgres://${role}@${address}:${port}/${database}`,
    isPrimary: () => answers(`${rest}/primary`),
    postmaster: () => postmasterOf(data),
    patroni: () => patroni?.pid,
    async startPatroni() {
      const command = [findOnPath('patroni')!, join(folder, 'patroni.yml')]
      patroni = await run(`patroni ${server.name}`, command, () => answers(`${rest}/liveness`))
    },
    hostProcesses() {
      const postmaster = postmasterOf(data)
      const own = postmaster === undefined ? [] : [postmaster, ...childrenOf(postmaster)]
      return [...(patroni ? [patroni.pid] : []), ...own]
    },
    async backup(args, dataFolder) {
      const [program, ...all] = asUser([
        findOnPath('pgbackrest')!,
        `--config=${join(folder, 'pgbackrest.conf')}`,
        '--stanza=fairlot',
        ...(dataFolder === undefined ? [] : [`--pg1-path=${dataFolder}`]),
        ...args,
      ])
      return (await promisify(execFile)(program!, all, { cwd: folder })).stdout
    },
  }
}

function planOf(folder: string, firstPort: number): ClusterPlan {
  const secret = (): string => randomBytes(24).toString('hex')
  return {
    servers: [1, 2, 3].map((n) => ({
      name: `pg${n}`,
      address,
      folder: join(folder, `pg${n}`),
      port: firstPort + n,
      restPort: firstPort + 10 + n,
      etcdClientPort: firstPort + 20 + n,
      etcdPeerPort: firstPort + 30 + n,
    })),
    proxies: [
      {
        name: 'proxy',
        address,
        folder: join(folder, 'proxy'),
        primaryPort: firstPort,
        metricsPort: firstPort + 9,
      },
    ],
    ownerPassword: secret(),
    replicationPassword: secret(),
    rewindPassword: secret(),
    repositoryPassphrase: secret(),
    repository: join(folder, 'repository'),
    clusterNetwork: `${address}/32`,
    applicationNetwork: `${address}/32`,
    applicationAuth: 'trust',
    localAuth: 'trust',
    sharedBuffers: '256MB',
    bin: findPostgresFolder()!,
    pgbackrest: findOnPath('pgbackrest')!,
  }
}

const portsOf = ({ servers, proxies }: ClusterPlan): number[] => [
  ...servers.flatMap((each) => [each.port, each.restPort, each.etcdClientPort, each.etcdPeerPort]),
  ...proxies.flatMap((each) => [each.primaryPort, each.metricsPort]),
]

function write(plan: ClusterPlan, folder: string): void {
  const made = [
    'repository',
    'proxy',
    ...plan.servers.flatMap(({ name }) => [`${name}/socket`, `${name}/log`]),
  ]
  for (const name of made) mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
  for (const [name, text] of renderCluster(plan)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  chmodSync(folder, 0o700)
}

export async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(1_000) })
    return response.ok
  } catch {
    return false
  }
}

/** One question on its own connection, so that none is left to a server that dies. */
export async function ask<Row>(connectionString: string, text: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000, query_timeout: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end().catch(() => undefined)
  }
}
