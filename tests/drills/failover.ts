// npm run drill -- failover [--kills 20] [--hosts 10] [--members 80]: kills the primary's postmaster, then its whole
// host, under a writer and trading members. Nothing acknowledged is lost or doubled, and writing goes on within limits.

import { setTimeout as pause } from 'node:timers/promises'
import { until } from '@fairlot/testkit/until'
import { median } from '../flows/support/evidence.ts'
import { ask, type ClusterNode, type DatabaseCluster, startCluster } from './support/cluster.ts'
import { signalAll, untilEnded } from './support/processes.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { type DrillTrading, startTrading } from './support/trading.ts'
import { longestGap, missingRows, startWriter, type Writer } from './support/writer.ts'

type Victim = 'postmaster' | 'host'
/** Of the writer's gap, in milliseconds, on a quiet machine. */
const limits: Readonly<Record<Victim, { readonly median: number; readonly max: number }>> = {
  postmaster: { median: 8_000, max: 15_000 },
  host: { median: 18_000, max: 30_000 },
}

interface Strike {
  readonly victim: Victim
  /** Whether the killed server was primary again. */
  readonly returned: boolean
  readonly newPrimaryMs: number
  readonly writerGapMs: number
  readonly membersGapMs: number
  readonly wholeMs: number
}

async function run(context: DrillContext): Promise<DrillResult> {
  const victims: Victim[] = [
    ...Array.from({ length: context.option('kills', 20) }, () => 'postmaster' as const),
    ...Array.from({ length: context.option('hosts', 10) }, () => 'host' as const),
  ]
  const cluster = await startCluster(context)
  await ask(cluster.url('postgres'), 'CREATE DATABASE drill')
  const trading = await startTrading(cluster, context, context.option('members', 80))
  const writer = await startWriter(cluster.url('drill'))
  context.atEnd(() => writer.stop())
  context.say(`members trade; ${victims.length} kills follow`)

  const strikes: Strike[] = []
  for (const victim of victims) {
    const strike = await strikeOnce(victim, cluster, writer, trading)
    strikes.push(strike)
    const { newPrimaryMs, writerGapMs, membersGapMs, wholeMs } = strike
    context.say(
      `${strikes.length} ${victim}: new primary ${newPrimaryMs} ms, writer's gap ${writerGapMs}, members' ${membersGapMs}, whole ${wholeMs}`,
    )
  }
  const verdict = await trading.judge()
  await writer.stop()
  const missing = await missingRows(cluster.url('drill'), writer.acknowledged().keys())
  const { problems: broken, ...figures } = verdict
  return {
    figures: {
      ...figures,
      writer: {
        acknowledged: writer.acknowledged().size,
        lost: missing.length,
        unconfirmed: writer.unconfirmed(),
      },
      strikes: Object.fromEntries(
        (['postmaster', 'host'] as const).map((victim) => [victim, summary(strikes, victim)]),
      ),
    },
    problems: [
      ...broken,
      ...(missing.length > 0 ? [`the writer lost ${missing.length} acknowledged rows`] : []),
      ...late(strikes),
    ],
  }
}

async function strikeOnce(
  victim: Victim,
  cluster: DatabaseCluster,
  writer: Writer,
  { load }: DrillTrading,
): Promise<Strike> {
  const old = await cluster.untilWhole()
  const [written, accepted] = [writer.times.length, load.accepted.size]
  await until(
    'ordinary work',
    () => writer.times.length > written + 200 && load.accepted.size > accepted + 10,
  )
  const postmaster = old.postmaster()!
  const struck = victim === 'host' ? old.hostProcesses() : [postmaster]
  const began = performance.now()
  signalAll(struck, 'SIGKILL')
  const next = await newPrimary(cluster, old, postmaster)
  const newPrimaryMs = performance.now() - began
  const hasAccepted = () => [...load.accepted.values()].some((at) => at > began + 500)
  await until('an acknowledged row', () => writer.times.at(-1)! > began + newPrimaryMs)
  await until('an accepted order', hasAccepted)
  await until('steady work', () => writer.times.at(-1)! > began + newPrimaryMs + 1_000)
  const ended = performance.now()
  const membersTimes = [...load.accepted.values()]
  if (victim === 'host') {
    await untilEnded(struck)
    await old.startPatroni()
  }
  await cluster.untilWhole()
  return {
    victim,
    returned: next === old,
    newPrimaryMs: Math.round(newPrimaryMs),
    writerGapMs: Math.round(longestGap(writer.times, began, ended)),
    membersGapMs: Math.round(longestGap(membersTimes, began, ended)),
    wholeMs: Math.round(performance.now() - began),
  }
}

/**
 * Patroni starts the killed server again when it has not named its next standby yet, seconds after the fail-over before: that one
 * is primary again, with another postmaster.
 */
const newPrimary = ({ nodes }: DatabaseCluster, old: ClusterNode, killed: number): Promise<ClusterNode> =>
  until('a primary', async () => {
    for (const node of nodes)
      if ((node !== old || ![killed, undefined].includes(old.postmaster())) && (await node.isPrimary()))
        return node
    await pause(50)
    return undefined
  })

function summary(strikes: readonly Strike[], victim: Victim): object {
  const of = (figure: Exclude<keyof Strike, 'victim' | 'returned'>) => {
    const values = strikes.filter((strike) => strike.victim === victim).map((strike) => strike[figure])
    return values.length === 0 ? null : { median: median(values), max: Math.max(...values), values }
  }
  const own = strikes.filter((strike) => strike.victim === victim)
  return {
    kills: own.length,
    returned: own.filter(({ returned }) => returned).length,
    newPrimaryMs: of('newPrimaryMs'),
    writerGapMs: of('writerGapMs'),
    membersGapMs: of('membersGapMs'),
    wholeAgainMs: of('wholeMs'),
  }
}

function late(strikes: readonly Strike[]): string[] {
  return (['postmaster', 'host'] as const).flatMap((victim) => {
    const gaps = strikes.filter((strike) => strike.victim === victim).map(({ writerGapMs }) => writerGapMs)
    if (gaps.length === 0) return []
    const limit = limits[victim]
    const [middle, longest] = [median(gaps), Math.max(...gaps)]
    return [
      ...(middle > limit.median
        ? [`${victim}: the writer's median gap ${middle} ms exceeds ${limit.median}`]
        : []),
      ...(longest > limit.max
        ? [`${victim}: the writer's longest gap ${longest} ms exceeds ${limit.max}`]
        : []),
    ]
  })
}

await runDrill({ name: 'failover', kind: 'failover', options: ['kills', 'hosts', 'members'], run })
