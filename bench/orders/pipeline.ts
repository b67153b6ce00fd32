// From HTTP to settled and to the phone, with every role as a process.

import { setTimeout as pause } from 'node:timers/promises'
import { prepareBare, runBare } from './bare.ts'
import { hundredths, median, medians, quantiles, round } from './figures.ts'
import { type Harness, openHarness } from './harness.ts'
import type { Ears, Shot } from './load-generator.ts'
import { symbols } from './market.ts'
import { type LoadGenerator, openLoadGenerator, refuseNone } from './senders.ts'
import { sockets, turns } from './taking.ts'
import { cpuBetween, listed, postgresOf, readUsage, rounded } from './usage.ts'
import { openWal, readWal } from './wal.ts'

export const members = 1_000
/** Orders whose WAL is read. */
const walOrders = 1_500
/** For comparison: rates at which the machine is not saturated. */
const calmRates = [100, 250]
/** As in tests/faults/overload.test.ts: ten times the usual load, most of it from one member. */
const flood = { usual: 50, times: 10, share: 0.6 }

export async function measurePipeline(seconds: number, steadySeconds: number, steadyRate: number) {
  const harness = await openHarness(members)
  try {
    await harness.start('exchange')
    await harness.openMarket(2_500)
    await harness.start('settlement')
    await harness.start('worker')
    const api = await harness.start('api')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    // Each member twice: sessions are read, code is compiled.
    await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 60, max: 2 * members })
    await harness.settled()
    const inTurn: { settled: number; cpu: Readonly<Record<string, number>> }[] = []
    for (let turn = 0; turn < turns; turn += 1)
      inTurn.push(await settleTurn(harness, loadGenerator, turn, seconds))
    const wal = await measureWal(harness, loadGenerator)
    const live = await harness.start('live')
    await loadGenerator.ask({ do: 'listen', port: live.port })
    const afterLoad = await measureIdle(harness, Math.min(30, steadySeconds))
    const atRates = []
    for (const rate of new Set([...calmRates, steadyRate, 2 * steadyRate]))
      atRates.push(
        await measureSteady(
          harness,
          loadGenerator,
          rate,
          rate === steadyRate ? steadySeconds : steadySeconds / 3,
        ),
      )
    const flooded = await measureFlood(loadGenerator, steadySeconds / 3)
    await loadGenerator.end()
    return {
      settled: inTurn.map(({ settled }) => settled),
      cpuMsPerOrder: rounded(medians(inTurn.map(({ cpu }) => cpu))),
      wal,
      afterLoad,
      steady: atRates.find(({ rate }) => rate === steadyRate)!,
      otherRates: atRates.filter(({ rate }) => rate !== steadyRate),
      flooded,
    }
  } finally {
    await harness.stop()
  }
}

/** Every member trades twice and stays connected; then nothing happens. */
export async function measureIdleOnly(count: number, seconds: number) {
  const harness = await openHarness(members)
  try {
    await harness.start('exchange')
    await harness.openMarket(2_500)
    await harness.start('settlement')
    await harness.start('worker')
    const api = await harness.start('api')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 60, max: 2 * members })
    const live = await harness.start('live')
    await loadGenerator.ask({ do: 'listen', port: live.port })
    const measured = []
    for (let turn = 0; turn < count; turn += 1) measured.push(await measureIdle(harness, seconds))
    await loadGenerator.end()
    return measured
  } finally {
    await harness.stop()
  }
}

async function settleTurn(harness: Harness, loadGenerator: LoadGenerator, turn: number, seconds: number) {
  await harness.sql.query('CHECKPOINT')
  const before = await readUsage(harness)
  const began = performance.now()
  const shot = await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds })
  refuseNone(shot)
  await harness.settled()
  const settled = shot.accepted / ((performance.now() - began) / 1_000)
  const cpu = cpuBetween(before, await readUsage(harness), shot.accepted)
  console.log(`pipeline ${turn + 1}: settled ${round(settled)}/s`)
  console.log(`  CPU ms per order: ${listed(cpu)}`)
  return { settled, cpu }
}

async function measureWal({ sql, settled }: Harness, loadGenerator: LoadGenerator) {
  const position = await openWal(sql)
  await sql.query('CHECKPOINT')
  const from = await position()
  const shot = await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 60, max: walOrders })
  refuseNone(shot)
  await settled()
  const wal = await readWal(sql, from, await position(), shot.accepted)
  console.log(
    `WAL per order: ${wal.rows} rows, ${wal.records} records, ${wal.bytes} bytes and ${wal.imageBytes} of page images, ${wal.transactions} transactions`,
  )
  for (const { relation, rows, records, bytes } of wal.byRelation)
    console.log(`  ${relation}: ${rows} rows, ${records} records, ${bytes} bytes`)
  return wal
}

