// An upgrade while members trade: a migration that only adds is applied under two apis, two workers, two copies of
// settlement, quotes and the exchange, and then each process is stopped and replaced. The code is the same before and after, so this shows the
// change of the schema and of the processes, not of the code. Runs only with FAIRLOT_PROVE=1 and writes
// evidence/rolling-upgrade.json.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import { seededRandom } from '@fairlot/testkit'
import { findFreePort } from '@fairlot/testkit/services/process'
import { until } from '@fairlot/testkit/until'
import { afterAll, expect, it } from 'vitest'
import { answers } from '../../scripts/stack/answers.ts'
import { writeEvidence } from '../flows/support/evidence.ts'
import { plantMigration } from '../flows/support/planted-migration.ts'
import type { RoleProcess } from '../flows/support/role-process.ts'
import type { ExchangeProcess } from './support/exchange-process.ts'
import { type LoadBalancer, openLoadBalancer } from './support/load-balancer.ts'
import { closedConnection, type MemberLoad } from './support/member-load.ts'
import { openTradingStack, type TradingRole, type TradingStack } from './support/trading-stack.ts'
import { logFaults } from './support/venue-log.ts'

const seed = 20_261_118
/** Accepted orders before the migration, between it and the first replacement, and after each replacement. */
const ordersPerStep = 60

const folder = mkdtempSync(join(tmpdir(), 'fairlot-upgrade-'))
const running = new Set<RoleProcess>()
let stack: TradingStack | undefined
let balancer: LoadBalancer | undefined
let exchange: ExchangeProcess | undefined
let load: MemberLoad | undefined

afterAll(async () => {
  await load?.stop()
  await Promise.all([...running].map((one) => one.kill()))
  await exchange?.kill()
  await balancer?.close()
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

interface Copy {
  readonly process: RoleProcess
  /** The api's port. */
  readonly port: number
}

/** Starts a copy and waits until it is ready. An api gets requests only after that. */
async function start(role: TradingRole): Promise<Copy> {
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const started = stack!.startRole(role, { PORT: String(port), METRICS_PORT: String(metricsPort) })
  running.add(started)
  await until(`the ${role} to be ready`, () => answers(`http://127.0.0.1:${metricsPort}/readyz`))
  if (role === 'api') balancer!.add(port)
  return { process: started, port }
}

/** Stops the copy as a supervisor does, then starts another. */
async function replace(role: TradingRole, old: Copy): Promise<void> {
  balancer!.remove(old.port)
  expect(await old.process.stop(), `the ${role} did not stop cleanly`).toBe(0)
  running.delete(old.process)
  await start(role)
}

async function replaceExchange(): Promise<void> {
  expect(await exchange!.stop()).toBe(0)
  exchange = await stack!.startExchange()
  await exchange.untilReady()
}

const moreOrders = async ({ accepted }: MemberLoad): Promise<void> => {
  const wanted = accepted.size + ordersPerStep
  await until('ordinary work', () => accepted.size >= wanted)
}

const isProof = process.env['FAIRLOT_PROVE'] === '1'

it.runIf(isProof)('a rolling upgrade under load loses no order', { timeout: 1_800_000 }, async () => {
  stack = await openTradingStack()
  balancer = await openLoadBalancer()
  exchange = await stack.startExchange()
  const workers = [await start('worker'), await start('worker')]
  const settlers = [await start('settlement'), await start('settlement')]
  const quotes = await start('quotes')
  const apis = [await start('api'), await start('api')]
  await stack.untilMarketIsOpen()
  load = await stack.startTrading(balancer.base, seededRandom(seed), 120)
  await moreOrders(load)

  const next = join(folder, 'migrations')
  const planted = plantMigration(next)
  const migrating = performance.now()
  expect(await migrate(stack.own.database.ownerUrl, { folder: next })).toEqual([planted])
  const migrationMs = Math.round(performance.now() - migrating)
  const before = load.accepted.size
  await moreOrders(load)
  const onOldCode = load.accepted.size - before

  const steps: readonly (readonly [name: string, replaceIt: () => Promise<void>])[] = [
    ...workers.map((copy, n) => [`worker ${n + 1}`, () => replace('worker', copy)] as const),
    ...settlers.map((copy, n) => [`settlement ${n + 1}`, () => replace('settlement', copy)] as const),
    ['quotes', () => replace('quotes', quotes)],
    ['exchange', replaceExchange],
    ...apis.map((copy, n) => [`api ${n + 1}`, () => replace('api', copy)] as const),
  ]
  const settledMs: Record<string, number> = {}
  for (const [name, replaceIt] of steps) {
    const began = performance.now()
    const replacing = replaceIt()
    await stack.untilNextIsSettled(load, began, `the stop of ${name}`)
    settledMs[name] = Math.round(performance.now() - began)
    await replacing
    await moreOrders(load)
  }
  await load.stop()

  const { accepted, refused, failures } = load
  const { lost, doubled, strange, breaches, fills } = await stack.judge(load)
  await exchange.stop()
  const faults = await logFaults(stack.own.database.exchangeUrl)
  expect({ lost, doubled, strange, breaches, faults }).toEqual({
    lost: [],
    doubled: [],
    strange: [],
    breaches: [],
    faults: [],
  })
  // A closed connection is retried under the same id. Any other failure is one that a member would see.
  expect([...failures.keys()].filter((failure) => failure !== closedConnection)).toEqual([])
  expect([...refused.keys()].filter((code) => /^(system|session|request|none)\b/.test(code))).toEqual([])
  expect(fills).toBeGreaterThan(steps.length)
  writeEvidence('rolling-upgrade', {
    replaced: steps.map(([name]) => name),
    migrationMs,
    accepted: accepted.size,
    acceptedByOldProcessesOnNewSchema: onOldCode,
    fills,
    failures: Object.fromEntries(failures),
    refused: Object.fromEntries(refused),
    lost: lost.length,
    doubled: doubled.length,
    breaches: breaches.length,
    logFaults: faults.length,
    millisecondsToNextSettledOrder: settledMs,
    seed,
  })
})
