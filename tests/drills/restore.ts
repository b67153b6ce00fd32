// npm run drill -- restore [--seconds 20] [--members 6] [--gigabytes 0]: a full backup under trading, a restore to a
// random moment after it, and every check of docs/operating/reconcile.md on the restored server. Then a logical restore,
// which is refused until its step is done.

import { spawnSync } from 'node:child_process'
import { createPrivateKey, createPublicKey, randomInt } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { TestDatabase } from '@fairlot/testkit/cluster'
import { tradingBreaches } from '@fairlot/testkit/invariants/trading'
import { type PostgresService, startPostgres } from '@fairlot/testkit/services/postgres'
import { until } from '@fairlot/testkit/until'
import { testEnvironment } from '../flows/support/test-config.ts'
import { checkRestore, openOwnCluster, postgresTool } from '../flows/support/own-cluster.ts'
import { ask, type ClusterNode, type DatabaseCluster, startCluster } from './support/cluster.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { type DrillTrading, startTrading } from './support/trading.ts'
import { missingRows, startWriter } from './support/writer.ts'

const app = (name: string): string =>
  fileURLToPath(new URL(`../../apps/${name}/src/main.ts`, import.meta.url))

async function run(context: DrillContext): Promise<DrillResult> {
  const firstPort = context.option('port', 26_000)
  const cluster = await startCluster(context)
  await ask(cluster.url('postgres'), 'CREATE DATABASE drill')
  await fill(cluster, context.option('gigabytes', 0))
  const trading = await startTrading(cluster, context, context.option('members', 6))
  const writer = await startWriter(cluster.url('drill'))
  context.atEnd(() => writer.stop())
  await until('some trading', () => trading.load.accepted.size > 20)
  buildTrees(trading)

  const primary = await cluster.untilWhole()
  const backupMs = await timed(() => primary.backup(['--type=full', 'backup']))
  const backedUp = Date.now()
  context.say(`full backup under trading: ${backupMs} ms`)
  await pause(context.option('seconds', 20) * 1_000)
  const verdict = await trading.judge()
  await writer.stop()
  // Ends the segment and waits until it is in the repository.
  await primary.backup(['check'])

  const moment = randomInt(backedUp + 1_000, Math.max(...writer.acknowledged().values()))
  const restored = await restoreTo(moment, primary, context, firstPort + 8)
  context.say(`restored to ${new Date(moment).toISOString()} in ${restored.ms} ms`)
  const database = onServer(trading.database, restored.service)
  const kept = [...writer.acknowledged()].filter(([, at]) => at < moment).map(([id]) => id)
  const lost = await missingRows(restored.service.url('drill'), kept)
  const [early] = await ask<{ late: number }>(
    restored.service.url('drill'),
    `SELECT count(*)::int AS late FROM acknowledged WHERE at > to_timestamp(${moment / 1_000})`,
  )
  const checks = await check(database, trading)
  const tail = await lostTail(trading.database, database)
  const sizeGb = (await databaseSize(primary)) / 1024 ** 3
  const logical = await restoreLogically(trading.database, context)
  const { problems: broken, ...figures } = verdict
  return {
    figures: {
      ...figures,
      lost: figures.lost + lost.length,
      breaches: figures.breaches + checks.breaches,
      moment: new Date(moment).toISOString(),
      backupSeconds: backupMs / 1_000,
      restoreSeconds: restored.ms / 1_000,
      restoredGb: Math.round(sizeGb * 1_000) / 1_000,
      restoreSecondsPerGb: Math.round(restored.ms / sizeGb / 1_000),
      lostTail: tail,
      checks: checks.answers,
      logical: logical.figures,
    },
    problems: [
      ...broken,
      ...(lost.length > 0 ? [`${lost.length} rows acknowledged before the moment are missing`] : []),
      ...(early!.late > 0 ? [`${early!.late} rows written after the moment are there`] : []),
      ...checks.problems,
      ...logical.problems,
    ],
  }
}