/** Milliseconds of CPU per second while members are connected and send no order. */
async function measureIdle(harness: Harness, seconds: number) {
  await harness.settled()
  const before = await readUsage(harness)
  const began = performance.now()
  await pause(seconds * 1_000)
  const after = await readUsage(harness)
  const took = (performance.now() - began) / 1_000
  const cpu = cpuBetween(before, after, took)
  const transactions = hundredths((after.transactions - before.transactions) / took)
  console.log(`idle, CPU ms per second: ${listed(cpu)}; ${transactions} transactions per second`)
  return { seconds, cpuMsPerSecond: rounded(cpu), transactionsPerSecond: transactions }
}

async function measureSteady(harness: Harness, loadGenerator: LoadGenerator, rate: number, seconds: number) {
  const fillsBefore = await countFills(harness)
  const before = await readUsage(harness)
  const began = new Date()
  const shot = await loadGenerator.ask<Shot>({ do: 'steady', rate, seconds })
  await harness.settled()
  const after = await readUsage(harness)
  const heard = await hearAll(loadGenerator)
  const cpu = cpuBetween(before, after, shot.accepted)
  const figures = {
    rate,
    seconds: hundredths(seconds),
    accepted: shot.accepted,
    refused: shot.refused,
    acceptedMs: quantiles(shot.latencies),
    phoneMs: { executed: quantiles(heard.executed), settled: quantiles(heard.settled) },
    executedHeard: heard.executed.length,
    stagesMs: await stages(harness, began),
    cpuMsPerOrder: rounded({ ...cpu, postgres: postgresOf(cpu) }),
    transactionsPerOrder: hundredths((after.transactions - before.transactions) / shot.accepted),
    walBytesPerOrder: round((after.walBytes - before.walBytes) / shot.accepted),
    lost: shot.accepted - ((await countFills(harness)) - fillsBefore) + heard.missing,
  }
  const { acceptedMs, phoneMs } = figures
  console.log(
    `${rate}/s: answer ${acceptedMs.p50} / ${acceptedMs.p99} ms, executed on the phone ${phoneMs.executed.p50} / ${phoneMs.executed.p99} ms, settled ${phoneMs.settled.p50} / ${phoneMs.settled.p99} ms (p50 / p99), ${figures.transactionsPerOrder} transactions and ${figures.walBytesPerOrder} bytes of WAL per order, ${figures.lost} lost`,
  )
  console.log(`  CPU ms per order: ${listed(cpu)}`)
  return figures
}

async function hearAll(loadGenerator: LoadGenerator): Promise<Ears> {
  const executed: number[] = []
  const settled: number[] = []
  let missing = 0
  // The last orders are on their way.
  for (const end = Date.now() + 5_000; Date.now() < end;) {
    const more = await loadGenerator.ask<Ears>({ do: 'heard' })
    executed.push(...more.executed)
    settled.push(...more.settled)
    missing = more.missing
    if (missing === 0) break
  }
  return { executed, settled, missing }
}

/** What others wait for while one account sends most of ten times the load. */
async function measureFlood(loadGenerator: LoadGenerator, seconds: number) {
  const { usual, times, share } = flood
  const calm = await loadGenerator.ask<Shot>({ do: 'steady', rate: usual, seconds })
  const storm = await loadGenerator.ask<Shot>({ do: 'steady', rate: usual * times, seconds, noisy: share })
  const [before, during] = [quantiles(calm.latencies).p99, quantiles(storm.latencies).p99]
  console.log(`one account floods: others' answer p99 ${before} -> ${during} ms`)
  return { calmP99Ms: before, floodedP99Ms: during, times: hundredths(during / before) }
}

export async function measureBarePipeline(seconds: number): Promise<number[]> {
  const harness = await openHarness(members)
  const statement = `SELECT bench.pipeline(${members}, ${symbols.length})`
  try {
    await prepareBare(harness)
    await runBare(harness, statement, 2, 'settlement')
    const rates: number[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      await harness.sql.query('CHECKPOINT')
      rates.push(await runBare(harness, statement, seconds, 'settlement'))
    }
    console.log(`pipeline bare: ${round(median(rates))}/s`)
    return rates
  } finally {
    await harness.stop()
  }
}

/** Medians by the clocks of the processes: from accepting an order to its match, and from there to its settlement. */
async function stages({ sql }: Harness, since: Date): Promise<{ matched: number; settling: number }> {
  const [row] = await sql.query<{ matched: number; settling: number }>(
    `SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.traded_at - o.placed_at)::float8) * 1000 AS matched,
       percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM f.settled_at - f.traded_at)::float8) * 1000 AS settling
     FROM app.fills f JOIN app.orders o ON o.id = f.order_id WHERE o.placed_at >= $1`,
    [since],
  )
  return { matched: hundredths(row!.matched), settling: hundredths(row!.settling) }
}

async function countFills({ sql }: Harness): Promise<number> {
  const [row] = await sql.query<{ n: number }>('SELECT count(*)::float8 AS n FROM app.fills')
  return row!.n
}
