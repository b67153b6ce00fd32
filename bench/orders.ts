// Orders through the real HTTP API, and the same SQL run bare, on the same durable PostgreSQL, in turns. Three parts:
// taking orders only (`ratio` against one order per call, `batchRatio` against the same batches); from HTTP to settled
// (`pipelineRatio`); and 500 orders a second from 1,000 members with a phone each on the live feed.
// `npm run bench -- orders [seconds per turn] [seconds of the steady part] [orders per second of it]`. The last line is the result as JSON.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { clients, prepareBare, runBare } from './orders/bare.ts'
import { type Desk, openDesk, origin, price, symbols } from './orders/desk.ts'
import type { Order, Shot } from './orders/shooter.ts'

const loadBefore = loadavg()[0]
const seconds = Number(process.argv[2] ?? 8)
const steadySeconds = Number(process.argv[3] ?? 60)
const turns = 3
const members = 1_000
/** So many that batches at full speed never make one of them a runaway. */
const takers = 6_000
const steadyRate = Number(process.argv[4] ?? 500)
/** For comparison: where the machine is not full yet. */
const calmRates = [100, 250]
/** Requests under way at once: what a busy api has open. */
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
    settledPerSecond: pipeline.settledPerSecond,
    barePipelinePerSecond: pipeline.barePerSecond,
    steady,
    calmer,
    turns: { taking: taking.turns, pipeline: pipeline.turns },
    bars: { ratio: 0.8, pipelineRatio: 0.6, acceptedP99Ms: 100, phoneP50Ms: 15, phoneP99Ms: 150, lost: 0 },
    meaning: {
      ratio: `orders accepted per second through HTTP (production mode, signed-in sessions, XSRF pair, pace, checks, hold), ${sockets} requests open, over app.place_orders run by pgbench -M prepared -c ${clients} with one order per call; medians of ratios within a turn`,
      batchRatio:
        'the same, over app.place_orders run by pgbench with as many orders per call as the api had',
      pipelineRatio:
        'orders per second from the first request to the last one settled, with api, exchange and worker as processes, over bare SQL that writes the same rows for one order in one transaction, without the rows all would wait for',
      steady: `${steadyRate} orders/s from ${members} members for ${steadySeconds} s: from when an order was due to its answer, and from sending it to its fill on the member's live socket`,
      calmer: 'the same at lower rates: what the path takes when the cores are not full',
      lost: 'orders accepted and not filled on the ledger, or filled and not heard on the phone, at the end',
    },
    secondsPerTurn: seconds,
    cores: cpus().length,
    loadBefore,
  }),
)

async function measureTaking() {
  const desk = await openDesk(takers)
  try {
    await prepareBare(desk)
    await desk.sql.query(`ALTER DATABASE ${desk.database.name} SET track_functions = 'pl'`)
    const api = await desk.start('api')
    const shooter = await openShooter(desk, api.port)
    await shooter.ask<Shot>({ do: 'loop', sockets, seconds: 2 })
    const inTurn: Record<'bare' | 'http' | 'batched' | 'ordersPerCall' | 'apiCpuMs', number>[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await desk.sql.query('CHECKPOINT')
      const bare = await runBare(desk, `SELECT bench.place(${takers}, 1)`, seconds)
      await desk.sql.query('CHECKPOINT')
      const before = await calls(desk)
      const cpuBefore = cpuMs(api.pid)
      const shot = await shooter.ask<Shot>({ do: 'loop', sockets, seconds })
      refuseNone(shot)
      const ordersPerCall = shot.accepted / ((await calls(desk)) - before)
      const apiCpuMs = (cpuMs(api.pid) - cpuBefore) / shot.accepted
      await desk.sql.query('CHECKPOINT')
      const perCall = Math.max(1, Math.round(ordersPerCall))
      const batched = (await runBare(desk, `SELECT bench.place(${takers}, ${perCall})`, seconds)) * perCall
      const http = shot.accepted / shot.seconds
      inTurn.push({ bare, http, batched, ordersPerCall, apiCpuMs })
      console.log(
        `taking ${turn + 1}: bare ${round(bare)}/s, http ${round(http)}/s in calls of ${hundredths(ordersPerCall)}, the same batches bare ${round(batched)}/s`,
      )
      // The queue is nobody's here; left alone it would only grow.
      await desk.sql.query('TRUNCATE exchange.queue')
    }
    await shooter.end()
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
    await desk.stop()
  }
}

