// The live gateway with 2,000 sockets that watch 20 of 300 symbols each, and at the same time a bare `ws` loop that
// sends the same frames to 2,000 more. Then a reader at 0.1 Mbit/s, then the gateway is killed while all are connected.
// `npm run bench -- feed [seconds per turn] [sockets]`. The last line is the result as JSON.

import { type ChildProcess, fork, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { migrate } from '@fairlot/database'
import { sealHeader, shards, subjectsOf } from '@fairlot/contract/venue'
import { startNats } from '@fairlot/testkit/services/nats'
import { startPostgres } from '@fairlot/testkit/services/postgres'
import { findFreePort, onFreePorts, portAnswers } from '@fairlot/testkit/services/process'
import { openSql } from '@fairlot/testkit/sql'
import { connect, headers } from '@nats-io/transport-node'
import { sealOf } from '../apps/server/src/platform/seal.ts'
import type { Counted, Order } from './feed/phones.ts'
import { openSlowReader } from './feed/slow-reader.ts'

const loadBefore = loadavg()[0]
const seconds = Number(process.argv[2] ?? 10)
const sockets = Number(process.argv[3] ?? 2_000)
const turns = 5
const settleMs = 2_000
const namespace = 'bench'
const feedKey = 'f'.repeat(64)
const symbols = Array.from({ length: 300 }, (_, at) => String(1_000 + at))
/** The quotes role publishes the changes on one shared tick. */
const publishEveryMs = 250
/** A few symbols trade all the time and most trade occasionally. */
const chanceOf = (at: number): number => 0.9 * Math.exp(-at / 100) + 0.05

const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-feed-'))
const stops: (() => Promise<unknown> | void)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  const postgres = await onFreePorts(1, ([port]) =>
    startPostgres({ folder: join(folder, 'postgres'), port: port!, durable: false }),
  )
  stops.push(() => postgres.stop())
  const nats = await onFreePorts(2, ([port, monitorPort]) =>
    startNats({ folder: join(folder, 'nats'), port: port!, monitorPort: monitorPort! }),
  )
  stops.push(() => nats.stop())
  const url = postgres.url('bench')
  await migrate(url)
  const owner = openSql(url)
  await owner.query(
    `INSERT INTO market.quotes (symbol, version, date, state, reference, open, high, low, last, volume, turnover,
       trades, inside_volume, outside_volume, bids, asks, at)
     SELECT s, 1, current_date, 'continuous', 10000, 10000, 10000, 10000, 10000, 0, 0, 0, 0, 0, '[]', '[]', now()
     FROM unnest($1::text[]) AS s`,
    [symbols],
  )
  await owner.query('INSERT INTO market.feed_keys (name, key) SELECT unnest($1::text[]), $2', [
    [...shards.map(String), 'indices'],
    feedKey,
  ])
  await owner.close()

  const market = await openMarket(nats.url)
  stops.push(() => market.close())
  const [phones, barePhones, bare] = ['phones.ts', 'phones.ts', 'bare.ts'].map(forkChild) as [
    ChildProcess,
    ChildProcess,
    ChildProcess,
  ]
  for (const child of [phones, barePhones, bare]) stops.push(() => endChild(child))
  const { port: barePort } = await answerOf<{ port: number }>(bare)
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  let gateway = await startGateway()
  stops.push(() => endChild(gateway))

  await ask(phones, { do: 'connect', port, count: sockets, symbols })
  const { frames } = await ask<{ frames: string[] }>(phones, { do: 'sample', count: 2_000 })
  bare.send({ frames })
  await ask(barePhones, { do: 'connect', port: barePort, count: sockets, symbols })
  const results: Turn[] = []
  for (let turn = 0; turn < turns; turn++) {
    // At the same time, so that other work on the machine affects both.
    const [ours, theirs] = await Promise.all([measure(gateway, phones), measure(bare, barePhones)])
    const ratio = ours.cpuPerUpdate / theirs.cpuPerUpdate
    results.push({ ours, theirs, ratio })
    console.log(`turn ${turn + 1}: gateway ${show(ours)}; bare ${show(theirs)}; ratio ${hundredths(ratio)}`)
  }
  await ask(barePhones, { do: 'leave' })

  const slow = await measureSlowReader()
  console.log(`slow reader: ${JSON.stringify(slow)}`)
  const back = ask<{ tookMs: number }>(phones, { do: 'comeBack' })
  gateway.kill('SIGKILL')
  gateway = await startGateway()
  const { tookMs } = await back
  console.log(`all ${sockets} back ${tookMs} ms after the gateway was killed`)

  const middle = results.toSorted((a, b) => a.ratio - b.ratio)[Math.floor(turns / 2)]!
  const latencies = results.flatMap(({ ours }) => ours.latencies).toSorted((a, b) => a - b)
  console.log(
    JSON.stringify({
      name: 'feed',
      ratio: hundredths(middle.ratio),
      ratios: results.map(({ ratio }) => hundredths(ratio)),
      sockets,
      updatesPerSecond: Math.round(middle.ours.updatesPerSecond),
      framesPerSecond: Math.round(middle.ours.framesPerSecond),
      bytesPerFrame: Math.round(middle.ours.bytesPerFrame),
      cpuMicrosecondsPerUpdate: hundredths(middle.ours.cpuPerUpdate),
      bareCpuMicrosecondsPerUpdate: hundredths(middle.theirs.cpuPerUpdate),
      gatewayCores: hundredths(middle.ours.cores),
      publishedPerSecond: Math.round(market.perSecond()),
      publishToPhoneMs: { p50: at(latencies, 0.5), p99: at(latencies, 0.99) },
      slowReader: slow,
      allBackAfterKillMs: tookMs,
      meaning: {
        ratio:
          'CPU of the gateway per update delivered, over that of a bare ws loop sending frames the gateway had sent, to as many sockets at the same rate; median of the turns',
        publishToPhoneMs:
          'from publish on NATS to the phone; a list is served every 500 ms, so the wait for the tick is in it',
        slowReader:
          'a reader at 0.1 Mbit/s watching 120 symbols that all change: most bytes held for it, ages of what it got, and whether it ended with the newest of each',
        allBackAfterKillMs: 'kill -9, start again at once; until every phone has prices again',
      },
      secondsPerTurn: seconds,
      cores: cpus().length,
      loadBefore,
    }),
  )

  function startGateway(): Promise<ChildProcess> {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../apps/server/src/main.ts'), 'live'], {
      stdio: 'inherit',
      env: {
        PATH: process.env.PATH,
        FAIRLOT_MODE: 'test',
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        PUBLIC_ORIGIN: 'http://localhost:8080',
        DATABASE_URL: postgres.url('bench', 'fairlot_live'),
        NATS_URL: nats.url,
        NATS_NAMESPACE: namespace,
        REDIS_URL: 'redis://127.0.0.1:1',
        LOG_LEVEL: 'warn',
      },
    })
    return waitFor('the gateway', () => portAnswers(port)).then(() => child)
  }

  async function measureSlowReader() {
    const opened = Date.now()
    const watched = symbols.slice(0, 120)
    const reader = await openSlowReader(port, watched)
    await readLargestUnderWay()
    market.hurry(watched)
    let largestBytesHeld = 0
    const end = Date.now() + seconds * 1_000
    while (Date.now() < end) {
      await pause(500)
      largestBytesHeld = Math.max(largestBytesHeld, await readLargestUnderWay())
    }
    market.stop()
    const ages = reader.ages.toSorted((a, b) => a - b)
    const wanted = new Map(watched.map((symbol) => [symbol, market.lastOf(symbol)]))
    const began = Date.now()
    const isNewest = (): boolean =>
      watched.every((symbol) => reader.newest.get(symbol) === wanted.get(symbol))
    await waitFor('the newest of each', () => Promise.resolve(isNewest()))
    const result = {
      largestBytesHeld,
      bytesPerSecond: Math.round((reader.bytesPassed() * 1_000) / (Date.now() - opened)),
      ageMs: { p50: at(ages, 0.5), p99: at(ages, 0.99) },
      newestAfterMs: Date.now() - began,
    }
    reader.close()
    market.start()
    return result
  }

  async function readLargestUnderWay(): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    return Number(/^fairlot_live_largest_under_way_bytes\{[^}]*\} (\S+)$/m.exec(text)?.[1])
  }
} finally {
  for (const stop of stops.toReversed()) await stop()
}