/** Rows that compress about as well as ours, so that copying them takes longer than starting PostgreSQL. */
async function fill(cluster: DatabaseCluster, gigabytes: number): Promise<void> {
  const url = cluster.url('drill')
  await ask(
    url,
    'CREATE TABLE ballast (content text); ALTER TABLE ballast ALTER content SET STORAGE EXTERNAL',
  )
  const rows = 8_192
  // `WHERE n > 0` makes each row's content its own; without it all would be the same.
  for (let written = 0; written < gigabytes * 1024 ** 3; written += rows * 2_048)
    await ask(
      url,
      `INSERT INTO ballast SELECT repeat((SELECT string_agg(md5(random()::text), '') FROM generate_series(1, 16) WHERE n > 0), 4)
       FROM generate_series(1, ${rows}) AS n`,
    )
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return Math.round(performance.now() - from)
}

interface Restored {
  readonly service: PostgresService
  readonly ms: number
}

/** A server beside the cluster, with its data as of the moment. */
async function restoreTo(
  moment: number,
  node: ClusterNode,
  { folder, atEnd }: DrillContext,
  port: number,
): Promise<Restored> {
  const target = new Date(moment).toISOString().replace('T', ' ').replace('Z', '+00')
  const own = join(folder, 'restored')
  const data = join(own, 'data')
  mkdirSync(data, { recursive: true, mode: 0o700 })
  const from = performance.now()
  await node.backup(['--type=time', `--target=${target}`, '--target-action=promote', 'restore'], data)
  const service = await startPostgres({
    folder: own,
    port,
    durable: true,
    // The restored server is alone, and its WAL is not that of the cluster.
    settings: { archive_mode: 'off', synchronous_standby_names: '', max_connections: '300' },
  })
  atEnd(() => service.stop())
  await until('the end of recovery', async () => {
    const [row] = await ask<{ done: boolean }>(
      service.url('postgres'),
      'SELECT NOT pg_is_in_recovery() AS done',
    )
    return row!.done
  })
  return { service, ms: Math.round(performance.now() - from) }
}

function onServer(database: TestDatabase, service: PostgresService): TestDatabase {
  const url = (role: string): string => service.url(database.name, role)
  return {
    ...database,
    ownerUrl: url('fairlot_owner'),
    readerUrl: url('fairlot_reader'),
    exchangeUrl: url('fairlot_exchange'),
  }
}

const serverVariables = ({ database, stack, secretsFile }: DrillTrading) =>
  testEnvironment(database, {
    DATABASE_URL: database.workerUrl,
    NATS_URL: stack.own.natsUrl,
    REDIS_URL: stack.own.redisUrl,
    SECRETS_FILE: secretsFile,
    MARKET_CALENDAR: 'practice',
    PATH: process.env['PATH'],
  })

function buildTrees(trading: DrillTrading): void {
  const { status, stderr } = spawnSync(process.execPath, [app('server'), 'build-trees'], {
    encoding: 'utf8',
    env: serverVariables(trading),
  })
  if (status !== 0) throw new Error(`build-trees failed: ${stderr}`)
}

/** The commands an operator runs, and the invariants of trading. */
async function check(database: TestDatabase, { secretsFile }: DrillTrading) {
  const secrets = JSON.parse(readFileSync(secretsFile, 'utf8')) as {
    audit: { current: string; keys: Record<string, string> }
  }
  const key = Buffer.from(secrets.audit.keys[secrets.audit.current]!, 'base64')
  const publicKey = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
    .export({ format: 'der', type: 'spki' })
    .toString('base64')
  const run = (name: string, args: readonly string[], url: string): string => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url }
    const { status } = spawnSync(process.execPath, [app(name), ...args], { encoding: 'utf8', env })
    return status === 0 ? 'ok' : `ended with ${status}`
  }
  const differences = await ask<{ code: string }>(
    database.ownerUrl,
    'SELECT code FROM app.reconcile() WHERE difference <> 0',
  )
  const breaches = await tradingBreaches(database)
  const answers = {
    reconcile:
      differences.length === 0 ? 'ok' : `differences: ${differences.map(({ code }) => code).join(', ')}`,
    'exchange verify': run('exchange', ['verify'], database.exchangeUrl),
    'verify-audit': run('server', ['verify-audit', publicKey], database.readerUrl),
    'verify-trees': run('server', ['verify-trees', publicKey], database.readerUrl),
    'check-restore': checkRestore(database.ownerUrl).status === 0 ? 'ok' : 'a step is missing',
  }
  const problems = [
    ...Object.entries(answers)
      .filter(([, answer]) => answer !== 'ok')
      .map(([name, answer]) => `restored server, ${name}: ${answer}`),
    ...breaches.map((breach) => `restored server: ${JSON.stringify(breach)}`),
  ]
  return { answers, breaches: breaches.length, problems }
}