async function measurePipeline() {
  const desk = await openDesk(members)
  try {
    await prepareBare(desk)
    await desk.start('exchange')
    await desk.openMarket(12_000)
    await desk.start('worker')
    const api = await desk.start('api')
    const shooter = await openShooter(desk, api.port)
    await shooter.ask<Shot>({ do: 'loop', sockets, seconds: 2 })
    await desk.settled()
    const inTurn: { bare: number; settled: number }[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await desk.sql.query('CHECKPOINT')
      // Rows written by hand would meet those of the exchange: they have a database of their own below.
      const began = performance.now()
      const shot = await shooter.ask<Shot>({ do: 'loop', sockets, seconds })
      refuseNone(shot)
      await desk.settled()
      const settled = shot.accepted / ((performance.now() - began) / 1_000)
      inTurn.push({ bare: 0, settled })
    }
    const live = await desk.start('live')
    await shooter.ask({ do: 'listen', port: live.port })
    const calmer = []
    for (const rate of calmRates) calmer.push(await measureSteady(desk, shooter, rate, steadySeconds / 3))
    const steady = await measureSteady(desk, shooter, steadyRate, steadySeconds)
    await shooter.end()
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
    await desk.stop()
  }
}

async function measureBarePipeline(): Promise<number[]> {
  const desk = await openDesk(members)
  try {
    await prepareBare(desk)
    await runBare(desk, `SELECT bench.pipeline(${members})`, 2)
    const rates: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await desk.sql.query('CHECKPOINT')
      rates.push(await runBare(desk, `SELECT bench.pipeline(${members})`, seconds))
    }
    return rates
  } finally {
    await desk.stop()
  }
}

async function measureSteady(desk: Desk, shooter: Shooter, rate: number, seconds: number) {
  const before = await filled(desk)
  const began = new Date()
  const shot = await shooter.ask<Shot>({ do: 'pace', rate, seconds })
  await desk.settled()
  const settled = (await filled(desk)) - before
  let ears = { heard: [] as number[], missing: 0 }
  // The last ones are on their way.
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const more = await shooter.ask<{ heard: number[]; missing: number }>({ do: 'heard' })
    ears = { heard: [...ears.heard, ...more.heard], missing: more.missing }
    if (more.missing === 0) break
  }
  const accepted = shot.latencies.toSorted((a, b) => a - b)
  const heard = ears.heard.toSorted((a, b) => a - b)
  return {
    rate,
    seconds,
    accepted: shot.accepted,
    refused: shot.refused,
    acceptedMs: { p50: at(accepted, 0.5), p99: at(accepted, 0.99) },
    phoneMs: { p50: at(heard, 0.5), p99: at(heard, 0.99) },
    stagesMs: await stages(desk, began),
    lost: shot.accepted - settled + ears.missing,
  }
}

interface Shooter {
  ask<Answer>(order: Order): Promise<Answer>
  end(): Promise<void>
}

async function openShooter(desk: Desk, port: number): Promise<Shooter> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'orders/shooter.ts'))
  const shooter: Shooter = {
    async ask<Answer>(order: Order): Promise<Answer> {
      const answered = once(child, 'message')
      child.send(order)
      const gone = once(child, 'exit').then(() => [{ error: 'the shooter is gone' }])
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
  await shooter.ask({ do: 'prepare', port, origin, members: desk.members, symbols, price, terms: desk.terms })
  return shooter
}

async function calls(desk: Desk): Promise<number> {
  // Backends report their counts a moment after the fact.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [row] = await desk.sql.query<{ calls: number }>(
    `SELECT coalesce(sum(calls), 0)::float8 AS calls FROM pg_stat_user_functions WHERE funcname = 'place_orders'`,
  )
  return row!.calls
}

/** Medians by the clocks of the processes: from taking an order to its match, and from there to its settlement. */
async function stages(desk: Desk, since: Date): Promise<{ matched: number; settling: number }> {
  const [row] = await desk.sql.query<{ matched: number; settling: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.traded_at - o.placed_at)::float8) * 1000 AS matched,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.settled_at - f.traded_at)::float8) * 1000 AS settling
     FROM app.fills f JOIN app.orders o ON o.id = f.order_id WHERE o.placed_at >= $1`,
    [since],
  )
  return { matched: hundredths(row!.matched), settling: hundredths(row!.settling) }
}

async function filled(desk: Desk): Promise<number> {
  const [row] = await desk.sql.query<{ n: number }>('SELECT count(*)::float8 AS n FROM app.fills')
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

function at(sorted: readonly number[], share: number): number {
  return hundredths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
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
