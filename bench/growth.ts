// The cost of an order as the platform grows: CPU and buffers of order intake on PostgreSQL, per order, with a thousand
// accounts and with many times as many, ten ledger lines each. `npm run bench -- growth` goes to 100,000 accounts and a million
// lines; `npm run bench -- growth --whole` to a million accounts and ten million lines. The last line is the result as
// JSON.

import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { shardOf } from '@fairlot/contract/venue'
import { migrate } from '@fairlot/database'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { decideBatch } from '../apps/server/src/features/orders/intake/decide-batch.ts'
import type { OrderDraft } from '../apps/server/src/features/orders/intake/draft.ts'
import { lockFacts, writeOrders } from '../apps/server/src/features/orders/intake/store.ts'
import type { Tx } from '../apps/server/src/platform/db.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { brokerage, termsOf, valueAt } from '../packages/rules/src/orders/index.ts'

const loadBefore = loadavg()[0]
const whole = process.argv.includes('--whole')
const sizes = whole ? [1_000, 10_000, 100_000, 1_000_000] : [1_000, 10_000, 100_000]
const linesEach = 10
const rounds = 5
const orders = 1_000
/** Orders of every round whose buffers are counted. Counting costs time, so their time is not measured. */
const watched = 200
const symbol = '2330'
const price = 1_000
const terms = termsOf('practice')
const date = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10)

const cluster = await startTestCluster({ migrate, durable: true })
try {
  const results: { accounts: number; lines: number; cpuMicroseconds: number; buffers: number }[] = []
  for (const accounts of sizes) {
    const database = await cloneDatabase(cluster)
    const owner = openSql(database.ownerUrl, { connections: 1 })
    const api = openSql(database.apiUrl, { connections: 1 })
    await fill(owner, accounts)
    const [backend] = await api.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    // Warm-up: plans, caches, and the rows of a member's first order are not measured.
    await place(api, accounts, orders)
    const costs: { cpu: number; buffers: number }[] = []
    for (let round = 0; round < rounds; round += 1) {
      await owner.query('CHECKPOINT')
      const before = cpuMicroseconds(backend!.pid)
      await place(api, accounts, orders)
      const cpu = (cpuMicroseconds(backend!.pid) - before) / orders
      costs.push({ cpu, buffers: await buffersOf(api, accounts) })
    }
    const [rows] = await owner.query<{ lines: number }>('SELECT count(*)::float8 AS lines FROM ledger.lines')
    const result = {
      accounts,
      lines: rows!.lines,
      cpuMicroseconds: Math.round(median(costs.map(({ cpu }) => cpu))),
      buffers: Math.round(median(costs.map(({ buffers }) => buffers)) * 10) / 10,
    }
    results.push(result)
    console.log(
      `${accounts} accounts, ${result.lines} lines: ${result.cpuMicroseconds} µs and ${result.buffers} buffers per order`,
    )
    await Promise.all([owner.close(), api.close()])
    await database.close()
  }
  const [smallest, largest] = [results[0]!, results.at(-1)!]
  const cpuRatio = hundredths(largest.cpuMicroseconds / smallest.cpuMicroseconds)
  const bufferRatio = hundredths(largest.buffers / smallest.buffers)
  console.log(
    JSON.stringify({
      name: 'growth',
      ratio: Math.max(cpuRatio, bufferRatio),
      cpuRatio,
      bufferRatio,
      bar: 1.2,
      results,
      meaning: {
        ratio: 'the larger of the two: cost per order at the largest size over that at the smallest',
        cpuMicroseconds: `user and system time of the PostgreSQL backend per order, ${orders} orders of random members one per call, median of ${rounds}`,
        buffers:
          'pages hit or read per order, from EXPLAIN (ANALYZE, BUFFERS) of the call, median of the same rounds',
      },
      whole,
      cores: cpus().length,
      loadBefore,
    }),
  )
} finally {
  await cluster.stop()
}

