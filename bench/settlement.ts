// How many orders a second settlement processes, and how soon the phone is notified: a backlog of matched orders
// settled at full speed, divided by the required 500 a second; then orders at a steady rate, from the exchange's time
// of the event to the member event on NATS. `npm run bench -- settlement [orders]`. The last line is the result as
// JSON.

import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { shardOf, subjectsOf } from '@fairlot/contract/venue'
import { postMany } from '@fairlot/ledger'
import { migrate } from '@fairlot/database'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit'
import { connect } from '@nats-io/transport-node'
import { practiceGrantEntry } from '../apps/server/src/features/members/postings.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { openTestVenue, type Opening, type TestVenue } from '../tests/flows/support/test-venue.ts'

const loadBefore = loadavg()[0]
const orders = Number(process.argv[2] ?? 6_000)
const wanted = 500
const symbols = ['2330', '2317', '2454', '2308', '2881', '1301', '2603', '3008']
const memberCount = 1_000
const steadySeconds = 15
const steadyRate = 100

const cluster = await startTestCluster({ migrate, durable: true })
try {
  const database = await cloneDatabase(cluster)
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const venue = await openTestVenue({
    symbols,
    on: { database, natsUrl: cluster.natsUrl },
    clock: Date.now,
    startAt: new Date().toISOString(),
  })
  await venue.begin(date)
  const members = await makeMembers(venue)

  const first = venue.startSettler()
  await send(venue, members, 400)
  await venue.settled() // warm: plans, caches, code
  await first.stop()

  await send(venue, members, orders)
  await venue.matched()
  const bytesBefore = await bytes(venue)
  const settler = venue.startSettler()
  const cpuBefore = process.cpuUsage()
  const began = performance.now()
  const backends = backendCpu(venue)
  let before: number | undefined
  while (!(await isThrough(venue))) {
    before ??= await backends()
    await pause(50)
  }
  const seconds = (performance.now() - began) / 1_000
  const after = await backends()
  const { user, system } = process.cpuUsage(cpuBefore)
  const fills = await venue.sql.query<{ n: number }>('SELECT count(*)::int AS n FROM app.fills')
  const perOrder = (await bytes(venue)) - bytesBefore

  const latency = await measureLatency(venue, members)
  const breaches = await venue.breaches()
  if (breaches.length > 0) throw new Error(`wrong after the run: ${JSON.stringify(breaches.slice(0, 3))}`)
  await settler.stop()
  await venue.stop()
  const rate = orders / seconds
  console.log(
    JSON.stringify({
      name: 'settlement',
      ratio: Math.round((rate / wanted) * 100) / 100,
      ordersPerSecond: Math.round(rate),
      cpuMsPerOrder: {
        node: hundredths((user + system) / 1_000 / orders),
        postgres: hundredths(((after - (before ?? 0)) * 1_000) / orders),
      },
      bytesPerOrder: Math.round(perOrder / orders),
      latencyMs: latency,
      orders,
      fills: fills[0]!.n,
      meaning: {
        ordersPerSecond:
          'a backlog of orders, each filled whole by a seat or by another member, settled by one process over four shards; the exchange idle',
        latencyMs: `${steadyRate} orders/s, from the exchange's time of the trade to the member event at a subscriber`,
      },
      loadBefore,
    }),
  )
} finally {
  await cluster.stop()
}

async function makeMembers(on: TestVenue): Promise<string[]> {
  const ids = Array.from({ length: memberCount }, () => newId())
  for (let from = 0; from < ids.length; from += 200)
    await postMany(
      on.sql,
      ids.slice(from, from + 200).map((id) => practiceGrantEntry(id, new Date())),
    )
  return ids
}

/** A seat fills half of the orders, the others match each other, and one in four borrows. */
async function send(on: TestVenue, members: readonly string[], count: number): Promise<void> {
  const pick = (n: number): string => members[n % members.length]!
  for (let n = 0; n < count; n += 40) {
    const openings: (Opening & { memberId: string })[] = []
    for (let k = n; k < Math.min(n + 40, count); k += 1) {
      const symbol = symbols[(k >> 2) % symbols.length]!
      const isPair = k % 4 > 1
      openings.push({
        memberId: pick(k * 7),
        symbol,
        price: 10_000,
        lots: 1,
        ...(isPair && k % 4 === 3 ? { direction: 'short' as const } : {}),
        ...(k % 4 === 1 ? { multiple: 250 as const } : {}),
      })
      if (!isPair) await on.seat('maker-1', symbol, 'sell', 10_000, 1)
    }
    await on.openMany(openings)
  }
}

async function isThrough(on: TestVenue): Promise<boolean> {
  const rows = await on.sql.query(
    `SELECT FROM exchange.shards s LEFT JOIN settlement.cursors c ON c.shard = s.shard
     WHERE s.event > coalesce(c.event, 0)`,
  )
  return rows.length === 0
}

/** CPU seconds of the settler's PostgreSQL backends, from /proc. */
function backendCpu(on: TestVenue): () => Promise<number> {
  return async () => {
    const rows = await on.sql.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE application_name = 'settler'`,
    )
    return rows.reduce((sum, { pid }) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
      return sum + (Number(fields[11]) + Number(fields[12])) / 100
    }, 0)
  }
}

async function bytes(on: TestVenue): Promise<number> {
  const [row] = await on.sql.query<{ size: string }>(
    'SELECT pg_database_size(current_database())::text AS size',
  )
  return Number(row!.size)
}

async function measureLatency(
  on: TestVenue,
  members: readonly string[],
): Promise<{ p50: number; p99: number; count: number }> {
  const nats = await connect({ servers: cluster.natsUrl })
  const heard = new Map<string, number>()
  nats.subscribe(subjectsOf(on.database.name).own('*'), {
    callback: (_error, message) => {
      const news = message.json<{ kind: string; data: { orderId?: string } }>()
      if (news.kind === 'order.filled') heard.set(news.data.orderId!, Date.now())
    },
  })
  await nats.flush()
  const sent: string[] = []
  const until = performance.now() + steadySeconds * 1_000
  for (let n = 0; performance.now() < until; n += 1) {
    const due = performance.now() + 1_000 / steadyRate
    const symbol = symbols[n % symbols.length]!
    await on.seat('maker-2', symbol, 'sell', 10_000, 1)
    sent.push(
      ...(await on.openMany([{ memberId: members[n % memberCount]!, symbol, price: 10_000, lots: 1 }])),
    )
    nats.publish(subjectsOf(on.database.name).wakeExchange(shardOf(symbol)))
    await pause(Math.max(0, due - performance.now()))
  }
  await on.settled()
  const fills = await on.sql.query<{ id: string; at: number }>(
    `SELECT order_id AS id, floor(extract(epoch FROM traded_at) * 1000)::float8 AS at FROM app.fills WHERE order_id = ANY ($1)`,
    [sent],
  )
  await nats.close()
  const waits = fills
    .flatMap(({ id, at }) => (heard.has(id) ? [heard.get(id)! - at] : []))
    .toSorted((a, b) => a - b)
  const at = (share: number): number => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))]!
  return { p50: at(0.5), p99: at(0.99), count: waits.length }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
