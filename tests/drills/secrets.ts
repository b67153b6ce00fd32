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
import { spawnExchange } from '../faults/support/exchange-process.ts'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn, type TradingRole, type TradingServices } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { nodes, startNatsCluster } from './support/nats-cluster.ts'
import { type Copies, openCopies } from './support/rolling.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'

const roles = ['api', 'worker', 'settlement', 'quotes'] as const
const processes = [...roles, 'exchange'] as const
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
  const envOf = (name: TradingRole | 'exchange'): Readonly<Record<string, string>> => {
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
  const exchange = await spawnExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl,
    namespace: 'fairlot',
    shards: '0,1,2,3',
    env: envOf('exchange'),
  })
  atEnd(() => exchange.kill())
  const copies = openCopies(context, stack, balancer, envOf)
  for (const role of roles) await copies.start(role)
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), context.option('pause', 300))
  atEnd(() => load.stop())
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
    await untilOnNats(copies)
  })
  await during('Redis password', async () => {
    await setRedisPassword()
    await redisOwner.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
    await until('Redis to be back', async () => (await metric(copies, 'api', 'fairlot_redis_up')) === 1)
  })
  const next = makeSecretsFile()
  await during('a second key in every ring', async () => {
    const merged = withSecond(readSecretsFile(secretsFile), next)
    keepSecrets(merged)
    await copies.replaceAll()
  })
  await during('the second key made current', async () => {
    const merged = readSecretsFile(secretsFile)
    keepSecrets(change(merged, (ring) => ({ ...ring, current: 'k2' })))
    await copies.replaceAll()
  })

  await load.stop()
  const { lost, doubled, strange, breaches, fills } = await stack.judge(load)
  await exchange.stop()
  const password = readFileSync(databaseFile('exchange'), 'utf8').trim()
  const faults = await logFaults(database.exchangeUrl.replace('@', `:${password}@`))
  const maxSent = Math.max(0, ...tries.values())
  const other = [...load.failures.keys()].filter(
    (what) => what !== closedConnection && !/503 system.busy/.test(what),
  )
  const signedOut = [...load.refused.keys()].filter((code) => /^(system|session|request|none)\b/.test(code))
  return {
    figures: {
      members: load.members.length,
      accepted: load.accepted.size,
      fills,
      maxSent,
      sentTwice: [...tries.values()].filter((n) => n > 1).length,
      steps,
      lost: lost.length,
      doubled: doubled.length,
      breaches: breaches.length,
    },
    problems: [
      ...lost.map((id) => `order ${id} was accepted and is lost`),
      ...doubled.map(({ id, commands }) => `order ${id} went to the venue ${commands} times`),
      ...strange.map((id) => `order ${id} is stored and was never sent`),
      ...breaches.map((breach) => `breach: ${JSON.stringify(breach)}`),
      ...faults,
      ...(maxSent > maxTries ? [`an order was sent ${maxSent} times`] : []),
      ...other.map((what) => `members met "${what}"`),
      ...signedOut.map((code) => `members were refused with ${code}`),
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

async function metric(copies: Copies, role: string, name: string): Promise<number | undefined> {
  const copy = copies.all().find((one) => one.role === role)!
  const text = await fetch(`http://127.0.0.1:${copy.metricsPort}/metrics`).then((answer) => answer.text())
  const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]
  return value === undefined ? undefined : Number(value)
}

const untilOnNats = async (copies: Copies): Promise<void> => {
  for (const { role } of copies.all())
    await until(
      `${role} to be on NATS`,
      async () => (await metric(copies, role, 'fairlot_nats_away_seconds')) === 0,
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

await runDrill({ name: 'secrets', options: ['members', 'pause'], run })
