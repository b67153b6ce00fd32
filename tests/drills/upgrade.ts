// npm run drill -- upgrade [--members 24]: the processes of the last release trade, the tables are migrated under them,
// and each process is replaced by this code; then 0.1.0 in its maintenance window. Nothing is lost, and from the last
// release no request is sent more than twice.

import { resolve } from 'node:path'
import { migrate } from '@fairlot/database'
import { seededRandom } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberLoad } from '../faults/support/member-load.ts'
import { openTradingOn, type TradingStack } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { type Fleet, type FleetMember, openFleet } from './support/fleet.ts'
import { type DatabaseNode, startNode } from './support/node.ts'
import { lastVersion, type Release, unpackRelease } from './support/release.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'

const root = resolve(import.meta.dirname, '../..')
const seed = 20_261_118
const oldest = '0.1.0'
/** Accepted orders before the migration, between it and the first replacement, and after each replacement. */
const ordersPerStep = 60
/** Of the maintenance window. */
const windowLimitSeconds = 120
/** What this code has as processes, in the order of docs/operating/upgrade.md. */
const fleetNow = [
  ['settlement 1', 'settlement'],
  ['settlement 2', 'settlement'],
  ['worker 1', 'worker'],
  ['worker 2', 'worker'],
  ['quotes', 'quotes'],
  ['exchange', 'exchange'],
  ['live', 'live'],
  ['api 1', 'api'],
  ['api 2', 'api'],
] as const
const fleetOf: Readonly<Record<string, readonly (readonly [string, FleetMember['role']])[]>> = {
  // Settlement was the worker's.
  [oldest]: fleetNow.filter(([, role]) => role !== 'settlement'),
}

interface Old {
  readonly node: DatabaseNode
  readonly stack: TradingStack<DatabaseNode>
  readonly fleet: Fleet
  readonly load: MemberLoad
  readonly began: number
}

/** The release's own tables, rows and processes, with members who trade. */
async function startOld(context: DrillContext, release: Release, members: number): Promise<Old> {
  const node = await startNode(context, { migrate: (url) => release.migrate(url) })
  const stack = await openTradingOn(node, { members, tree: release.tree })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const [name, role] of fleetOf[release.version] ?? fleetNow) await fleet.start(name, role)
  await stack.untilMarketIsOpen()
  const load = await stack.startTrading(balancer.base, seededRandom(seed), 250)
  context.atEnd(() => load.stop())
  const old = { node, stack, fleet, load, began: performance.now() }
  await moreOrders(load)
  return old
}

const moreOrders = async ({ accepted, refused }: MemberLoad): Promise<void> => {
  const wanted = accepted.size + ordersPerStep
  await until('ordinary work', () => accepted.size >= wanted).catch((error: unknown) => {
    throw new Error(`${String(error)}; refused: ${JSON.stringify(Object.fromEntries(refused))}`)
  })
}

/** Under the load: migrate, then one process after the other. */
async function roll(context: DrillContext, release: Release): Promise<DrillResult> {
  const { node, stack, fleet, load, began } = await startOld(context, release, context.option('members', 24))
  context.say(`members trade on ${release.version}`)
  const migrating = performance.now()
  const appliedAt: { readonly name: string; readonly ms: number }[] = []
  let last = migrating
  const onApplied = (name: string): void => {
    const now = performance.now()
    appliedAt.push({ name, ms: Math.round(now - last) })
    last = now
  }
  const applied = await migrate(node.database.ownerUrl, { onApplied })
  const migrationMs = Math.round(performance.now() - migrating)
  const slowestMigrations = appliedAt.toSorted((one, other) => other.ms - one.ms).slice(0, 5)
  context.say(`${applied.length} migrations in ${migrationMs} ms`)
  const before = load.accepted.size
  await moreOrders(load)
  const byOldOnNew = load.accepted.size - before
  const settledMs: Record<string, number> = {}
  for (const [name] of fleetNow) {
    const from = performance.now()
    const replacing = fleet.replace(name, { tree: root })
    // Rejects below; meanwhile the wait for an order must not hide it.
    replacing.catch(() => undefined)
    await stack.untilNextIsSettled(load, from, `the stop of ${name}`)
    settledMs[name] = Math.round(performance.now() - from)
    await replacing
    context.say(`${name} replaced, the next order settled after ${settledMs[name]} ms`)
    await moreOrders(load)
  }
  const { problems, ...figures } = await judge(stack, fleet, load, began)
  const maxRetries = load.maxRetries()
  return {
    figures: {
      from: release.version,
      commit: release.commit,
      migrations: applied.length,
      migrationMs,
      slowestMigrations,
      acceptedByOldProcessesOnNewSchema: byOldOnNew,
      ...figures,
      maxRetriesOfARequest: maxRetries,
      millisecondsToNextSettledOrder: settledMs,
    },
    problems: [...problems, ...(maxRetries > 1 ? [`a request was sent ${maxRetries + 1} times`] : [])],
  }
}

