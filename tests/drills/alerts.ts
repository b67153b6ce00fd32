// npm run drill -- alerts [--members 6]: Prometheus with the rules of deploy/observe reads the real processes. Each symptom
// is caused, and its alert must fire; then the cause is taken away, and it must end.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@fairlot/testkit'
import { findFreePort, onFreePorts } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import pg from 'pg'
import { answers } from '../../scripts/stack/answers.ts'
import { openOwnServices } from '../faults/support/own-services.ts'
import { openTradingOn, type TradingServices } from '../faults/support/trading-stack.ts'
import { spawnRole } from '../flows/support/role-process.ts'
import { startRedis } from '@fairlot/testkit/services/redis'
import { type Prometheus, startPrometheus } from './support/prometheus.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'

const roles = ['api', 'worker', 'settlement', 'quotes', 'live', 'console'] as const
type Role = (typeof roles)[number]
const main = join(import.meta.dirname, '../../apps/server/src/main.ts')
const seed = 20_261_118
/** Longer than the longest `for` of these alerts and their scrapes. */
const limitMs = 300_000
const backupLimitMs = 1_200_000
/** Always there, or about something that this drill does not start. */
const expected = new Set(['Watchdog', 'DrillOld'])

interface Symptom {
  readonly alert: string
  cause(): Promise<void>
  mend(): Promise<void>
}

async function run(context: DrillContext): Promise<DrillResult> {
  const { atEnd, say } = context
  const services = await openOwnServices()
  atEnd(() => services.stop())
  const redis = await onFreePorts(1, ([port]) =>
    startRedis({ folder: join(context.folder, 'redis'), port: port! }),
  )
  atEnd(() => redis.stop())
  const { database, natsUrl } = services
  const own: TradingServices = { database, natsUrl, redisUrl: redis.url, stop: async () => undefined }
  const secretsFile = join(context.folder, 'secrets.json')
  const env = { SECRETS_FILE: secretsFile, DATABASE_PATIENCE: '1' }
  const stack = await openTradingOn(own, { env, members: context.option('members', 6) })
  atEnd(() => stack.stop())
  const exchange = await stack.startExchange()
  atEnd(() => exchange.kill())
  const pids = new Map<Role, number>()
  const targets = [exchange.metricsPort]
  let apiPort = 0
  for (const role of roles) {
    const [port, metricsPort, consolePort] = [
      await findFreePort(),
      await findFreePort(),
      await findFreePort(),
    ]
    const running = spawnRole(role, database, {
      ...env,
      NATS_URL: natsUrl,
      NATS_MONITOR_URL: undefined,
      REDIS_URL: redis.url,
      MARKET_CALENDAR: 'practice',
      RATE_LIMIT_FACTOR: '1000',
      CONSOLE_ORIGIN: 'http://127.0.0.1:8090',
      CONSOLE_PORT: String(consolePort),
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
    })
    atEnd(() => running.kill())
    pids.set(role, running.pid)
    if (role === 'api') apiPort = port
    targets.push(metricsPort)
    await until(`the ${role} to be ready`, () => answers(`http://127.0.0.1:${metricsPort}/readyz`))
  }
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(`http://127.0.0.1:${apiPort}`, seededRandom(seed), 300)
  atEnd(() => load.stop())
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  atEnd(() => owner.end())
  const prometheus = await startPrometheus(
    join(context.folder, 'prometheus'),
    context.option('port', 27_100),
    targets,
  )
  atEnd(() => prometheus.stop())
  say('Prometheus reads every process')

  // Every process is frozen, not ended: that is how a symptom without an obvious cause begins. All wake at the end.
  const frozen = (pid: number): Pick<Symptom, 'cause' | 'mend'> => ({
    cause: async () => void process.kill(pid, 'SIGSTOP'),
    mend: async () => void process.kill(pid, 'SIGCONT'),
  })
  for (const pid of [exchange.pid, ...pids.values()]) atEnd(async () => void process.kill(pid, 'SIGCONT'))
  const symptoms: readonly Symptom[] = [
    { alert: 'OrdersLate', ...frozen(exchange.pid) },
    { alert: 'MoneyLate', ...frozen(pids.get('settlement')!) },
    { alert: 'FeedLate', ...frozen(pids.get('quotes')!) },
    { alert: 'BooksDiffer', ...changedFill(owner) },
  ]
  const times: Record<string, object> = {}
  const also: Record<string, readonly string[]> = {}
  const problems: string[] = []
  const backup = watchBackup(prometheus, database.ownerUrl, say)
  // Judged below; a failure in between must not end the drill as unhandled.
  backup.catch(() => undefined)
  for (const { alert, cause, mend } of symptoms) {
    const before = await prometheus.firing()
    if (before.has(alert)) problems.push(`${alert} fired before its cause`)
    const began = performance.now()
    await cause()
    const firesMs = await firesAfter(prometheus, alert, true, began, limitMs)
    also[alert] = [...(await prometheus.firing())].filter((name) => name !== alert && !expected.has(name))
    const mended = performance.now()
    await mend()
    const endsMs = await firesAfter(prometheus, alert, false, mended, limitMs)
    times[alert] = { firesMs, endsMs }
    say(
      `${alert}: fires after ${firesMs} ms, ends ${endsMs} ms after its cause; also ${also[alert].join(', ')}`,
    )
  }
  times['BackupOld'] = await backup
  say(`BackupOld: ${JSON.stringify(times['BackupOld'])}`)
  const left = [...(await prometheus.firing())].filter((name) => !expected.has(name))
  await load.stop()
  const verdict = await stack.judge(load)
  await exchange.stop()
  for (const breach of verdict.breaches) problems.push(`breach: ${JSON.stringify(breach)}`)
  if (verdict.lost.length > 0) problems.push(`${verdict.lost.length} orders are lost`)
  return {
    figures: {
      alerts: times,
      alsoFired: also,
      // On a machine with other work, alerts about slowness may be among these.
      firingAtTheEnd: left,
      lost: verdict.lost.length,
      doubled: verdict.doubled.length,
      breaches: verdict.breaches.length,
    },
    problems,
  }
}

