// npm run drill -- secrets [--members 12] [--pause 300]: every secret of the processes is replaced while members trade:
// passwords of PostgreSQL, NATS and Redis without a restart, then each ring of keys with a rolling one. No request may
// need more than one retry.

import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { natsUsers } from '@fairlot/contract/venue'
import { migrate } from '@fairlot/database'
import { seededRandom } from '@fairlot/testkit'
import { cloneDatabase } from '@fairlot/testkit/cluster'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { startRedis } from '@fairlot/testkit/services/redis'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { Redis } from 'ioredis'
import { makeSecretsFile, type SecretsFile } from '../../apps/server/src/platform/secrets.ts'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn, type TradingServices } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { type Fleet, type FleetMember, openFleet } from './support/fleet.ts'
import { nodes, startNatsCluster } from './support/nats-cluster.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'

const processes = ['api', 'worker', 'settlement', 'quotes', 'exchange'] as const
const seed = 20_261_118
const maxTries = 2

const newPassword = (): string => randomBytes(24).toString('hex')

/** How often each order was sent. */
function countTries({ members }: MemberLoad): ReadonlyMap<string, number> {
  const tries = new Map<string, number>()
  for (const { client } of members) {
    const call = client.call.bind(client)
    client.call = (path, body, options) => {
      const { orderId } = body as { orderId?: string }
      if (orderId !== undefined && /place|close/i.test(path))
        tries.set(orderId, (tries.get(orderId) ?? 0) + 1)
      return call(path, body, options)
    }
  }
  return tries
}

async function run(context: DrillContext): Promise<DrillResult> {
  const { folder, atEnd, say } = context
  const port = context.option('port', 27_000)
  const secretsFile = join(folder, 'secrets.json')
  const keepSecrets = (secrets: SecretsFile): void =>
    writeFileSync(secretsFile, JSON.stringify(secrets), { mode: 0o600 })
  keepSecrets(makeSecretsFile())
  const databaseFile = (name: string): string => join(folder, `database-${name}.password`)
  const redisFile = join(folder, 'redis.password')

  const postgres = await onFreePorts(1, async ([free]) => {
    const service = await startPostgres({ folder: join(folder, 'postgres'), port: free!, durable: true })
    return { ...service, port: free! }
  })
  atEnd(() => postgres.stop())
  await migrate(postgres.url('template'))
  const owner = openSql(postgres.url('postgres'))
  atEnd(() => owner.close())
  await askForPasswords(owner)
  const setPassword = async (name: (typeof processes)[number]): Promise<void> => {
    const password = newPassword()
    await owner.query(`ALTER ROLE fairlot_${name} PASSWORD '${password}'`)
    writeFileSync(databaseFile(name), `${password}\n`, { mode: 0o600 })
  }
  for (const name of processes) await setPassword(name)

  const nats = await startNatsCluster(join(folder, 'nats'), port)
  atEnd(() => nats.stop())
  const redis = await onFreePorts(1, ([free]) => startRedis({ folder: join(folder, 'redis'), port: free! }))
  atEnd(() => redis.stop())
  const redisOwner = new Redis(redis.url)
  atEnd(async () => redisOwner.disconnect())
  const setRedisPassword = async (): Promise<void> => {
    const password = newPassword()
    await redisOwner.config('SET', 'requirepass', password)
    writeFileSync(redisFile, password, { mode: 0o600 })
  }
  await setRedisPassword()

  const natsUrl = nats.urls
  const services = { natsUrl, natsMonitorUrl: '', redisUrl: redis.url }
  const database = await cloneDatabase({ postgresPort: postgres.port, template: 'template', ...services })
  const own: TradingServices = { database, natsUrl, redisUrl: redis.url, stop: async () => undefined }
  const envOf = (name: FleetMember['role']): Readonly<Record<string, string>> => {
    const { passwordFile, caFile } = nats.addressOf(name)
    return {
      DATABASE_PASSWORD_FILE: databaseFile(name),
      NATS_USER: name,
      NATS_PASSWORD_FILE: passwordFile,
      NATS_CA_FILE: caFile,
      NATS_NAMESPACE: 'fairlot',
    }
  }
  const stack = await openTradingOn(own, {
    env: {
      SECRETS_FILE: secretsFile,
      REDIS_PASSWORD_FILE: redisFile,
      DATABASE_PATIENCE: '1',
      NATS_AWAY_SECONDS: '10',
    },
    members: context.option('members', 12),
    // A machine that does other work too is slow: a member who gives up early would look like a failure.
    load: { answerMs: 15_000 },
  })
  atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const name of ['exchange', 'worker', 'settlement', 'quotes'] as const)
    await fleet.start(name, name, { env: envOf(name) })
  // Two: while one is replaced, the other answers.
  for (const name of ['api 1', 'api 2']) await fleet.start(name, 'api', { env: envOf('api') })
  const replaceAll = async (): Promise<void> => {
    for (const { name, role } of fleet.members())
      if (role !== 'exchange') await fleet.replace(name, { env: envOf(role) })
  }
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), context.option('pause', 300))
  atEnd(() => load.stop())
  const began = performance.now()
  const tries = countTries(load)

  const steps: Record<
    string,
    { readonly orders: number; readonly failures: Readonly<Record<string, number>> }
  > = {}
  const during = async (name: string, work: () => Promise<void>): Promise<void> => {
    const before = { accepted: load.accepted.size, failures: new Map(load.failures) }
    await work()
    const wanted = load.accepted.size + 30
    await until(`orders after the change of ${name}`, () => load.accepted.size >= wanted)
    const failures = [...load.failures].map(
      ([what, n]) => [what, n - (before.failures.get(what) ?? 0)] as const,
    )
    steps[name] = {
      orders: load.accepted.size - before.accepted,
      failures: Object.fromEntries(failures.filter(([, n]) => n > 0)),
    }
    say(`${name}: ${JSON.stringify(steps[name])}`)
  }
  await during('nothing', async () => undefined)
  for (const name of processes)
    await during(`database password of ${name}`, async () => {
      await setPassword(name)
      await endSessions(owner, name)
    })
  await during('NATS passwords', async () => {
    const passwords = natsUsers.map((user) => [user, newPassword()] as const)
    for (const [user, password] of passwords) nats.setPassword(user, password)
    for (const node of nodes) {
      await nats.kill(node)
      await nats.start(node)
    }
    for (const [user, password] of passwords) writeFileSync(nats.addressOf(user).passwordFile, password)
    await untilOnNats(fleet)
  })
  await during('Redis password', async () => {
    await setRedisPassword()
    await redisOwner.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until('Redis to be back', async () => (await metric(fleet.find('api 1'), 'fairlot_redis_up')) === 1)
  })
  const next = makeSecretsFile()
  await during('a second key in every ring', async () => {
    const merged = withSecond(readSecretsFile(secretsFile), next)
    keepSecrets(merged)
    await replaceAll()
  })
  await during('the second key made current', async () => {
    const merged = readSecretsFile(secretsFile)
    keepSecrets(change(merged, (ring) => ({ ...ring, current: 'k2' })))
    await replaceAll()
  })

  const { problems, ...figures } = await judgeTrading(
    stack,
    load,
    began,
    new RegExp(`^(${closedConnection}|status 503 system[.]busy)$`),
  )
  await fleet.stopAll()
  const password = readFileSync(databaseFile('exchange'), 'utf8').trim()
  const maxSent = Math.max(0, ...tries.values())
  return {
    figures: {
      members: load.members.length,
      ...figures,
      maxSent,
      sentTwice: [...tries.values()].filter((n) => n > 1).length,
      steps,
    },
    problems: [
      ...problems,
      ...(await logFaults(database.exchangeUrl.replace('@', `:${password}@`))),
      ...(maxSent > maxTries ? [`an order was sent ${maxSent} times`] : []),
    ],
  }
}