/** Members go on trying while everything is stopped, migrated and started. */
async function stopAndStart(context: DrillContext, release: Release): Promise<DrillResult> {
  const { node, stack, fleet, load, began } = await startOld(context, release, 6)
  context.say(`members trade on ${release.version}`)
  const from = performance.now()
  const seconds = (): number => Math.round((performance.now() - from) / 100) / 10
  await fleet.stopAll()
  const stoppedSeconds = seconds()
  const stoppedAt = performance.now()
  const applied = await migrate(node.database.ownerUrl)
  const migratedSeconds = seconds()
  for (const [name, role] of fleetNow) await fleet.start(name, role, { tree: root })
  await stack.untilNextIsSettled(load, stoppedAt, 'the window')
  const windowSeconds = seconds()
  context.say(
    `the window took ${windowSeconds} s, of which ${applied.length} migrations ${Math.round(migratedSeconds - stoppedSeconds)} s`,
  )
  await moreOrders(load)
  const { problems, ...figures } = await judge(stack, fleet, load, began)
  return {
    figures: {
      from: release.version,
      commit: release.commit,
      migrations: applied.length,
      stoppedSeconds,
      migratedSeconds,
      windowSeconds,
      windowLimitSeconds,
      ...figures,
    },
    problems: [
      ...problems,
      ...(windowSeconds > windowLimitSeconds
        ? [`the window took ${windowSeconds} s, above ${windowLimitSeconds}`]
        : []),
    ],
  }
}

/** What was answered and what is stored agree, the log verifies, and no shard had to set anything aside. */
async function judge(stack: TradingStack<DatabaseNode>, fleet: Fleet, load: MemberLoad, began: number) {
  const verdict = await judgeTrading(stack, load, began, new RegExp(`^${closedConnection}$`))
  const { ownerUrl, exchangeUrl } = stack.own.database
  const sql = openSql(ownerUrl)
  const [row] = await sql.query<{ aside: number }>(
    'SELECT count(*)::int AS aside FROM exchange.commands_set_aside',
  )
  await sql.close()
  await fleet.stopAll()
  return {
    ...verdict,
    commandsSetAside: row!.aside,
    problems: [
      ...verdict.problems,
      ...(row!.aside > 0 ? [`the venue set ${row!.aside} commands aside`] : []),
      ...(await logFaults(exchangeUrl)),
    ],
  }
}

async function run(context: DrillContext): Promise<DrillResult> {
  const [last, first] = [lastVersion(), oldest].map((version) => unpackRelease(version, context.folder))
  const rolled = await roll(context, last!)
  context.say(JSON.stringify(rolled))
  const stopped = await stopAndStart({ ...context, folder: `${context.folder}/${oldest}-node` }, first!)
  const count = (name: string): number => Number(rolled.figures[name]) + Number(stopped.figures[name])
  return {
    figures: {
      lost: count('lost'),
      doubled: count('doubled'),
      breaches: count('breaches'),
      rolling: rolled.figures,
      window: stopped.figures,
    },
    problems: [...rolled.problems, ...stopped.problems],
  }
}

await runDrill({ name: 'upgrade', kind: 'upgrade', options: ['members'], run })
