// npm run drill -- soak [--minutes 45] [--rate 200]: trading on one database node for long, a process killed every
// minute. Memory and latency stay flat, nothing is lost or doubled, and the books balance at the end.

import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { openLoadBalancer } from '../faults/support/load-balancer.ts'
import { closedConnection, type MemberAnswer } from '../faults/support/member-load.ts'
import { openTradingOn } from '../faults/support/trading-stack.ts'
import { logFaults } from '../faults/support/venue-log.ts'
import { median } from '../flows/support/evidence.ts'
import { openFleet } from './support/fleet.ts'
import { startNode } from './support/node.ts'
import { quantile } from './support/reader.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { judgeTrading } from './support/trading.ts'
import { megabytesOf, megabytesOfAll } from './support/usage.ts'

const seed = 20_261_118
const everyMs = 60_000
const sampleMs = 5_000
/** A process has its usual size after this. */
const grownMs = 40_000
/** After a kill; the latency of these seconds is told apart. */
const upsetMs = 15_000
/** Memory and latency: the last third of the run against the first. A tree is due every ten minutes. */
const limits = { memoryTimes: 1.3, memoryMegabytes: 40, latencyTimes: 2, treeMinutes: 20 }
/** What one member does in a second when it is answered at once, and how much of that are orders. */
const ordersOfMember = 2

type Victim = 'exchange' | 'settlement' | 'api 2' | 'worker' | 'quotes' | 'nats' | 'postgres'
const victims: readonly Victim[] = ['exchange', 'settlement', 'api 2', 'worker', 'quotes', 'nats', 'postgres']
const fleetRoles = [
  ['settlement', 'settlement'],
  ['worker', 'worker'],
  ['quotes', 'quotes'],
  ['exchange', 'exchange'],
  ['api 1', 'api'],
  ['api 2', 'api'],
] as const

interface Sample {
  readonly at: number
  readonly megabytes: number
}

