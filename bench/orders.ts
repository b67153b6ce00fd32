// Orders through the real HTTP API, and the same SQL run bare, on the same durable PostgreSQL, in turns. Three parts:
// accepting orders only (`ratio` against one order per call, `batchRatio` against the same batches); from HTTP to
// settled (`pipelineRatio`); and 500 orders a second from 1,000 members with a phone each on the live feed.
// `npm run bench -- orders [seconds per turn] [seconds of the steady part] [orders per second of it]`. The last line is
// the result as JSON.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { clients, prepareBare, runBare } from './orders/bare.ts'
import { type Harness, openHarness, origin, price, symbols } from './orders/harness.ts'
import type { Ears, Order, Shot } from './orders/load-generator.ts'

const loadBefore = loadavg()[0]
const seconds = Number(process.argv[2] ?? 8)
const steadySeconds = Number(process.argv[3] ?? 60)
const turns = 3
const members = 1_000
/** Enough members that even at full speed none is above the rate limit of orders. */
const takers = 6_000
const steadyRate = Number(process.argv[4] ?? 500)
/** For comparison: rates at which the machine is not saturated. */
const calmRates = [100, 250]
/** Concurrent requests: typical for a busy api. */
const sockets = 256

const taking = await measureTaking()
const pipeline = await measurePipeline()
const { steady, calmer } = pipeline
console.log(
  JSON.stringify({
    name: 'orders',
    ratio: taking.ratio,
    batchRatio: taking.batchRatio,
    pipelineRatio: pipeline.ratio,
    acceptedPerSecond: taking.acceptedPerSecond,
    barePerSecond: taking.barePerSecond,
    bareBatchedPerSecond: taking.bareBatchedPerSecond,
    ordersPerCall: taking.ordersPerCall,
    cpuMsPerOrder: taking.cpuMsPerOrder,
    phoneMs: steady.phoneMs,
    settledPerSecond: pipeline.settledPerSecond,
    barePipelinePerSecond: pipeline.barePerSecond,
    steady,
    calmer,
    turns: { taking: taking.turns, pipeline: pipeline.turns },
    bars: { ratio: 0.8, pipelineRatio: 0.6, acceptedP99Ms: 100, phoneP50Ms: 15, phoneP99Ms: 150, lost: 0 },
    meaning: {
      ratio: `orders accepted per second through HTTP (production mode, signed-in sessions, XSRF pair, rate limit, checks, hold), ${sockets} requests open, over app.lock_order_facts and app.write_orders run by pgbench -M prepared -c ${clients} with one order per call; medians of ratios within a turn`,
      batchRatio:
        'the same, over the two functions run by pgbench with as many orders per call as the api had',
      pipelineRatio:
        'orders per second from the first request to the last one settled, with api, exchange and worker as processes, over bare SQL that writes the same rows for one order in one transaction, without the rows all would wait for',
      steady: `${steadyRate} orders/s from ${members} members for ${steadySeconds} s: from when an order was due to its answer, and from sending it to its fill on the member's live socket, as executed by the exchange and as settled`,
      calmer: 'the same at lower rates: what the path takes when the cores are not full',
      lost: 'orders accepted and not filled on the ledger, or filled and not heard on the phone, at the end',
    },
    secondsPerTurn: seconds,
    cores: cpus().length,
    loadBefore,
  }),
)

async function measureTaking() {
  const harness = await openHarness(takers)
  try {
    await prepareBare(harness)
    await harness.sql.query(`ALTER DATABASE ${harness.database.name} SET track_functions = 'pl'`)
    const api = await harness.start('api')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 2 })
    const inTurn: Record<'bare' | 'http' | 'batched' | 'ordersPerCall' | 'apiCpuMs', number>[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await harness.sql.query('CHECKPOINT')
      const bare = await runBare(harness, `SELECT bench.place(${takers}, 1)`, seconds)
      await harness.sql.query('CHECKPOINT')
      const before = await calls(harness)
      const cpuBefore = cpuMs(api.pid)
      const shot = await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds })
      refuseNone(shot)
      const ordersPerCall = shot.accepted / ((await calls(harness)) - before)
      const apiCpuMs = (cpuMs(api.pid) - cpuBefore) / shot.accepted
      await harness.sql.query('CHECKPOINT')
      const perCall = Math.max(1, Math.round(ordersPerCall))
      const batched = (await runBare(harness, `SELECT bench.place(${takers}, ${perCall})`, seconds)) * perCall
      const http = shot.accepted / shot.seconds
      inTurn.push({ bare, http, batched, ordersPerCall, apiCpuMs })
      console.log(
        `taking ${turn + 1}: bare ${round(bare)}/s, http ${round(http)}/s in calls of ${hundredths(ordersPerCall)}, the same batches bare ${round(batched)}/s`,
      )
      // No exchange reads the queue here; it would only grow.
      await harness.sql.query('TRUNCATE exchange.queue')
    }
    await loadGenerator.end()
    const of = (name: keyof (typeof inTurn)[number]): number => median(inTurn.map((turn) => turn[name]))
    return {
      ratio: hundredths(median(inTurn.map(({ http, bare }) => http / bare))),
      batchRatio: hundredths(median(inTurn.map(({ http, batched }) => http / batched))),
      acceptedPerSecond: round(of('http')),
      barePerSecond: round(of('bare')),
      bareBatchedPerSecond: round(of('batched')),
      ordersPerCall: hundredths(of('ordersPerCall')),
      cpuMsPerOrder: { api: hundredths(of('apiCpuMs')) },
      turns: inTurn.map(({ bare, http, batched }) => [bare, http, batched].map(round)),
    }
  } finally {
    await harness.stop()
  }
}

