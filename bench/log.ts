// Commands through PostgreSQL, the exchange and its engine to committed events, divided by the bare SQL of the same
// inserts and updates in the same batches, on the same durable PostgreSQL, in turns; then the time from a command's
// commit to its event at a reader of the log, at 500 commands a second over four shards. `npm run bench -- log
// [commands per turn]`. The last line is the result as JSON.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { shards, subjectsOf, type VenueEvent } from '@fairlot/contract/venue'
import { migrate } from '@fairlot/database'
import { startNats } from '@fairlot/testkit/services/nats'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { findFreePort, onFreePorts } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { connect } from '@nats-io/transport-node'
import { verify } from '../apps/exchange/src/verify.ts'
import { openBus } from '../apps/server/src/platform/bus.ts'
import { openDb } from '../apps/server/src/platform/db.ts'
import { readEventLog } from '../apps/server/src/platform/event-log.ts'
import { makeMetrics } from '../apps/server/src/platform/metrics.ts'
import { startLoad } from '../tests/faults/support/load.ts'
import { captureLog } from '../tests/flows/support/captured-log.ts'
import { createOrderFlow, type OrderFlow, type SentCommand } from '../tests/faults/support/order-flow.ts'

const loadBefore = loadavg()[0]
const perTurn = Number(process.argv[2] ?? 20_000)
const turns = 3
const producers = 2
/** Commands of one insert, like a batching intake. */
const group = 50
/** Enough waiting commands to fill every batch, so that both sides have the same batches. */
const maxWaiting = 6_000
const latencySeconds = 20
const latencyRate = 500
const namespace = 'bench'
const root = join(import.meta.dirname, '..')

const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'))
const postgres = await onFreePorts(1, ([port]) =>
  startPostgres({ folder: join(folder, 'postgres'), port: port!, durable: true }),
)
const nats = await onFreePorts(2, ([port, monitorPort]) =>
  startNats({ folder: join(folder, 'nats'), port: port!, monitorPort: monitorPort! }),
)
const wakes = await connect({ servers: nats.url })
const wake = (shard: number): void => wakes.publish(subjectsOf(namespace).wakeExchange(shard))
const children: ChildProcess[] = []
try {
  await migrate(postgres.url('bench'))
  const owner = openSql(postgres.url('bench'), { connections: 2 })
  const intake = openSql(postgres.url('bench'), { connections: producers })
  const [durable] = await owner.query<{ fsync: string; synchronous_commit: string }>(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit`,
  )
  if (durable?.fsync !== 'on' || durable.synchronous_commit !== 'on')
    throw new Error('the cluster is not durable')
  for (const shard of [0, 1, 2, 3]) await startExchange(shard)

  // One command in a hundred quotes ten symbols: each of the hundred is quoted again many times a second.
  const flow = createOrderFlow({ seed: 7, shards: [0], symbols: 100, quotes: 1 })
  await submitAll(intake, 0, flow.opening())
  await untilSequence(owner, 0, 3)
  await measureExchange(owner, intake, flow, 4_000) // warm: plans, caches, code

  const inTurn: { exchange: number; bare: number; ratio: number; batches: number }[] = []
  for (let turn = 0; turn < turns; turn += 1) {
    await owner.query('CHECKPOINT')
    const measured = await measureExchange(owner, intake, flow, perTurn)
    await owner.query('CHECKPOINT')
    const bare = await measureBare(owner, intake, measured, 100 + turn)
    inTurn.push({
      exchange: Math.round(measured.rate),
      bare: Math.round(bare),
      ratio: measured.rate / bare,
      batches: measured.batches,
    })
    console.log(
      `turn ${turn + 1}: exchange ${Math.round(measured.rate)}/s in ${measured.batches} batches, bare ${Math.round(bare)}/s`,
    )
  }
  await owner.query('DELETE FROM exchange.shards WHERE shard >= 100')

  const latency = await measureLatency(owner)
  console.log(`at ${latencyRate}/s: ${JSON.stringify(latency)}`)
  const bytes = await bytesKept(owner)

  const faults = (await verify(postgres.url('bench', 'fairlot_exchange'))).flatMap((report) => report.faults)
  if (faults.length > 0) throw new Error(`the log is wrong after the run: ${faults.slice(0, 3).join('; ')}`)
  await Promise.all([owner.close(), intake.close()])
  console.log(
    JSON.stringify({
      name: 'log',
      // The machine's speed drifts between turns, so the ratio is computed within a turn.
      ratio: hundredths(median(inTurn.map(({ ratio }) => ratio))),
      commandsPerSecond: median(inTurn.map(({ exchange }) => exchange)),
      barePerSecond: median(inTurn.map(({ bare }) => bare)),
      latencyMs: latency,
      bytesKept: bytes,
      turns: inTurn.map((turn) => ({ ...turn, ratio: hundredths(turn.ratio) })),
      meaning: {
        commandsPerSecond: `one shard; ${producers} connections insert ${group} commands at a time while the exchange works; from the first insert to the last commit`,
        bare: 'the same inserts by the same connections, and one prepared statement per batch that writes the same log, events, batch and place',
        latencyMs: `${latencyRate} commands/s over four exchange processes, each command a transaction of its own, from its commit to its event at a reader: the exchange says on NATS that it has committed, the reader reads PostgreSQL`,
      },
      commandsPerTurn: perTurn,
      durable,
      cores: cpus().length,
      loadBefore,
    }),
  )
} finally {
  await wakes.close()
  for (const child of children) child.kill('SIGTERM')
  for (const child of children) if (child.exitCode === null) await once(child, 'exit')
  await nats.stop()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function startExchange(shard: number): Promise<void> {
  const metricsPort = await findFreePort()
  const child = spawn(process.execPath, [join(root, 'apps/exchange/src/main.ts')], {
    env: {
      PATH: process.env['PATH'],
      FAIRLOT_MODE: 'production',
      DATABASE_URL: postgres.url('bench', 'fairlot_exchange'),
      NATS_URL: nats.url,
      NATS_NAMESPACE: namespace,
      SHARDS: String(shard),
      METRICS_PORT: String(metricsPort),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  children.push(child)
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${metricsPort}/readyz`).catch(() => undefined)
    if (ready?.ok) return
    if (child.exitCode !== null) throw new Error('the exchange did not start')
    await pause(50)
  }
}