/** What members were answered after the moment: an operator must notify them. */
async function lostTail(live: TestDatabase, restored: TestDatabase): Promise<object> {
  const count = async (url: string) =>
    (
      await ask<{ orders: number; fills: number; head: number }>(
        url,
        `SELECT (SELECT count(*)::int FROM app.orders) AS orders, (SELECT count(*)::int FROM app.fills) AS fills,
           (SELECT coalesce(max(sequence), 0)::int FROM audit.checkpoints) AS head`,
      )
    )[0]!
  const [now, then] = [await count(live.ownerUrl), await count(restored.ownerUrl)]
  return {
    orders: now.orders - then.orders,
    fills: now.fills - then.fills,
    signedAuditRows: now.head - then.head,
  }
}

async function databaseSize(node: ClusterNode): Promise<number> {
  const [stanza] = JSON.parse(await node.backup(['--output=json', 'info'])) as {
    backup: { info: { size: number } }[]
  }[]
  return stanza!.backup.at(-1)!.info.size
}

async function restoreLogically(database: TestDatabase, { folder, atEnd }: DrillContext) {
  const own = await openOwnCluster(join(folder, 'logical'))
  atEnd(() => own.stop())
  const from = performance.now()
  postgresTool(
    'psql',
    ['-q', '-d', own.url('postgres')],
    postgresTool('pg_dumpall', ['--roles-only', '-d', database.ownerUrl]),
  )
  own.createDatabase('restored')
  const dump = postgresTool('pg_dump', ['-d', database.ownerUrl])
  postgresTool('psql', ['-q', '-1', '-v', 'ON_ERROR_STOP=1', '-d', own.url('restored')], dump)
  const refused = checkRestore(own.url('restored'))
  const { status, stderr } = spawnSync(process.execPath, [app('exchange'), 'run'], {
    encoding: 'utf8',
    env: {
      PATH: process.env['PATH'],
      FAIRLOT_MODE: 'development',
      DATABASE_URL: own.url('restored', 'fairlot_exchange'),
      NATS_URL: 'nats://127.0.0.1:1',
      METRICS_PORT: '0',
      SHARDS: '0',
    },
    timeout: 60_000,
  })
  if (refused.step !== undefined) await own.runStep(refused.step)
  const after = checkRestore(own.url('restored'))
  const differences = await ask(own.url('restored'), 'SELECT FROM app.reconcile() WHERE difference <> 0')
  const ms = Math.round(performance.now() - from)
  return {
    figures: { refusedWithoutItsStep: refused.status === 1, differencesAfterIt: differences.length, ms },
    problems: [
      ...(refused.status === 1 ? [] : ['logical restore: check-restore names no step']),
      ...(status === 1 ? [] : [`logical restore: the exchange was not refused: ${status} ${stderr}`]),
      ...(after.status === 0 ? [] : ['logical restore: its step does not help']),
      ...(differences.length === 0
        ? []
        : [`logical restore: ${differences.length} differences after its step`]),
    ],
  }
}

await runDrill({ name: 'restore', kind: 'restore', options: ['seconds', 'members', 'gigabytes'], run })