interface Measured {
  readonly updatesPerSecond: number
  readonly framesPerSecond: number
  readonly bytesPerFrame: number
  /** Microseconds. */
  readonly cpuPerUpdate: number
  readonly cores: number
  readonly latencies: readonly number[]
}
interface Turn {
  readonly ours: Measured
  readonly theirs: Measured
  readonly ratio: number
}

async function measure(server: ChildProcess, phones: ChildProcess): Promise<Measured> {
  await pause(settleMs)
  await ask(phones, { do: 'count' })
  const [cpuBefore, began] = [cpuMicroseconds(server.pid!), performance.now()]
  await pause(seconds * 1_000)
  const counted = await ask<Counted>(phones, { do: 'count' })
  const cpu = cpuMicroseconds(server.pid!) - cpuBefore
  const took = (performance.now() - began) / 1_000
  return {
    updatesPerSecond: counted.updates / took,
    framesPerSecond: counted.frames / took,
    bytesPerFrame: counted.bytes / counted.frames,
    cpuPerUpdate: cpu / counted.updates,
    cores: cpu / 1e6 / took,
    latencies: counted.latencies,
  }
}

/** User and system time of the process, all its threads; the kernel counts in hundredths of a second. */
function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** Publishes like the quotes role: on a shared tick, the full state of each changed instrument. */
async function openMarket(natsUrl: string) {
  const nats = await connect({ servers: natsUrl, maxReconnectAttempts: -1 })
  const subjects = subjectsOf(namespace)
  const versions = new Map(symbols.map((symbol) => [symbol, 1]))
  const last = new Map<string, number>()
  let hurried = new Set<string>()
  let isRunning = true
  let published = 0
  const began = performance.now()
  const levels = (from: number, step: number) =>
    Array.from({ length: 5 }, (_, level) => [
      from + step * level,
      1_000 * (1 + Math.floor(Math.random() * 90)),
    ])
  const say = (subject: string, data: unknown): void => {
    const text = JSON.stringify(data)
    const head = headers()
    head.set(sealHeader, sealOf(feedKey, subject, text))
    nats.publish(subject, text, { headers: head })
  }
  const publish = (symbol: string): void => {
    const version = versions.get(symbol)! + 1
    versions.set(symbol, version)
    const now = Date.now()
    last.set(symbol, now)
    const price = 10_000 + Math.floor(Math.random() * 400)
    const message = {
      s: symbol,
      n: version,
      st: 'continuous',
      p: price,
      r: 10_000,
      v: version * 1_000,
      a: now,
      u: 11_000,
      d: 9_000,
      o: 10_000,
      h: 10_400,
      l: 10_000,
      y: '2026-11-16',
      c: version - 1,
      x: [version * 400, version * 600],
      b: levels(price - 10, -10),
      k: levels(price + 10, 10),
      t: [[version, now, price, 1_000, 'buy']],
    }
    say(subjects.quote(symbol), message)
    published++
  }
  const timer = setInterval(() => {
    say(subjects.quotesHeartbeat, { at: Date.now() })
    if (!isRunning) return
    for (const [at, symbol] of symbols.entries()) {
      if (hurried.has(symbol) || Math.random() < chanceOf(at)) publish(symbol)
    }
  }, publishEveryMs)
  return {
    perSecond: () => (published * 1_000) / (performance.now() - began),
    lastOf: (symbol: string) => last.get(symbol),
    /** These change at every tick from now on. */
    hurry: (more: readonly string[]) => void (hurried = new Set(more)),
    stop: () => void (isRunning = false),
    start() {
      hurried = new Set()
      isRunning = true
    },
    async close() {
      clearInterval(timer)
      await nats.close()
    },
  }
}

function forkChild(file: string): ChildProcess {
  return fork(join(import.meta.dirname, 'feed', file), { stdio: 'inherit', serialization: 'advanced' })
}
async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => {
    child.once('exit', resolve)
  })
  child.kill('SIGKILL')
  await gone
}
function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  return new Promise((resolve) => {
    child.once('message', (answer) => resolve(answer as Answer))
  })
}
function ask<Answer>(child: ChildProcess, order: Order): Promise<Answer> {
  const answer = answerOf<Answer>(child)
  child.send(order)
  return answer
}
async function waitFor(what: string, probe: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await probe())) {
    if (Date.now() > deadline) throw new Error(`waited too long for ${what}`)
    await pause(20)
  }
}

function show({ updatesPerSecond, framesPerSecond, cpuPerUpdate, cores }: Measured): string {
  return `${Math.round(updatesPerSecond)} updates/s in ${Math.round(framesPerSecond)} frames/s, ${hundredths(cpuPerUpdate)} us CPU each, ${hundredths(cores)} cores`
}
function at(sorted: readonly number[], part: number): number | undefined {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
}
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
