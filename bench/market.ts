// The cost of the whole market on this machine without any users: `npm run bench -- market [minutes]` starts everything
// in a separate folder like a first start, lets the practice market trade as at the busiest moment of its day, and
// measures CPU time and database growth. `ratio` is the cores used over the half core allowed.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { activityAt, taipeiMinute, tradesPerDay } from '../apps/practice/src/activity.ts'
import { portsFrom, readLayout } from '../scripts/stack/layout.ts'
import { startStack } from '../scripts/stack/stack.ts'

const allowedCores = 0.5
const allowedBytes = 300_000_000
const minutes = Number(process.argv[2] ?? 5)
const loadBefore = loadavg()[0]
const devFolder = mkdtempSync(join(tmpdir(), 'fairlot-bench-market-'))
const portBase = Number(process.env['FAIRLOT_PORT_BASE'] ?? 22_400)
const layout = { ...readLayout(), devFolder, portBase, ports: portsFrom(portBase) }
// Full activity, whatever the hour.
const intensity = 1 / activityAt('practice', taipeiMinute(Date.now()))

/** CPU time in hundredths of a second of every process below this one, by name. */
function processorTime(): ReadonlyMap<string, { name: string; spent: number }> {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
        const name = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid, name, parent: fields[1]!, spent: Number(fields[11]) + Number(fields[12]) }]
      } catch {
        return [] // The process ended meanwhile.
      }
    })
  const ours = new Set([String(process.pid)])
  for (let before = 0; before < ours.size;) {
    before = ours.size
    for (const { pid, parent } of all) if (ours.has(parent)) ours.add(pid)
  }
  return new Map(
    all.filter(({ pid }) => ours.has(pid) && pid !== String(process.pid)).map((one) => [one.pid, one]),
  )
}

const groups: readonly (readonly [string, RegExp])[] = [
  ['exchange', /exchange\/src\/main/],
  ['practice', /practice\/src\/main/],
  ['quotes', /main[.]ts quotes/],
  ['live', /main[.]ts live/],
  ['api', /main[.]ts api/],
  ['worker', /main[.]ts worker/],
  ['settlement', /main[.]ts settlement/],
  ['postgres', /postgres/],
  ['nats', /nats-server/],
  ['redis', /redis/],
]

interface Sizes {
  readonly trades: number
  readonly kept: number
  readonly prunable: number
}

async function sizesOf(sql: Sql): Promise<Sizes> {
  const [row] = await sql.query<Record<keyof Sizes, string>>(
    `WITH sizes AS (
       SELECT n.nspname, c.relname, pg_total_relation_size(c.oid) AS bytes
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind = 'r' AND n.nspname IN ('exchange', 'market', 'practice'))
     SELECT (SELECT count(*) FROM exchange.events WHERE kind = 'traded') AS trades,
       sum(bytes) FILTER (WHERE nspname = 'market' OR relname ~ '_kept') AS kept,
       sum(bytes) FILTER (WHERE nspname <> 'market' AND relname !~ '_kept') AS prunable
     FROM sizes`,
  )
  return { trades: Number(row!.trades), kept: Number(row!.kept), prunable: Number(row!.prunable) }
}

const began = performance.now()
const stack = await startStack({
  layout,
  mode: 'development',
  build: true,
  say: () => undefined,
  onGivingUp: (name, reason) => {
    throw new Error(`${name} does not stay up: ${reason}`)
  },
  env: { PRACTICE_INTENSITY: String(intensity), LOG_LEVEL: 'warn' },
})
const readySeconds = Math.round((performance.now() - began) / 1_000)
const sql = openSql(stack.databaseOwnerUrl)
try {
  console.log(`a first start is ready after ${readySeconds} s`)
  await pause(60_000) // The first quotes of everything, and the work of starting.
  const [from, sizesBefore, timesBefore] = [performance.now(), await sizesOf(sql), processorTime()]
  await pause(minutes * 60_000)
  const [seconds, sizesAfter, timesAfter] = [
    (performance.now() - from) / 1_000,
    await sizesOf(sql),
    processorTime(),
  ]
  const cores: Record<string, number> = {}
  let total = 0
  for (const [pid, { name, spent }] of timesAfter) {
    const used = (spent - (timesBefore.get(pid)?.spent ?? 0)) / 100 / seconds
    const group = groups.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
    cores[group] = (cores[group] ?? 0) + used
    total += used
  }
  const trades = sizesAfter.trades - sizesBefore.trades
  const bytesPerTrade = (sizesAfter.kept - sizesBefore.kept) / trades
  const result = {
    name: 'market',
    readySeconds,
    minutes,
    tradesPerSecond: trades / seconds,
    cores: total,
    coresOf: Object.fromEntries(Object.entries(cores).map(([name, used]) => [name, Number(used.toFixed(3))])),
    bytesPerTrade: Math.round(bytesPerTrade),
    tradesPerDay: Math.round(tradesPerDay('practice')),
    megabytesPerDay: Math.round((bytesPerTrade * tradesPerDay('practice')) / 1_000_000),
    allowedMegabytesPerDay: allowedBytes / 1_000_000,
    prunableMegabytes: Number((sizesAfter.prunable / 1_000_000).toFixed(1)),
    loadBefore,
    ratio: total / allowedCores,
  }
  console.log(JSON.stringify(result))
} finally {
  await sql.close()
  await stack.stop()
  rmSync(devFolder, { recursive: true, force: true })
}
process.exit(0)
