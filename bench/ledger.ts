// Postings per second through packages/ledger, divided by the same SQL run bare by pgbench, on the same durable
// PostgreSQL, in turns. `npm run bench -- ledger [seconds per turn]`. The last line is the result as JSON.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate } from '@fairlot/database'
import {
  createPostingQueue,
  entry,
  type Entry,
  fees,
  houseAccounts,
  member,
  post,
  postMany,
} from '@fairlot/ledger'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { findPostgresFolder } from '@fairlot/testkit/services/binaries'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { onFreePorts } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'

// Other work on the machine affects both sides, but not equally; the result includes the load.
const loadBefore = loadavg()[0]
const seconds = Number(process.argv[2] ?? 6)
const turns = 3
const connections = 16
const members = 2_000
/** Concurrent requests when the queue batches: typical for a busy API. */
const waiting = 512

const memberId = (index: number) => `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`
const someone = () => member(memberId(1 + Math.floor(Math.random() * members))).available('TWD')
let made = 0
const transfer = (): Entry => {
  const payer = someone()
  return entry({
    event: 'bench.transfer',
    reference: 'bench',
    key: `${process.pid} ${made++}`,
    postedAt: new Date(),
  })
    .move(99n, payer, someone())
    .move(1n, payer, fees('brokerage', 'TWD'))
    .done()
}

const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-'))
const service = await onFreePorts(1, async ([port]) => ({
  port: port!,
  ...(await startPostgres({ folder, port: port!, durable: true })),
}))
try {
  const url = service.url('bench')
  await migrate(url)
  const owner = openSql(url)
  const api = openSql(service.url('bench', 'fairlot_api'), { connections })
  const [durable] = await owner.query<{ fsync: string; synchronous_commit: string }>(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit`,
  )
  if (durable?.fsync !== 'on' || durable.synchronous_commit !== 'on')
    throw new Error('the cluster is not durable')
  await fund(owner)
  // Added as a feature adds its rows, so that the check of the poster is part of the measurement.
  await owner.query(
    `INSERT INTO ledger.posting_rights (role, event, owner_kind, kind)
     VALUES ('fairlot_api', 'bench.transfer', 'member', 'available'), ('fairlot_api', 'bench.transfer', 'fees', 'income')`,
  )
  await owner.query('VACUUM ANALYZE')

  await closedLoop(connections, 1, () => post(api, transfer()))
  const bare: number[] = []
  const single: number[] = []
  const batched: number[] = []
  const inTurn: Record<string, number>[] = []
  for (let turn = 0; turn < turns; turn++) {
    await owner.query('CHECKPOINT')
    bare.push(pgbench())
    await owner.query('CHECKPOINT')
    single.push(await closedLoop(connections, seconds, () => post(api, transfer())))
    await owner.query('CHECKPOINT')
    const queue = createPostingQueue(api, { max: 64, flights: 4 })
    batched.push(await closedLoop(waiting, seconds, () => queue.post(transfer())))
    inTurn.push({ bare: bare[turn]!, single: single[turn]!, batched: batched[turn]! })
    console.log(
      `turn ${turn + 1}: bare ${round(bare[turn]!)}/s, one by one ${round(single[turn]!)}/s, batched ${round(batched[turn]!)}/s`,
    )
  }
  const breaches = await checkInvariants(owner)
  if (breaches.length > 0)
    throw new Error(`the books are wrong after the run: ${JSON.stringify(breaches.slice(0, 3))}`)
  await Promise.all([owner.close(), api.close()])

  // The machine's speed drifts between turns, so ratios are computed within a turn.
  const ratio = (of: string) => median(inTurn.map((turn) => turn[of]! / turn['bare']!))
  console.log(
    JSON.stringify({
      name: 'ledger',
      ratio: hundredths(ratio('batched')),
      ratioOneByOne: hundredths(ratio('single')),
      barePerSecond: round(median(bare)),
      oneByOnePerSecond: round(median(single)),
      batchedPerSecond: round(median(batched)),
      turns: inTurn.map((turn) =>
        Object.fromEntries(Object.entries(turn).map(([name, rate]) => [name, round(rate)])),
      ),
      meaning: {
        bare: `pgbench -M prepared -c ${connections}, bench/ledger.sql, one posting of three lines per transaction`,
        oneByOne: `post() on a pool of ${connections} connections, the same posting, one per transaction`,
        batched: `createPostingQueue(), at most 64 postings per transaction, 4 transactions at once, ${waiting} requests open`,
      },
      secondsPerTurn: seconds,
      durable,
      cores: cpus().length,
      loadBefore,
    }),
  )
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function fund(owner: Sql): Promise<void> {
  for (let from = 1; from <= members; from += 200) {
    const batch = Array.from({ length: 200 }, (_, index) =>
      entry({ event: 'bench.fund', reference: 'bench', key: `fund ${from + index}`, postedAt: new Date() })
        .move(10n ** 12n, houseAccounts.bank('TWD'), member(memberId(from + index)).available('TWD'))
        .done(),
    )
    await postMany(owner, batch)
  }
}

/** This many workers, each sending again after its answer; returns answers per second. */
async function closedLoop(
  workers: number,
  forSeconds: number,
  ask: () => Promise<{ ok: boolean }>,
): Promise<number> {
  const begin = performance.now()
  const end = begin + forSeconds * 1000
  let answered = 0
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (performance.now() < end) {
        const outcome = await ask()
        if (!outcome.ok) throw new Error(`refused: ${JSON.stringify(outcome)}`)
        answered++
      }
    }),
  )
  return answered / ((performance.now() - begin) / 1000)
}

function pgbench(): number {
  const output = execFileSync(
    join(findPostgresFolder()!, 'pgbench'),
    [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${connections}`,
      '--jobs=2',
      `--time=${seconds}`,
      `--file=${join(import.meta.dirname, 'ledger.sql')}`,
      '--host=127.0.0.1',
      `--port=${service.port}`,
      '--username=fairlot_api',
      'bench',
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const rate = /tps = ([\d.]+)/.exec(output)?.[1]
  if (rate === undefined || !/number of failed transactions: 0 /.test(output))
    throw new Error(`pgbench:\n${output}`)
  return Number(rate)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
function round(value: number): number {
  return Math.round(value)
}
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
