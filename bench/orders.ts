// Orders through the real HTTP API, and the same SQL run bare, on the same durable PostgreSQL, in turns. Accepting
// orders only (`ratio` against one order per call, `batchRatio` against the same batches); from HTTP to settled
// (`pipelineRatio`); steady rates from 1,000 members with a phone each on the live feed; and all of them idle.
// `npm run bench -- orders [seconds per turn] [seconds of the steady part] [orders per second of it]`; `orders 1 10 250`
// takes about two minutes. The last line is the result as JSON.

import { cpus, loadavg } from 'node:os'
import { clients } from './orders/bare.ts'
import { hundredths, median, round } from './orders/figures.ts'
import { measureBarePipeline, measureIdleOnly, measurePipeline, members } from './orders/pipeline.ts'
import { measureTaking, sockets } from './orders/taking.ts'
import { postgresOf } from './orders/usage.ts'

const loadBefore = loadavg()[0]
const seconds = Number(process.argv[2] ?? 8)
const steadySeconds = Number(process.argv[3] ?? 60)
const steadyRate = Number(process.argv[4] ?? 500)

const taking = await measureTaking(seconds)
const pipeline = await measurePipeline(seconds, steadySeconds, steadyRate)
const bare = await measureBarePipeline(seconds)
const [idle] = await measureIdleOnly(1, Math.min(30, steadySeconds))
const { steady, otherRates, wal, afterLoad, settled, flooded } = pipeline
console.log(
  JSON.stringify({
    name: 'orders',
    ratio: taking.ratio,
    batchRatio: taking.batchRatio,
    pipelineRatio: hundredths(median(settled.map((rate, turn) => rate / bare[turn]!))),
    cpuMsPerOrder: {
      postgresOnePerCall: hundredths(postgresOf(taking.loneCpuMsPerOrder)),
      postgresBatched: hundredths(postgresOf(taking.cpuMsPerOrder)),
      apiSaturated: taking.cpuMsPerOrder['api'],
      [`at${steadyRate}`]: steady.cpuMsPerOrder['all'],
      ...Object.fromEntries(otherRates.map(({ rate, cpuMsPerOrder }) => [`at${rate}`, cpuMsPerOrder['all']])),
    },
    phoneMs: steady.phoneMs,
    acceptedPerSecond: taking.acceptedPerSecond,
    settledPerSecond: round(median(settled)),
    barePerSecond: taking.barePerSecond,
    bareBatchedPerSecond: taking.bareBatchedPerSecond,
    barePipelinePerSecond: round(median(bare)),
    ordersPerCall: taking.ordersPerCall,
    wal,
    idle,
    afterLoad,
    flooded,
    taking: { cpuMsPerOrder: taking.cpuMsPerOrder, onePerCall: taking.loneCpuMsPerOrder },
    settling: { cpuMsPerOrder: pipeline.cpuMsPerOrder },
    steady,
    otherRates,
    turns: { taking: taking.turns, settled: settled.map(round), barePipeline: bare.map(round) },
    goals: {
      cpuMsPerOrder: {
        postgresOnePerCall: 1,
        postgresBatched: 0.15,
        apiSaturated: 0.35,
        at500: 1.9,
        at1000: 1.2,
      },
      acceptedPerSecond: 2_500,
      settledPerSecond: 1_800,
      batchRatio: 0.3,
      at500: { answerP99Ms: 60, executedMs: { p50: 15, p99: 100 }, settledMs: { p50: 60, p99: 250 } },
      at1000: { executedMs: { p50: 30, p99: 250 } },
      wal: { bytes: 6_000, rows: 18, records: 50 },
      idleCpuMsPerSecond: 40,
      floodedTimes: 2,
      lost: 0,
    },
    meaning: {
      ratio: `orders accepted per second through HTTP (production mode, signed-in sessions, XSRF pair, rate limit, checks, hold), ${sockets} requests open, over app.lock_order_facts and app.write_orders run by pgbench -M prepared -c ${clients} with one order per call; medians of ratios within a turn`,
      batchRatio:
        'the same, over the two functions run by pgbench with as many orders per call as the api had',
      pipelineRatio:
        'orders per second from the first request to the last one settled, with api, exchange and settlement as processes, over bare SQL that writes the same rows for one order in one transaction, without the rows all would wait for',
      cpuMsPerOrder:
        'milliseconds on a core by process, from schedstat; `all` is without the senders and the connections of the bench',
      steady: `${steadyRate} orders/s from ${members} members for ${steadySeconds} s: from when an order was due to its answer, and from sending it to its fill on the member's live socket, as executed by the exchange and as settled`,
      wal: 'per order from HTTP to settled at full speed: records of the WAL, their bytes without page images, rows inserted, updated or deleted, by relation',
      idle: `${members} members who traded twice are connected, none sends an order`,
      afterLoad: 'the same in the first seconds after the load: it is reconciled and its tables are vacuumed',
      flooded: "the others' answer p99 while one account sends most of ten times the load, over that before",
      lost: 'orders accepted and not filled on the ledger, or filled and not heard on the phone, at the end',
    },
    secondsPerTurn: seconds,
    cores: cpus().length,
    loadBefore,
  }),
)