/** From here on every process of trading needs its password; the owner does not. */
async function askForPasswords(owner: Sql): Promise<void> {
  const [row] = await owner.query<{ hba_file: string }>('SHOW hba_file')
  const lines = processes.map((name) => `host all fairlot_${name} 127.0.0.1/32 scram-sha-256`)
  writeFileSync(row!.hba_file, `${lines.join('\n')}\n${readFileSync(row!.hba_file, 'utf8')}`)
  await owner.query('SELECT pg_reload_conf()')
}

/** Its idle sessions end, so that it must sign in with the new password. */
const endSessions = (owner: Sql, name: string): Promise<unknown> =>
  owner.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1 AND state = 'idle'`,
    [`fairlot_${name}`],
  )

async function metric({ metricsPort }: FleetMember, name: string): Promise<number | undefined> {
  const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`).then((answer) => answer.text())
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}

const untilOnNats = async (fleet: Fleet): Promise<void> => {
  for (const one of fleet.members())
    if (one.role !== 'exchange')
      await until(
        `${one.name} to be on NATS`,
        async () => (await metric(one, 'fairlot_nats_away_seconds')) === 0,
      )
}

type Ring = SecretsFile['xsrf']

const readSecretsFile = (file: string): SecretsFile => JSON.parse(readFileSync(file, 'utf8')) as SecretsFile

const change = (secrets: SecretsFile, of: (ring: Ring, name: keyof SecretsFile) => Ring): SecretsFile =>
  Object.fromEntries(
    Object.entries(secrets).map(([name, ring]) => [name, of(ring, name as keyof SecretsFile)]),
  ) as SecretsFile

/** Old values are still read with the first key, and new ones are made with it until all processes know the second. */
const withSecond = (secrets: SecretsFile, next: SecretsFile): SecretsFile =>
  change(secrets, (ring, name) => {
    const { current, keys } = next[name]
    return { ...ring, keys: { ...ring.keys, k2: keys[current]! } }
  })

await runDrill({ name: 'secrets', kind: 'secrets', options: ['members', 'pause'], run })
