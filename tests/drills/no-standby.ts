// npm run drill -- no-standby [--seconds 60] [--members 200]: both standbys fall silent while members trade. Nothing is
// acknowledged, every write is answered soon, reading goes on, and all heals by itself when they wake.

import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@fairlot/testkit/until'
import type { MemberAnswer } from '../faults/support/member-load.ts'
import { startCluster } from './support/cluster.ts'
import { signalAll } from './support/processes.ts'
import { quantile, startReader } from './support/reader.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { startTrading } from './support/trading.ts'

const limits = { redMs: 5_000, answerMs: 6_000, readP99Ms: 500, healedMs: 10_000 }
/** An answer may be under way when the standbys stop. */
const underWayMs = 500
/** About 25 orders a second and 200 members, who press again after a second. */
const usualMembers = 200
const behaviour = { pauseMs: 4_000, retryMs: 1_000 }

async function run(context: DrillContext): Promise<DrillResult> {
  const seconds = context.option('seconds', 60)
  const cluster = await startCluster(context)
  const trading = await startTrading(cluster, context, context.option('members', usualMembers), behaviour)
  const { load } = trading
  // Past the moment when all begin at once.
  await until('ordinary trading', () => load.accepted.size > load.members.length)
  const primary = await cluster.untilWhole()
  await until('the api to be ready', () => trading.isReady())

  const standbys = cluster.nodes.filter((node) => node !== primary).flatMap((node) => node.hostProcesses())
  // The cluster's own end wakes Patroni, not its PostgreSQL.
  context.atEnd(async () => signalAll(standbys, 'SIGCONT'))
  const reader = startReader(load)
  context.atEnd(async () => reader.stop())
  const began = performance.now()
  signalAll(standbys, 'SIGSTOP')
  const redMs = await until('the api to be unready', async () =>
    (await trading.isReady()) ? undefined : Math.round(performance.now() - began),
  )
  context.say(`the api is unready after ${redMs} ms`)
  await pause(Math.max(0, began + seconds * 1_000 - performance.now()))
  await reader.stop()
  const woken = performance.now()
  signalAll(standbys, 'SIGCONT')
  await until('an accepted order', () => [...load.accepted.values()].some((at) => at > woken))
  const healedMs = Math.round(performance.now() - woken)
  await until('the api to be ready', () => trading.isReady())
  const greenMs = Math.round(performance.now() - woken)
  context.say(`healed after ${healedMs} ms, ready after ${greenMs} ms`)
  await cluster.untilWhole()

  const { problems: broken, ...figures } = await trading.judge()
  const without = [...load.accepted.values()].filter((at) => at > began + underWayMs && at < woken).length
  const meanwhile = trading.all.filter(({ at }) => at > began && at < woken)
  const isRead = ({ path }: MemberAnswer): boolean => path.includes('/list')
  const listed = meanwhile.filter(isRead).map(({ http, at, ms }) => ({ http, msg: '', from: at - ms, ms }))
  const reads = [...reader.reads, ...listed].filter(({ from }) => from > began)
  const readP99Ms = Math.round(
    quantile(
      reads.map(({ ms }) => ms),
      0.99,
    ),
  )
  const failedReads = reads
    .filter(({ http }) => http !== 200)
    .map(
      ({ http, msg, from, ms }) =>
        `${http} ${String(msg)}, sent ${Math.round(from - began)} ms after the standbys stopped, answered in ${Math.round(ms)} ms`,
    )
  const writes = meanwhile.filter((answer) => !isRead(answer)).map(({ ms }) => ms)
  return {
    figures: {
      ...figures,
      members: load.members.length,
      secondsWithout: seconds,
      acknowledgedWithout: without,
      redMs,
      healedMs,
      readyAgainMs: greenMs,
      writes: { answers: writes.length, slowestMs: Math.round(Math.max(0, ...writes)) },
      reads: {
        answers: reads.length,
        failed: failedReads,
        p99Ms: readP99Ms,
        slowestMs: Math.round(Math.max(0, ...reads.map(({ ms }) => ms))),
      },
    },
    problems: [
      ...broken,
      ...(without > 0 ? [`${without} orders were acknowledged without a standby`] : []),
      ...(writes.length === 0 || reads.length === 0 ? ['members wrote or read nothing meanwhile'] : []),
      ...failedReads.map((read) => `a read failed: ${read}`),
      ...above('the api was unready after', redMs, limits.redMs),
      ...above('a write was answered after', Math.max(0, ...writes), limits.answerMs),
      ...above('the 99th of a hundred reads took', readP99Ms, limits.readP99Ms),
      ...above('an order was accepted again after', healedMs, limits.healedMs),
    ],
  }
}

const above = (what: string, ms: number, limit: number): string[] =>
  ms > limit ? [`${what} ${Math.round(ms)} ms, above ${limit}`] : []

await runDrill({ name: 'no-standby', kind: 'failover', options: ['seconds', 'members'], run })