async function submitAll(intake: Sql, shard: number, commands: readonly SentCommand[]): Promise<void> {
  await intake.query('SELECT exchange.submit_many($1, $2)', [
    commands.map(() => shard),
    commands.map(({ text }) => text),
  ])
}

async function sequenceOf(owner: Sql, shard: number): Promise<number> {
  const [row] = await owner.query<{ sequence: string }>(
    'SELECT sequence FROM exchange.shards WHERE shard = $1',
    [shard],
  )
  return Number(row?.sequence ?? 0)
}
async function untilSequence(owner: Sql, shard: number, sequence: number): Promise<void> {
  while ((await sequenceOf(owner, shard)) < sequence) await pause(2)
}

/** Inserts from several connections, never more than `maxWaiting` ahead, until the shard has applied them all. */
async function push(
  owner: Sql,
  intake: Sql,
  shard: number,
  commands: readonly SentCommand[],
): Promise<number> {
  const start = await sequenceOf(owner, shard)
  let sent = 0
  let applied = 0
  const began = performance.now()
  const watch = (async () => {
    while (applied < commands.length) {
      applied = (await sequenceOf(owner, shard)) - start
      if (applied < commands.length) await pause(5)
    }
  })()
  const produce = async (): Promise<void> => {
    while (sent < commands.length) {
      if (sent - applied > maxWaiting) {
        await pause(1)
        continue
      }
      const part = commands.slice(sent, sent + group)
      sent += part.length
      await submitAll(intake, shard, part)
      wake(shard)
    }
  }
  await Promise.all(Array.from({ length: producers }, produce))
  await watch
  return commands.length / ((performance.now() - began) / 1_000)
}

interface Measured {
  readonly rate: number
  readonly commands: readonly SentCommand[]
  readonly first: number
  readonly last: number
  readonly batches: number
}

async function measureExchange(owner: Sql, intake: Sql, flow: OrderFlow, count: number): Promise<Measured> {
  const commands = Array.from({ length: count }, () => flow.next())
  const first = (await sequenceOf(owner, 0)) + 1
  const rate = await push(owner, intake, 0, commands)
  const last = await sequenceOf(owner, 0)
  const [row] = await owner.query<{ batches: string }>(
    'SELECT count(*) AS batches FROM exchange.batches WHERE shard = 0 AND first >= $1 AND last <= $2',
    [first, last],
  )
  return { rate, commands, first, last, batches: Number(row!.batches) }
}

