// The processes of trading on the cluster, with members who trade: what a drill breaks the database under.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { cloneDatabase, type TestDatabase } from '@fairlot/testkit/cluster'
import { seededRandom } from '@fairlot/testkit'
import { startNats } from '@fairlot/testkit/services/nats'
import { findFreePort, onFreePorts } from '@fairlot/testkit/services/process'
import { startRedis } from '@fairlot/testkit/services/redis'
import { openSql } from '@fairlot/testkit/sql'
import { makeSecretsFile } from '../../../apps/server/src/platform/secrets.ts'
import type { MemberAnswer, MemberLoad, MemberLoadOptions } from '../../faults/support/member-load.ts'
import { openTradingOn, type TradingServices, type TradingStack } from '../../faults/support/trading-stack.ts'
import { logFaults } from '../../faults/support/venue-log.ts'
import { answers, type DatabaseCluster } from './cluster.ts'
import type { DrillContext } from './run-drill.ts'

export interface DrillTrading {
  readonly stack: TradingStack<TradingServices>
  readonly database: TestDatabase
  /** The api's own answer to a proxy. */
  isReady(): Promise<boolean>
  /** Every answer that a member got. */
  readonly all: readonly MemberAnswer[]
  readonly secretsFile: string
  readonly load: MemberLoad
  /** Stops the members and compares what they were answered with what is stored. */
  judge(): Promise<TradingVerdict>
}

export interface TradingVerdict {
  readonly accepted: number
  readonly ordersPerSecond: number
  readonly fills: number
  readonly lost: number
  readonly doubled: number
  readonly breaches: number
  /** Answers that were neither a result nor a refusal, by status and message. */
  readonly answers: Readonly<Record<string, number>>
  /** Refusals, by code. */
  readonly refused: Readonly<Record<string, number>>
  readonly differencesInTheBooks: number
  /** What the comparison took, from the members' last answer. */
  readonly comparedInSeconds: number
  readonly problems: readonly string[]
}

const seed = 20_261_118
const roles = ['settlement', 'worker', 'quotes', 'api'] as const
/** What a member may read while the database fails over. */
const allowed = /^status (503 system[.]busy|500 system[.]unconfirmed)$/

export async function startTrading(
  cluster: DatabaseCluster,
  context: DrillContext,
  members: number,
  { pauseMs, retryMs }: Pick<MemberLoadOptions, 'pauseMs' | 'retryMs'> = { pauseMs: 300 },
): Promise<DrillTrading> {
  await migrate(cluster.url('template'))
  const nats = await onFreePorts(2, ([port, monitorPort]) =>
    startNats({ folder: join(context.folder, 'nats'), port: port!, monitorPort: monitorPort! }),
  )
  context.atEnd(() => nats.stop())
  const redis = await onFreePorts(1, ([port]) =>
    startRedis({ folder: join(context.folder, 'redis'), port: port! }),
  )
  context.atEnd(() => redis.stop())
  const services = { natsUrl: nats.url, natsMonitorUrl: nats.monitorUrl, redisUrl: redis.url }
  const database = await cloneDatabase({ postgresPort: cluster.port, template: 'template', ...services })
  const own: TradingServices = { database, ...services, stop: async () => undefined }
  const secretsFile = join(context.folder, 'secrets.json')
  writeFileSync(secretsFile, JSON.stringify(makeSecretsFile()), { mode: 0o600 })
  const env = { DATABASE_HA: 'sync', DATABASE_PATIENCE: '1', SECRETS_FILE: secretsFile }
  const all: MemberAnswer[] = []
  const stack = await openTradingOn(own, {
    env,
    members,
    load: {
      answerMs: 15_000,
      ...(retryMs === undefined ? {} : { retryMs }),
      onAnswer: (answer) => all.push(answer),
    },
  })
  context.atEnd(() => stack.stop())
  const exchange = await stack.startExchange()
  context.atEnd(() => exchange.kill())
  const [apiPort, metricsPort] = [await findFreePort(), await findFreePort()]
  for (const role of roles) {
    const running = stack.startRole(
      role,
      role === 'api' ? { PORT: String(apiPort), METRICS_PORT: String(metricsPort) } : {},
    )
    context.atEnd(() => running.kill())
  }
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(`http://127.0.0.1:${apiPort}`, seededRandom(seed), pauseMs)
  context.atEnd(() => load.stop())
  const began = performance.now()
  return {
    stack,
    database,
    isReady: () => answers(`http://127.0.0.1:${metricsPort}/readyz`),
    all,
    secretsFile,
    load,
    async judge() {
      const verdict = await judgeTrading(stack, load, began)
      await exchange.stop()
      return { ...verdict, problems: [...verdict.problems, ...(await logFaults(database.exchangeUrl))] }
    },
  }
}

/** Refusals that say nothing about an order: the member met a fault of the platform, or had to sign in again. */
const ofThePlatform = /^(system|session|request|none)\b/

/** Stops the members and compares what they were answered with what is stored. `began` is when they began. */
export async function judgeTrading<Own extends TradingServices>(
  stack: TradingStack<Own>,
  load: MemberLoad,
  began: number,
  mayBeAnswered: RegExp = allowed,
): Promise<TradingVerdict> {
  await load.stop()
  const seconds = (performance.now() - began) / 1_000
  const stopped = performance.now()
  const { lost, doubled, strange, breaches, fills } = await stack.judge(load)
  const again = Object.fromEntries(load.failures)
  const refused = Object.fromEntries(load.refused)
  const sql = openSql(stack.own.database.ownerUrl)
  const [books] = await sql.query<{ differences: number }>(
    'SELECT count(*)::int AS differences FROM app.reconcile() WHERE difference <> 0',
  )
  await sql.close()
  const { differences } = books!
  return {
    accepted: load.accepted.size,
    ordersPerSecond: Math.round((load.accepted.size / seconds) * 10) / 10,
    fills,
    lost: lost.length,
    doubled: doubled.length,
    breaches: breaches.length,
    answers: again,
    refused,
    differencesInTheBooks: differences,
    comparedInSeconds: Math.round((performance.now() - stopped) / 100) / 10,
    problems: [
      ...lost.map((id) => `order ${id} was accepted and is lost`),
      ...doubled.map(({ id, commands }) => `order ${id} went to the venue ${commands} times`),
      ...strange.map((id) => `order ${id} is stored and was never sent`),
      ...breaches.map((breach) => `breach: ${JSON.stringify(breach)}`),
      ...Object.keys(again)
        .filter((answer) => !mayBeAnswered.test(answer))
        .map((answer) => `members were answered "${answer}" ${again[answer]} times`),
      ...Object.keys(refused)
        .filter((code) => ofThePlatform.test(code))
        .map((code) => `members were refused with "${code}"`),
      ...(differences > 0 ? [`the books have ${differences} differences`] : []),
    ],
  }
}
