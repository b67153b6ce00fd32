// npm run drill -- split-brain [--kills 5] [--freezes 5]: two servers that both believe to be the primary. Patroni alone
// is killed, so that its PostgreSQL goes on; or a whole host is frozen and wakes after another has taken over. Clients
// tied to the old server and clients of the proxy write rows and take the exchange's shard.

import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@fairlot/database'
import { until } from '@fairlot/testkit/until'
import { type Claims, startClaims } from './support/claims.ts'
import { ask, type ClusterNode, type DatabaseCluster, startCluster } from './support/cluster.ts'
import { signalAll, untilEnded } from './support/processes.ts'
import { type DrillContext, type DrillResult, runDrill } from './support/run-drill.ts'
import { missingRows, rowTable } from './support/writer.ts'

/** A frozen host wakes when another is primary, or, `frozen long`, when that one has acknowledged writes. */
type Event = 'patroni killed' | 'host frozen' | 'host frozen long'

interface Split {
  readonly event: Event
  readonly newPrimaryMs: number
  /** The old server ran beside the new primary. */
  readonly bothRan: boolean
  readonly acknowledgedByOld: number
  readonly acknowledgedByProxy: number
  readonly epochs: number
  /** Acknowledged by the old server, or by the proxy, and not on the new primary. */
  readonly lost: number
  readonly epochsTwice: number
}

/** The time during which both are up and asked. */
const togetherMs = 8_000
const rowsPerClient = 10_000_000

async function run(context: DrillContext): Promise<DrillResult> {
  const events: Event[] = [
    ...Array.from({ length: context.option('kills', 5) }, () => 'patroni killed' as const),
    ...Array.from({ length: context.option('freezes', 5) }, (_, index) =>
      index % 2 === 0 ? ('host frozen' as const) : ('host frozen long' as const),
    ),
  ]
  const cluster = await startCluster(context)
  await migrate(cluster.url('drill'))
  await ask(cluster.url('drill'), rowTable)
  const splits: Split[] = []
  for (const event of events) {
    const split = await splitOnce(event, cluster, splits.length, context)
    splits.push(split)
    context.say(`${splits.length} ${JSON.stringify(split)}`)
  }
  const sum = (figure: 'lost' | 'epochsTwice' | 'acknowledgedByOld' | 'acknowledgedByProxy' | 'epochs') =>
    splits.reduce((total, split) => total + split[figure], 0)
  const figures = {
    splits: splits.length,
    lost: sum('lost'),
    doubled: sum('epochsTwice'),
    breaches: 0,
    acknowledgedByOld: sum('acknowledgedByOld'),
    acknowledgedByProxy: sum('acknowledgedByProxy'),
    epochs: sum('epochs'),
    newPrimaryMs: splits.map(({ newPrimaryMs }) => newPrimaryMs),
    bothRan: splits.filter(({ bothRan }) => bothRan).length,
  }
  return {
    figures,
    problems: [
      ...(figures.lost > 0 ? [`${figures.lost} acknowledged rows are not on the new primary`] : []),
      ...(figures.doubled > 0 ? [`${figures.doubled} epochs were acknowledged twice`] : []),
      // Otherwise nothing was shown.
      ...(figures.bothRan < splits.length ? ['an old server did not run beside the new primary'] : []),
      ...(splits.some((split) => split.acknowledgedByOld === 0 || split.acknowledgedByProxy === 0)
        ? ['a client had nothing acknowledged']
        : []),
    ],
  }
}

async function splitOnce(
  event: Event,
  cluster: DatabaseCluster,
  index: number,
  { atEnd }: DrillContext,
): Promise<Split> {
  const old = await cluster.untilWhole()
  const exchange = 'fairlot_exchange'
  const tied = startClaims(old.url('drill'), old.url('drill', exchange), (2 * index + 1) * rowsPerClient)
  const proxied = startClaims(
    cluster.url('drill'),
    cluster.url('drill', exchange),
    (2 * index + 2) * rowsPerClient,
  )
  const stop = () => [tied, proxied].forEach((claims) => claims.stop())
  atEnd(async () => stop())
  await until('both to be acknowledged', () => tied.rows.length > 50 && proxied.rows.length > 50)

  const host = old.hostProcesses()
  const began = performance.now()
  if (event === 'patroni killed') signalAll([old.patroni()!], 'SIGKILL')
  else signalAll(host, 'SIGSTOP')
  const next = await until('another primary', async () => {
    for (const node of cluster.nodes) if (node !== old && (await node.isPrimary())) return node
    return undefined
  })
  const newPrimaryMs = Math.round(performance.now() - began)
  const bothRan = old.postmaster() !== undefined
  const goesOn = async (): Promise<void> => {
    const since = performance.now()
    await until('the proxy’s clients to go on', () => proxied.lastAt() > since)
  }
  if (event === 'host frozen long') await goesOn()
  if (event !== 'patroni killed') signalAll(host, 'SIGCONT')
  await goesOn()
  await pause(togetherMs)
  stop()
  if (event === 'patroni killed') {
    await untilEnded([old.patroni()!])
    await old.startPatroni()
  }
  await cluster.untilWhole()
  return {
    event,
    newPrimaryMs,
    bothRan,
    acknowledgedByOld: tied.rows.length,
    acknowledgedByProxy: proxied.rows.length,
    ...(await compare(cluster, next, [tied, proxied])),
  }
}

async function compare(cluster: DatabaseCluster, next: ClusterNode, clients: readonly Claims[]) {
  const epochs = clients.flatMap((client) => client.epochs)
  const missing = await missingRows(
    next.url('drill'),
    clients.flatMap((client) => client.rows),
  )
  const [row] = await ask<{ epoch: number }>(
    cluster.url('drill'),
    'SELECT epoch::int FROM exchange.shards WHERE shard = 0',
  )
  return {
    epochs: epochs.length,
    lost: missing.length + epochs.filter((epoch) => epoch > row!.epoch).length,
    epochsTwice: epochs.length - new Set(epochs).size,
  }
}

await runDrill({ name: 'split-brain', kind: 'failover', options: ['kills', 'freezes'], run })
