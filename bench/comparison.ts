// How long the comparison at the end of a drill takes: orders are placed, matched, settled, closed and cancelled by the
// product's own code, then every question is asked and timed. `npm run bench -- comparison [orders]`. The ratio is the
// required time divided by the time it took: a minute for 25,000 orders, ten for 500,000. The last line is the result as
// JSON.

import { loadavg } from 'node:os'
import { migrate } from '@fairlot/database'
import type { Executor } from '@fairlot/ledger'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit'
import { checkTrading } from '@fairlot/testkit/invariants/trading'
import { openSql } from '@fairlot/testkit/sql'
import { verify } from '../apps/exchange/src/verify.ts'
import { compareOrders } from '../tests/faults/support/compare-orders.ts'
import { openTestVenue } from '../tests/flows/support/test-venue.ts'
import { fillBooks } from './comparison/fill-books.ts'

const loadBefore = loadavg()[0]
const orders = Number(process.argv[2] ?? 25_000)
const requiredSeconds = orders <= 25_000 ? 60 : 60 + ((orders - 25_000) * 540) / 475_000
const shownQuestions = 8
const mebibyte = 1_048_576

const seconds = new Map<string, number>()
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  const result = await work()
  seconds.set(what, (seconds.get(what) ?? 0) + (performance.now() - began) / 1_000)
  return result
}

const cluster = await startTestCluster({ migrate })
try {
  const database = await cloneDatabase(cluster)
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const venue = await openTestVenue({
    symbols: ['2330', '2317', '2454', '2308'],
    on: { database, natsUrl: cluster.natsUrl },
    clock: Date.now,
    startAt: new Date().toISOString(),
  })
  await venue.begin(date)
  const settler = venue.startSettler()
  const filledFrom = performance.now()
  const ids = await fillBooks(venue, orders)
  const filledIn = (performance.now() - filledFrom) / 1_000
  await settler.stop()
  console.log(`${ids.length} orders placed and settled in ${Math.round(filledIn)} s`)

  let highest = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 100)
  const began = performance.now()
  await timed('ANALYZE', () => venue.sql.query('ANALYZE'))
  const accepted = new Map(ids.map((id) => [id, 0]))
  const { lost, doubled, strange, fills } = await timed('compareOrders', () =>
    compareOrders({ accepted, sent: new Set(ids) }, venue.sql),
  )
  const reader = openSql(database.readerUrl)
  const breaches = await timed('checkTrading', () =>
    checkTrading({
      query: reader.query,
      transaction: (run) => reader.transaction((tx) => run(timedQueries(tx))),
    }),
  )
  const [books] = await timed('app.reconcile()', () =>
    venue.sql.query<{ n: number }>('SELECT count(*)::int AS n FROM app.reconcile() WHERE difference <> 0'),
  )
  const reports = await timed('exchange verify', () => verify(database.exchangeUrl))
  const took = (performance.now() - began) / 1_000
  clearInterval(watch)
  const wrong = {
    lost: lost.length,
    doubled: doubled.length,
    strange: strange.length,
    breaches: breaches.slice(0, 3),
    differences: books!.n,
    faults: reports.flatMap(({ faults }) => faults).slice(0, 3),
  }
  if (Object.values(wrong).some((one) => (Array.isArray(one) ? one.length > 0 : one > 0)))
    throw new Error(`wrong after the run: ${JSON.stringify(wrong)}`)
  await reader.close()
  await venue.stop()
  const slowest = [...seconds].toSorted((one, other) => other[1] - one[1]).slice(0, shownQuestions)
  console.log(
    JSON.stringify({
      name: 'comparison',
      ratio: hundredths(requiredSeconds / took),
      seconds: hundredths(took),
      orders: ids.length,
      fills,
      memoryMegabytes: { before: Math.round(before / mebibyte), highest: Math.round(highest / mebibyte) },
      slowest: Object.fromEntries(slowest.map(([what, time]) => [what, hundredths(time)])),
      meaning: {
        ratio: 'the required time divided by the time it took',
        seconds:
          "ANALYZE, members' answers against what is stored, all invariants of trading, reconciliation, verify",
      },
      loadBefore,
    }),
  )
} finally {
  await cluster.stop()
}

/** A question is named by what it says about a breach, or by its first words. */
function timedQueries(tx: Executor): Executor {
  return {
    query: (text, values) => {
      const said = /format\('([^']+)'/.exec(text)?.[1]
      return timed(said ?? text.trim().replaceAll(/\s+/g, ' ').slice(0, 80), () => tx.query(text, values))
    },
  }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