async function measurePipeline() {
  const harness = await openHarness(members)
  try {
    await prepareBare(harness)
    await harness.start('exchange')
    await harness.openMarket(12_000)
    await harness.start('worker')
    const api = await harness.start('api')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 2 })
    await harness.settled()
    const inTurn: { bare: number; settled: number }[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await harness.sql.query('CHECKPOINT')
      // Rows written by hand would conflict with those of the exchange: they have a separate database below.
      const began = performance.now()
      const shot = await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds })
      refuseNone(shot)
      await harness.settled()
      const settled = shot.accepted / ((performance.now() - began) / 1_000)
      inTurn.push({ bare: 0, settled })
    }
    const live = await harness.start('live')
    await loadGenerator.ask({ do: 'listen', port: live.port })
    const calmer = []
    for (const rate of calmRates)
      calmer.push(await measureSteady(harness, loadGenerator, rate, steadySeconds / 3))
    const steady = await measureSteady(harness, loadGenerator, steadyRate, steadySeconds)
    await loadGenerator.end()
    const bare = await measureBarePipeline()
    inTurn.forEach((turn, index) => {
      turn.bare = bare[index]!
      console.log(`pipeline ${index + 1}: settled ${round(turn.settled)}/s, bare ${round(turn.bare)}/s`)
    })
    return {
      ratio: hundredths(median(inTurn.map((turn) => turn.settled / turn.bare))),
      settledPerSecond: round(median(inTurn.map((turn) => turn.settled))),
      barePerSecond: round(median(inTurn.map((turn) => turn.bare))),
      turns: inTurn.map((turn) => [turn.bare, turn.settled].map(round)),
      steady,
      calmer,
    }
  } finally {
    await harness.stop()
  }
}

async function measureBarePipeline(): Promise<number[]> {
  const harness = await openHarness(members)
  try {
    await prepareBare(harness)
    await runBare(harness, `SELECT bench.pipeline(${members})`, 2, 'worker')
    const rates: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await harness.sql.query('CHECKPOINT')
      rates.push(await runBare(harness, `SELECT bench.pipeline(${members})`, seconds, 'worker'))
    }
    return rates
  } finally {
    await harness.stop()
  }
}

async function measureSteady(harness: Harness, loadGenerator: LoadGenerator, rate: number, seconds: number) {
  const before = await filled(harness)
  const began = new Date()
  const shot = await loadGenerator.ask<Shot>({ do: 'steady', rate, seconds })
  await harness.settled()
  const settled = (await filled(harness)) - before
  const executed: number[] = []
  const booked: number[] = []
  let missing = 0
  // The last orders are on their way.
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const more = await loadGenerator.ask<Ears>({ do: 'heard' })
    executed.push(...more.executed)
    booked.push(...more.settled)
    missing = more.missing
    if (missing === 0) break
  }
  return {
    rate,
    seconds,
    accepted: shot.accepted,
    refused: shot.refused,
    acceptedMs: quantiles(shot.latencies),
    phoneMs: { executed: quantiles(executed), settled: quantiles(booked) },
    executedHeard: executed.length,
    stagesMs: await stages(harness, began),
    lost: shot.accepted - settled + missing,
  }
}

interface LoadGenerator {
  ask<Answer>(order: Order): Promise<Answer>
  end(): Promise<void>
}

async function openLoadGenerator(harness: Harness, port: number): Promise<LoadGenerator> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'orders/load-generator.ts'))
  const loadGenerator: LoadGenerator = {
    async ask<Answer>(order: Order): Promise<Answer> {
      const answered = once(child, 'message')
      child.send(order)
      const gone = once(child, 'exit').then(() => [{ error: 'the loadGenerator is gone' }])
      const [answer] = (await Promise.race([answered, gone])) as [Answer & { error?: string }]
      if (answer.error !== undefined) throw new Error(answer.error)
      return answer
    },
    async end() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
  await loadGenerator.ask({
    do: 'prepare',
    port,
    origin,
    members: harness.members,
    symbols,
    price,
    terms: harness.terms,
  })
  return loadGenerator
}

async function calls(harness: Harness): Promise<number> {
  // PostgreSQL backends report their counts with a delay.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [row] = await harness.sql.query<{ calls: number }>(
    `SELECT coalesce(sum(calls), 0)::float8 AS calls FROM pg_stat_user_functions WHERE funcname = 'write_orders'`,
  )
  return row!.calls
}

/** Medians by the clocks of the processes: from accepting an order to its match, and from there to its settlement. */
async function stages(harness: Harness, since: Date): Promise<{ matched: number; settling: number }> {
  const [row] = await harness.sql.query<{ matched: number; settling: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.traded_at - o.placed_at)::float8) * 1000 AS matched,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.settled_at - f.traded_at)::float8) * 1000 AS settling
     FROM app.fills f JOIN app.orders o ON o.id = f.order_id WHERE o.placed_at >= $1`,
    [since],
  )
  return { matched: hundredths(row!.matched), settling: hundredths(row!.settling) }
}

async function filled(harness: Harness): Promise<number> {
  const [row] = await harness.sql.query<{ n: number }>('SELECT count(*)::float8 AS n FROM app.fills')
  return row!.n
}

/** User and system time of a process, from the kernel. */
function cpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function refuseNone({ refused }: Shot): void {
  if (Object.keys(refused).length > 0) throw new Error(`refused: ${JSON.stringify(refused)}`)
}

function quantiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    hundredths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99) }
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