async function firesAfter(
  prometheus: Prometheus,
  alert: string,
  fires: boolean,
  from: number,
  limit: number,
): Promise<number> {
  await until(
    `${alert} to ${fires ? 'fire' : 'end'}`,
    async () => {
      if ((await prometheus.firing()).has(alert) === fires) return true
      // Prometheus evaluates every five seconds.
      await pause(500)
      return false
    },
    limit,
  )
  return Math.round(performance.now() - from)
}

/** No backup was ever recorded here: the alert fires by itself, and ends when one is. */
async function watchBackup(
  prometheus: Prometheus,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<object> {
  const began = performance.now()
  const firesMs = await firesAfter(prometheus, 'BackupOld', true, began, backupLimitMs)
  say(`BackupOld fires after ${firesMs} ms`)
  const recorded = performance.now()
  const { status, stderr } = spawnSync(
    process.execPath,
    [main, 'record-drill', 'backup', 'ok', '1', 'drill'],
    {
      env: { PATH: process.env['PATH'], DATABASE_OWNER_URL: ownerUrl },
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(`record-drill: ${stderr}`)
  return { firesMs, endsMs: await firesAfter(prometheus, 'BackupOld', false, recorded, limitMs) }
}

/** A fill at another price than the exchange's log has. */
function changedFill(owner: pg.Client): Pick<Symptom, 'cause' | 'mend'> {
  let row: { shard: number; event: string } | undefined
  const add = async (amount: number): Promise<void> => {
    await owner.query('BEGIN')
    await owner.query('SET LOCAL session_replication_role = replica')
    await owner.query('UPDATE app.fills SET price = price + $1 WHERE shard = $2 AND event = $3', [
      amount,
      row!.shard,
      row!.event,
    ])
    await owner.query('COMMIT')
  }
  return {
    async cause() {
      const { rows } = await owner.query('SELECT shard, event FROM app.fills ORDER BY event DESC LIMIT 1')
      row = rows[0] as { shard: number; event: string }
      await add(50)
    },
    mend: () => add(-50),
  }
}

await runDrill({ name: 'alerts', kind: 'alerts', options: ['members'], run })
