// Accepting orders only, through HTTP and by the same SQL run bare, in turns.

import { prepareBare, runBare } from './bare.ts'
import { hundredths, median, medians, round } from './figures.ts'
import { type Harness, openHarness } from './harness.ts'
import type { Shot } from './load-generator.ts'
import { symbols } from './market.ts'
import { type LoadGenerator, openLoadGenerator, refuseNone } from './senders.ts'
import { cpuBetween, listed, readUsage, rounded } from './usage.ts'

/** Enough members that even at full speed none is above the rate limit of orders. */
const takers = 3_000
/** Concurrent requests: typical for a busy api. */
export const sockets = 256
export const turns = 3

interface Turn {
  readonly bare: number
  readonly http: number
  readonly batched: number
  readonly ordersPerCall: number
  readonly cpu: Readonly<Record<string, number>>
  /** With one order per call. */
  readonly loneCpu: Readonly<Record<string, number>>
}

export async function measureTaking(seconds: number) {
  const harness = await openHarness(takers)
  try {
    await prepareBare(harness)
    const api = await harness.start('api')
    const loadGenerator = await openLoadGenerator(harness, api.port)
    // Each member once: sessions are read, code is compiled.
    await loadGenerator.ask<Shot>({ do: 'loop', sockets, seconds: 60, max: takers })
    const inTurn: Turn[] = []
    for (let turn = 0; turn < turns; turn += 1) {
      const figures = await takeTurn(harness, loadGenerator, seconds)
      inTurn.push(figures)
      const { bare, http, batched, ordersPerCall } = figures
      console.log(
        `taking ${turn + 1}: bare ${round(bare)}/s, http ${round(http)}/s in calls of ${hundredths(ordersPerCall)}, the same batches bare ${round(batched)}/s`,
      )
      console.log(`  CPU ms per order: ${listed(figures.cpu)}`)
      console.log(`  CPU ms per order, one per call: ${listed(figures.loneCpu)}`)
      // No exchange reads the queue here; it would only grow.
      await harness.sql.query('TRUNCATE exchange.queue')
    }
    await loadGenerator.end()
    const of = (name: 'bare' | 'http' | 'batched' | 'ordersPerCall'): number =>
      median(inTurn.map((turn) => turn[name]))
    return {
      ratio: hundredths(median(inTurn.map(({ http, bare }) => http / bare))),
      batchRatio: hundredths(median(inTurn.map(({ http, batched }) => http / batched))),
      acceptedPerSecond: round(of('http')),
      barePerSecond: round(of('bare')),
      bareBatchedPerSecond: round(of('batched')),
      ordersPerCall: hundredths(of('ordersPerCall')),
      cpuMsPerOrder: rounded(medians(inTurn.map(({ cpu }) => cpu))),
      loneCpuMsPerOrder: rounded(medians(inTurn.map(({ loneCpu }) => loneCpu))),
      turns: inTurn.map(({ bare, http, batched }) => [bare, http, batched].map(round)),
    }
  } finally {
    await harness.stop()
  }
}

async function takeTurn(harness: Harness, loadGenerator: LoadGenerator, seconds: number): Promise<Turn> {
  await harness.sql.query('CHECKPOINT')
  const lone = await sendLoop(harness, loadGenerator, 1, seconds / 2)
  const bare = await runBare(harness, place(1), seconds)
  await harness.sql.query('CHECKPOINT')
  const began = new Date()
  const { shot, cpu } = await sendLoop(harness, loadGenerator, sockets, seconds)
  const ordersPerCall = shot.accepted / (await callsSince(harness, began))
  await harness.sql.query('CHECKPOINT')
  const perCall = Math.max(1, Math.round(ordersPerCall))
  const batched = (await runBare(harness, place(perCall), seconds)) * perCall
  return { bare, http: shot.accepted / shot.seconds, batched, ordersPerCall, cpu, loneCpu: lone.cpu }
}

const place = (perCall: number): string => `SELECT bench.place(${takers}, ${symbols.length}, ${perCall})`

async function sendLoop(harness: Harness, loadGenerator: LoadGenerator, open: number, seconds: number) {
  const before = await readUsage(harness)
  const shot = await loadGenerator.ask<Shot>({ do: 'loop', sockets: open, seconds })
  refuseNone(shot)
  return { shot, cpu: cpuBetween(before, await readUsage(harness), shot.accepted) }
}

/** Orders of one call were written by one transaction. */
async function callsSince({ sql }: Harness, since: Date): Promise<number> {
  const [row] = await sql.query<{ calls: number }>(
    'SELECT count(DISTINCT xmin::text)::float8 AS calls FROM app.orders WHERE placed_at >= $1',
    [since],
  )
  return row!.calls
}