async function run(context: DrillContext): Promise<DrillResult> {
  const totalMs = context.option('minutes', 45) * 60_000
  const rate = context.option('rate', 200)
  const node = await startNode(context)
  const orders: MemberAnswer[] = []
  const members = Math.max(6, Math.round(rate / ordersOfMember))
  const stack = await openTradingOn(node, {
    env: { DATABASE_PATIENCE: '1' },
    members,
    load: {
      answerMs: 15_000,
      onAnswer: (answer) => void (/placeOrder|closePosition/.test(answer.path) && orders.push(answer)),
    },
  })
  context.atEnd(() => stack.stop())
  const balancer = await openLoadBalancer()
  context.atEnd(() => balancer.close())
  const fleet = openFleet(stack, balancer, context)
  for (const [name, role] of fleetRoles) await fleet.start(name, role)
  await stack.untilMarketIsOpen()
  // Seven in ten steps of a member are orders.
  const load = await stack.startTrading(balancer.base, seededRandom(seed), 700 / ordersOfMember)
  context.atEnd(() => load.stop())
  const began = performance.now()
  context.say(`${members} members trade`)

  const memory = new Map<string, Sample[]>()
  const note = (name: string, at: number, megabytes: number): void => {
    memory.set(name, [...(memory.get(name) ?? []), { at, megabytes }])
  }
  let postgresSince = began
  const kills: { readonly victim: Victim; readonly at: number; readonly settledMs: number }[] = []
  const strike = async (victim: Victim): Promise<void> => {
    const at = performance.now()
    if (victim === 'nats') await node.killNats().then(() => node.startNats())
    else if (victim === 'postgres') {
      await node.killPostgres()
      await node.startPostgres()
      postgresSince = performance.now()
    } else await fleet.strike(victim)
    await stack.untilNextIsSettled(load, at, `the end of ${victim}`)
    const settledMs = Math.round(performance.now() - at)
    kills.push({ victim, at, settledMs })
    context.say(
      `${victim} killed, an order sent after it settled after ${settledMs} ms; ${load.accepted.size} orders`,
    )
  }

  let nextKill = began + everyMs
  while (performance.now() - began < totalMs) {
    await pause(sampleMs)
    const now = performance.now()
    for (const { name, pid, startedAt } of fleet.members())
      if (now - startedAt > grownMs) note(name, now, megabytesOf(pid))
    if (now - postgresSince > grownMs) note('postgres', now, megabytesOfAll(node.postgresPid()))
    if (now >= nextKill && now - began < totalMs - everyMs / 2) {
      nextKill += everyMs
      await strike(victims[kills.length % victims.length]!)
    }
  }
  const ended = performance.now()
  const mayBeAnswered = new RegExp(
    `^(${closedConnection}|status (503 system[.]busy|500 system[.]unconfirmed))$`,
  )
  const { problems, ...figures } = await judgeTrading(stack, load, began, mayBeAnswered)
  const sql = openSql(node.database.ownerUrl)
  const [row] = await sql.query<{ megabytes: number; treeMinutes: number | null }>(
    `SELECT (pg_database_size(current_database()) / 1048576)::int AS megabytes,
       (SELECT extract(epoch FROM now() - max(t.built_at)) / 60 FROM audit.trees t WHERE t.kind = 'ledger-lines')::float AS "treeMinutes"`,
  )
  await sql.close()
  await fleet.stopAll()

  const thirds = (at: number): 0 | 1 | 2 =>
    Math.min(2, Math.floor((3 * (at - began)) / (ended - began))) as 0 | 1 | 2
  const grown = Object.fromEntries(
    [...memory].map(([name, samples]) => [name, firstAndLast(samples, thirds, ({ megabytes }) => megabytes)]),
  )
  const isCalm = (at: number): boolean => !kills.some((kill) => at > kill.at && at < kill.at + upsetMs)
  const calm = orders.filter(({ at }) => isCalm(at))
  const latencyOf = (share: number) => {
    const of = (third: number): number =>
      Math.round(
        quantile(
          calm.filter(({ at }) => thirds(at) === third).map(({ ms }) => ms),
          share,
        ),
      )
    return { first: of(0), middle: of(1), last: of(2) }
  }
  const [p50, p99] = [latencyOf(0.5), latencyOf(0.99)]
  const settled = (victim: Victim) =>
    kills.filter((kill) => kill.victim === victim).map((kill) => kill.settledMs)
  return {
    figures: {
      ...figures,
      minutes: Math.round((ended - began) / 6_000) / 10,
      wantedPerSecond: rate,
      answeredPerSecond: Math.round((orders.length / ((ended - began) / 1_000)) * 10) / 10,
      databaseMegabytes: row!.megabytes,
      lastTreeMinutesAgo: row!.treeMinutes,
      kills: kills.length,
      settledMsAfterKill: Object.fromEntries(victims.map((victim) => [victim, settled(victim)])),
      latencyMs: { p50, p99 },
      memoryMegabytes: grown,
    },
    problems: [
      ...problems,
      ...(await logFaults(node.database.exchangeUrl)),
      ...((row!.treeMinutes ?? Infinity) > limits.treeMinutes
        ? [
            row!.treeMinutes === null
              ? 'the worker built no tree of ledger lines'
              : `the last tree of ledger lines is ${Math.round(row!.treeMinutes)} minutes old`,
          ]
        : []),
      ...(p99.last > limits.latencyTimes * p99.first
        ? [`the 99th of a hundred orders took ${p99.last} ms at the end and ${p99.first} ms at the start`]
        : []),
      ...Object.entries(grown).flatMap(([name, { first, last }]) =>
        last > limits.memoryTimes * first + limits.memoryMegabytes
          ? [`${name} grew from ${first} to ${last} MB`]
          : [],
      ),
    ],
  }
}

function firstAndLast(
  samples: readonly Sample[],
  thirds: (at: number) => number,
  figure: (sample: Sample) => number,
): { readonly first: number; readonly last: number } {
  const of = (third: number): number =>
    Math.round(median(samples.filter(({ at }) => thirds(at) === third).map(figure)))
  return { first: of(0), last: of(2) }
}

await runDrill({ name: 'soak', kind: 'soak', options: ['minutes', 'rate'], run })