/** Members with a history: written straight into the tables, since only its size matters. */
async function fill(owner: Sql, accounts: number): Promise<void> {
  await owner.query(`SET session_replication_role = replica`)
  await owner.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ($1, 'a', 'a', 'listed', 'stock', 'x', 'x', $2)`,
    [symbol, price],
  )
  await owner.query(
    `INSERT INTO ledger.accounts (id, code, owner_kind, owner_id, asset, kind, bounded, holding)
     SELECT ledger.account_id(c.code), c.code, 'member', c.owner, 'TWD', c.kind, true, c.kind = 'held'
     FROM (
       SELECT '01900000-0000-7000-8000-' || lpad(n::text, 12, '0') AS owner, k AS kind,
         'member/01900000-0000-7000-8000-' || lpad(n::text, 12, '0') || '/TWD/' || k AS code
       FROM generate_series(1, $1) AS n, unnest(ARRAY['available', 'held']) AS k
     ) AS c`,
    [accounts],
  )
  await owner.query(
    `INSERT INTO ledger.balances (account_id, balance, lines, first_stamp, stamp, lowest)
     SELECT id, CASE kind WHEN 'available' THEN 1000000000000 ELSE 0 END, 5, 1, 1, 0 FROM ledger.accounts WHERE owner_kind = 'member'`,
  )
  const entries = (accounts * linesEach) / 2
  await owner.query(
    `INSERT INTO ledger.entries (id, posted_at, line_count, event, reference, key, tx)
     SELECT ledger.entry_id((s.ms << 12) + n % 4096), to_timestamp(s.ms / 1000::float8), 2, 'bench', 'bench', 'bench ' || n, 1
     FROM generate_series(1, $1) AS n
     CROSS JOIN LATERAL (SELECT (extract(epoch FROM now()) * 1000)::bigint - n % 1000000 AS ms) AS s`,
    [entries],
  )
  await owner.query(
    `INSERT INTO ledger.lines (entry_id, account_id, posted_at, amount, tx, seq, balance_after, line_no, asset)
     SELECT e.id, ledger.account_id('member/01900000-0000-7000-8000-' || lpad((1 + (e.n + line * 7) % $1)::text, 12, '0')
         || '/TWD/available'), e.posted_at, CASE line WHEN 1 THEN 1 ELSE -1 END, 1, e.n, 1000000000000, line, 'TWD'
     FROM (SELECT id, posted_at, row_number() OVER () AS n FROM ledger.entries) AS e, generate_series(1, 2) AS line`,
    [accounts],
  )
  await owner.query(
    `INSERT INTO ledger.keys (key, request_hash, entry_id, posted_at)
     SELECT key, sha256(key::bytea), id, posted_at FROM ledger.entries`,
  )
  await owner.query(
    `INSERT INTO app.orders (id, member_id, symbol, kind, side, purpose, position_id, direction, multiple, day_trade, price,
       quantity, validity, worst_price, date, origin, terms, placed_at, left_shares, state, reason, ended_at)
     SELECT u.id, ('01900000-0000-7000-8000-' || lpad((1 + u.n % $1)::text, 12, '0'))::uuid, '2330', 'stock', 'buy', 'open', u.id,
       'long', 100, false, 1000, 1000, 'ROD', 1000, $2, 'member', decode(repeat('ab', 32), 'hex'), now() - interval '3 days', 0,
       'cancelled', 'asked', now() - interval '3 days'
     FROM (SELECT ledger.entry_id(((extract(epoch FROM now() - interval '3 days') * 1000)::bigint << 12) + n) AS id, n
       FROM generate_series(1, $1) AS n) AS u`,
    [accounts, date],
  )
  await owner.query(
    `INSERT INTO app.order_steps (order_id, n, at, what, who, data, hash)
     SELECT id, n, now(), 'placed', 'member', '{}', decode(repeat('0', 64), 'hex') FROM app.orders, generate_series(1, 3) AS n`,
  )
  await owner.query(`SET session_replication_role = DEFAULT`)
  await owner.query('VACUUM ANALYZE')
}

function draft(accounts: number): OrderDraft {
  const id = newId()
  const memberId = `01900000-0000-7000-8000-${String(1 + Math.floor(Math.random() * accounts)).padStart(12, '0')}`
  const value = valueAt(price, 1_000)
  const order = { symbol, price, quantity: 1_000, validity: 'ROD', date } as const
  const command = { ...order, kind: 'place', order: id, account: `member:${memberId}`, side: 'buy' }
  return {
    ...order,
    id,
    memberId,
    kind: 'stock',
    side: 'buy',
    purpose: 'open',
    positionId: id,
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    worstPrice: price,
    origin: 'member',
    terms: 'ab'.repeat(32),
    replaces: null,
    deviceKey: null,
    signature: null,
    shard: shardOf(symbol),
    command: JSON.stringify(command),
    cash: value + brokerage(terms, value),
    debt: 0n,
    line: terms.lineMax,
    quota: terms.dayTradeGross,
    quotaTimes: terms.dayTradeEquityTimes,
    equityShare: terms.equityShare,
    riskLimited: true,
    // Few accounts send many orders here: the bench measures the cost of one.
    orderRateLimit: 1_000_000,
  }
}

async function placeOne(tx: Tx, accounts: number): Promise<void> {
  const drafts = [draft(accounts)]
  const now = new Date()
  const decided = decideBatch(drafts, await lockFacts(tx, drafts, now), now)
  const [decision] = decided.complete ? decided.decisions : []
  if (decision?.outcome !== 'placed') throw new Error('the order was not accepted')
  const refused = await writeOrders(tx, [decision.taken], [], now)
  if (refused.size > 0) throw new Error('the ledger refused the order')
}

async function place(api: Sql, accounts: number, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await api.transaction((tx) => placeOne(tx, accounts))
}

interface Plan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number }
}

async function buffersOf(api: Sql, accounts: number): Promise<number> {
  let blocks = 0
  const counting = (tx: Tx): Tx => ({
    async query<Row>(text: string, values: readonly unknown[] = []) {
      const [row] = await tx.query<{ 'QUERY PLAN': readonly [Plan] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values,
      )
      const { Plan: plan } = row!['QUERY PLAN'][0]
      blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
      // Facts are read once more for their rows; orders were written by the first execution.
      return text.includes('app.write_orders') ? [] : tx.query<Row>(text, values)
    },
  })
  for (let n = 0; n < watched; n += 1) await api.transaction((tx) => placeOne(counting(tx), accounts))
  return blocks / watched
}

/** User and system time of a process, from the kernel; it counts in hundredths of a second. */
function cpuMicroseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