async function measureBare(owner: Sql, intake: Sql, of: Measured, shard: number): Promise<number> {
  const args = [
    join(import.meta.dirname, 'log/bare.ts'),
    postgres.url('bench'),
    '0',
    of.first,
    of.last,
    shard,
  ]
  const child = spawn(process.execPath, args.map(String), { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.stdin.write('go\n')
  const rate = await push(owner, intake, shard, of.commands)
  const [code] = (await ended) as [number | null]
  if (code !== 0) throw new Error('the bare side failed')
  return rate
}

/**
 * What the market leaves on disk, indices included: a trade's own row, the row of its batch, and both for 100,000
 * trades with one trade per batch, which is the practice market at its quietest.
 */
async function bytesKept(owner: Sql): Promise<Record<string, number>> {
  await owner.query('VACUUM ANALYZE')
  const perRow = async (table: string, what: 'total_relation_size' | 'indexes_size'): Promise<number> => {
    const [row] = await owner.query<{ bytes: number }>(
      `SELECT (SELECT sum(pg_${what}(relid)) FROM pg_partition_tree('exchange.${table}_kept') WHERE isleaf)::float8
         / (SELECT count(*) FROM exchange.${table}_kept) AS bytes`,
    )
    return row!.bytes
  }
  // The average event is smaller than a trade, which contains the best five levels of both sides.
  const [trade] = await owner.query<{ bytes: number }>(
    `SELECT avg(pg_column_size(e.*) + 4)::float8 AS bytes FROM exchange.events_kept e WHERE kind = 'traded'`,
  )
  const perTrade = trade!.bytes + (await perRow('events', 'indexes_size'))
  const perBatch = await perRow('batches', 'total_relation_size')
  return {
    perTrade: Math.round(perTrade),
    perBatch: Math.round(perBatch),
    perCommandOfMember: Math.round(await perRow('log', 'total_relation_size')),
    megabytesPer100kTrades: Math.round((perTrade + perBatch) / 10),
  }
}

interface Latency {
  readonly p50: number
  readonly p99: number
  readonly commands: number
}

async function measureLatency(owner: Sql): Promise<Latency> {
  const subjects = subjectsOf(namespace)
  const flow = createOrderFlow({ seed: 99, symbols: 100, quotes: 1 })
  const intake = openSql(postgres.url('bench'))
  const starts = await Promise.all([0, 1, 2, 3].map((shard) => sequenceOf(owner, shard)))
  // Shard 0 was opened above: its commands are refused, which is an event as well.
  for (const shard of [0, 1, 2, 3]) {
    const mine = flow.opening().filter((command) => command.shard === shard)
    await submitAll(intake, shard, mine)
    await untilSequence(owner, shard, starts[shard]! + mine.length)
  }
  await intake.close()

  const committed = new Map<string, number>()
  const seen = new Map<string, number>()
  const note = (event: VenueEvent): void => {
    if ((event.kind !== 'accepted' && event.kind !== 'refused') || event.order === undefined) return
    if (!seen.has(event.order)) seen.set(event.order, performance.now())
  }
  // Reads like the quotes role: with its own database role and its own connection to NATS.
  const { log } = captureLog('bench')
  const metrics = makeMetrics('bench')
  const db = openDb({
    url: postgres.url('bench', 'fairlot_quotes'),
    poolSize: 4,
    applicationName: 'bench-reader',
  })
  const bus = openBus(nats.url, 'bench-reader', log, metrics)
  const readers = await Promise.all(
    shards.map(async (shard) => {
      const [row] = await owner.query<{ sequence: number; event: number; hash: string }>(
        `SELECT sequence::float8 AS sequence, event::float8 AS event, hash FROM exchange.shards WHERE shard = $1`,
        [shard],
      )
      const apply = ({ events }: { readonly events: readonly { readonly body: VenueEvent }[] }): void =>
        events.forEach(({ body }) => note(body))
      return readEventLog({ db, bus, subjects, shard, from: row!, apply, log, metrics })
    }),
  )

  const load = startLoad({
    databaseUrl: postgres.url('bench'),
    flow,
    perSecond: latencyRate,
    connections: 8,
    nats: { url: nats.url, namespace },
    onCommitted: ({ text }) => {
      const command = JSON.parse(text) as { kind: string; order?: string }
      if (command.kind === 'place') committed.set(command.order!, performance.now())
    },
  })
  await pause(2_000)
  committed.clear()
  await pause(latencySeconds * 1_000)
  await load.stop()
  const deadline = performance.now() + 10_000
  while ([...committed.keys()].some((order) => !seen.has(order)) && performance.now() < deadline)
    await pause(20)
  for (const reader of readers) await reader.stop()
  await bus.close()
  await db.close()
  // An unread event counts as the whole wait: a lost event must not improve the figure.
  const waits = [...committed].map(([order, at]) => Math.max(0, (seen.get(order) ?? deadline) - at))
  const sorted = waits.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    tenths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!)
  return { p50: at(0.5), p99: at(0.99), commands: committed.size }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
function tenths(value: number): number {
  return Math.round(value * 10) / 10
}
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
