// One mentor's order with many followers, from the parent order to the last allocation and the money that went back: seconds, WAL
// and memory for each follower, beside a bare insert of the same rows in the same run; and the intake of ordinary orders meanwhile. Updates
// of rows are not in the bare insert.
// `npm run bench -- copy [followers]`. The last line is the result as JSON.

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { subjectsOf } from '@fairlot/contract/venue'
import { postMany } from '@fairlot/ledger'
import { migrate } from '@fairlot/database'
import { copyTradingRules } from '@fairlot/rules/copy-trading'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit'
import { copyBreaches } from '@fairlot/testkit/invariants/copies'
import { runBlocks } from '../apps/server/src/features/copy-trading/index.ts'
import { holdEntry } from '../apps/server/src/features/copy-trading/postings.ts'
import { reconcile } from '../apps/server/src/features/funds/index.ts'
import { practiceGrantEntry } from '../apps/server/src/features/members/postings.ts'
import type { Db, Tx } from '../apps/server/src/platform/db.ts'
import { newId } from '../apps/server/src/platform/ids.ts'
import { openTestVenue, type TestVenue } from '../tests/flows/support/test-venue.ts'
import type { Message, Start } from './copy/ordinary.ts'

const loadBefore = loadavg()[0]
/** In thousands: each gets one share, and whole lots have no odd part. */
const followers = Math.max(1_000, Math.round(Number(process.argv[2] ?? 100_000) / 1_000) * 1_000)
const symbol = '2330'
const price = 10_000
const amount = 5_000_000n
const calmOrders = 200

const cluster = await startTestCluster({ migrate, durable: true })
try {
  const database = await cloneDatabase(cluster)
  const date = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const venue = await openTestVenue({
    symbols: [symbol, '2317'],
    on: { database, natsUrl: cluster.natsUrl },
    clock: Date.now,
    startAt: new Date().toISOString(),
  })
  await venue.begin(date)
  const settler = venue.startSettler()
  const mentor = await venue.member()
  const other = await venue.member()
  const setUp = performance.now()
  await makeCopies(venue, mentor, date)
  const setUpSeconds = (performance.now() - setUp) / 1_000
  await venue.sql.query('ANALYZE')
  for (let left = followers / 1_000 + 2; left > 0; left -= 400)
    await venue.seat('maker-1', symbol, 'sell', price, Math.min(left, 400))
  const orders = await startOrdinary(venue, other)
  const calm = await orders.p99({ orders: calmOrders })

  const marked = await mark(venue)
  const began = performance.now()
  const leadOrder = await venue.open(mentor, { symbol, price, lots: 2 })
  const meanwhile = orders.p99({ orders: Number.MAX_SAFE_INTEGER })
  const { readySeconds, rss, phases } = await runThrough(venue, leadOrder)
  const seconds = (performance.now() - began) / 1_000
  orders.send('stop')
  const busy = await meanwhile
  orders.kill()
  const wal = await walSince(venue, marked.lsn)
  const [got] = await venue.sql.query<{ shares: number; lines: number }>(
    `SELECT sum(o.filled_shares)::int AS shares, count(*)::int AS lines FROM app.copy_block_lines l JOIN app.orders o ON o.id = l.order_id`,
  )
  if (got!.shares !== followers) throw new Error(`${got!.shares} of ${followers} shares were allocated`)
  console.error(`${followers} followers: ${JSON.stringify({ seconds, readySeconds, calm, busy, phases })}`)
  await settler.stop()
  // Of the tests' invariants most compare every row with every other and would take hours here; that of copying is made for large books,
  // as is reconciliation.
  // Its first run reads all, so it may take longer than the ones of every minute.
  const { broken } = await venue.db.transaction((tx) => reconcile(tx, new Date(), 'minute', 600_000))
  if (broken.length > 0) throw new Error(`wrong after the run: ${JSON.stringify(broken.slice(0, 3))}`)
  await venue.sql.query('ANALYZE')
  const asked = performance.now()
  const breaches = await copyBreaches(venue.sql)
  const askedSeconds = (performance.now() - asked) / 1_000
  if (breaches.length > 0) throw new Error(`wrong after the run: ${JSON.stringify(breaches.slice(0, 3))}`)
  console.error(`the invariant of copying (I13): ${hundredths(askedSeconds)} s`)
  const bare = await insertBare(venue, marked.at)
  await venue.stop()
  console.log(
    JSON.stringify({
      name: 'copy',
      ratio: hundredths(bare.seconds / seconds),
      followers,
      setUpSeconds: hundredths(setUpSeconds),
      seconds: hundredths(seconds),
      readySeconds: hundredths(readySeconds),
      isReadyInTime: readySeconds <= copyTradingRules.prepareSeconds.default,
      perFollower: {
        ms: hundredths((seconds * 1_000) / followers),
        walBytes: Math.round(wal / followers),
        processBytes: Math.round(rss / followers),
      },
      phases: Object.fromEntries(
        Object.entries(phases).map(([phase, spent]) => [
          phase,
          { seconds: hundredths(spent.seconds), walBytesPerFollower: Math.round(spent.wal / followers) },
        ]),
      ),
      bare: {
        seconds: hundredths(bare.seconds),
        rows: bare.rows,
        walBytesPerFollower: Math.round(bare.wal / followers),
      },
      ordinaryP99Ms: { calm: hundredths(calm), meanwhile: hundredths(busy) },
      meaning: {
        ratio:
          'seconds of a bare insert of the same rows, over seconds from the parent order to the last line; the goal is 0.6',
        readySeconds: 'until the venue has the whole block; copy.prepareSeconds is the limit',
        phases:
          'prepare: list, lines, money and orders; send: the commands; finish: venue, settlement and what goes back, of which return is the last',
        processBytes:
          'growth of the resident memory of the one process that runs api, worker, exchange and settlement',
        ordinaryP99Ms: 'intake of another member’s orders, one after the other',
      },
      loadBefore,
    }),
  )
} finally {
  await cluster.stop()
}

/** A listed mentor, and copies that have been held and are on the list of today. */
async function makeCopies(on: TestVenue, mentorMember: string, today: string): Promise<void> {
  const { sql } = on
  const now = new Date()
  const mentorId = newId()
  await sql.query(
    `INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, is_simulated, since) VALUES ($1, $2, 'Mentor', 'x', 'x', true, $3)`,
    [mentorId, mentorMember, now],
  )
  // So large that each follower's part is one share.
  await sql.query(
    `INSERT INTO app.mentor_days (mentor_id, date, level, profit, money_bp, index, time_bp, day_bp, drawdown_bp, exposure_bp, days,
       fills, capital, money, trades, follow_scale, followed_total)
     VALUES ($1, '2026-11-01', 'junior', 0, 0, 1000000, 0, 0, 0, 0, 100, 0, 10000000000, 10000000000, '{}', 0, 0)`,
    [mentorId],
  )
  for (let from = 0; from < followers; from += 500) {
    const rows = Array.from({ length: Math.min(500, followers - from) }, (_, n) => ({
      id: newId(),
      memberId: newId(),
      holdId: newId(),
      account: `09${String(from + n).padStart(8, '0')}`,
      amount,
    }))
    const ids = rows.map(({ memberId }) => memberId)
    await sql.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at) SELECT u.id, u.account, 'T-' || u.id, $3 FROM unnest($1::uuid[], $2::text[]) AS u (id, account)`,
      [ids, rows.map(({ account }) => account), now],
    )
    await postMany(
      sql,
      ids.map((id) => practiceGrantEntry(id, now)),
    )
    await postMany(
      sql,
      rows.map((row) => holdEntry(row, now)),
    )
    await sql.query(
      `INSERT INTO app.copies (id, member_id, mentor_id, amount, hold_id, stock_share_bp, state, starts_on, sent_at, started_at)
       SELECT u.id, u.member_id, $4, $5, u.hold_id, 10000, 'following', $6, $7, $7 FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS u (id, member_id, hold_id)`,
      [rows.map(({ id }) => id), ids, rows.map(({ holdId }) => holdId), mentorId, amount, today, now],
    )
  }
}

/** The worker's runs until the block is done. Its clock stands still: the guard against late blocks is measured, not met. */
async function runThrough(
  on: TestVenue,
  leadOrder: string,
): Promise<{ readonly readySeconds: number; readonly rss: number; readonly phases: Phases }> {
  const { sql } = on
  const phases = await startPhases(on)
  const db = phases.watch(on.db)
  const { bus } = on.settlement
  const subjects = subjectsOf(on.database.name)
  const at = new Date()
  const began = performance.now()
  const before = process.memoryUsage().rss
  let readySeconds = 0
  let rss = 0
  for (;;) {
    await runBlocks({ db, bus, subjects }, () => at)
    readySeconds ||= (performance.now() - began) / 1_000
    rss = Math.max(rss, process.memoryUsage().rss - before)
    const [block] = await sql.query<{ state: string }>(
      'SELECT state FROM app.copy_blocks WHERE lead_order = $1',
      [leadOrder],
    )
    if (block?.state === 'done') return { readySeconds, rss, phases: await phases.end() }
    await pause(100)
  }
}

type Phases = Readonly<Record<'prepare' | 'send' | 'finish' | 'return', { seconds: number; wal: number }>>

/** A phase ends when the next one's function is first called; `return` is the time of its own transactions within the last phase. */
async function startPhases(on: TestVenue) {
  const none = () => ({ seconds: 0, wal: 0 })
  const phases: Phases = { prepare: none(), send: none(), finish: none(), return: none() }
  let phase: 'prepare' | 'send' | 'finish' = 'prepare'
  let { lsn } = await mark(on)
  let began = performance.now()
  const next = async (to: typeof phase): Promise<void> => {
    phases[phase].seconds += (performance.now() - began) / 1_000
    phases[phase].wal += await walSince(on, lsn)
    ;({ lsn } = await mark(on))
    began = performance.now()
    phase = to
  }
  const noted = async (text: string): Promise<void> => {
    if (phase === 'prepare' && text.includes('app.send_copy_chunk')) await next('send')
    if (phase === 'send' && text.includes('app.return_copy_money')) await next('finish')
  }
  const watch = (db: Db): Db => ({
    ...db,
    async transaction(run, kind) {
      const from = performance.now()
      let isReturn = false
      const result = await db.transaction((tx) => {
        const query = tx.query.bind(tx)
        const watched: Tx['query'] = async (text, values) => {
          await noted(text)
          isReturn ||= text.includes('app.return_copy_money')
          return query(text, values)
        }
        return run(Object.assign(tx, { query: watched }))
      }, kind)
      if (isReturn) phases.return.seconds += (performance.now() - from) / 1_000
      return result
    },
  })
  return {
    watch,
    async end(): Promise<Phases> {
      await next('finish')
      return phases
    },
  }
}

/** The other member's process. */
async function startOrdinary(on: TestVenue, memberId: string) {
  const { name: namespace, apiUrl, ownerUrl } = on.database
  const { cash, debt, ...draft } = await on.draft(memberId, { symbol: '2317', price: 9_900, lots: 1 })
  const child: ChildProcess = fork(new URL('copy/ordinary.ts', import.meta.url))
  const start: Start = {
    namespace,
    apiUrl,
    ownerUrl,
    natsUrl: cluster.natsUrl,
    draft: { ...draft, cash: cash.toString(), debt: debt.toString() },
  }
  child.send(start)
  const send = (message: Message): boolean => child.send(message)
  return {
    send,
    kill: () => child.kill(),
    /** The slowest of a hundred. */
    async p99(message: Message): Promise<number> {
      send(message)
      const [times] = (await once(child, 'message')) as [number[]]
      return times.toSorted((x, y) => x - y)[Math.floor(times.length * 0.99)] ?? 0
    },
  }
}

async function mark(on: TestVenue): Promise<{ readonly lsn: string; readonly at: Date }> {
  const [row] = await on.sql.query<{ lsn: string; at: Date }>(
    'SELECT pg_current_wal_lsn()::text AS lsn, clock_timestamp() AS at',
  )
  return row!
}

async function walSince(on: TestVenue, lsn: string): Promise<number> {
  const [row] = await on.sql.query<{ bytes: string }>(
    'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::text AS bytes',
    [lsn],
  )
  return Number(row!.bytes)
}

/** The rows that the block wrote, into empty tables with the same columns and indexes. */
async function insertBare(
  on: TestVenue,
  since: Date,
): Promise<{ readonly seconds: number; readonly rows: number; readonly wal: number }> {
  const sources = [
    ['app.copy_block_lines', 'true'],
    ['app.orders', `t.origin = 'copy'`],
    ['app.fills', 't.settled_at >= $1'],
    ['app.positions', `t.opened_at >= $1`],
    ['ledger.entries', 't.posted_at >= $1'],
    ['ledger.lines', 't.posted_at >= $1'],
    ['ledger.keys', 't.posted_at >= $1'],
    ['ledger.holds', 't.opened_at >= $1'],
    ['app.order_steps', 't.at >= $1'],
    ['app.member_events', 't.at >= $1'],
    ['exchange.events', 't.at >= $1 AND NOT t.practice'],
    // Accounts are opened with their first line.
    ['ledger.balances', `t.first_stamp >= (extract(epoch FROM $1::timestamptz) * 1000)::bigint << 12`],
    [
      'ledger.accounts',
      `t.id IN (SELECT b.account_id FROM ledger.balances b WHERE b.first_stamp >= (extract(epoch FROM $1::timestamptz) * 1000)::bigint << 12)`,
    ],
  ] as const
  await on.sql.query('CREATE SCHEMA bare')
  for (const [n, [table]] of sources.entries())
    await on.sql.query(`CREATE TABLE bare.t${n} (LIKE ${table} INCLUDING DEFAULTS INCLUDING INDEXES)`)
  const { lsn } = await mark(on)
  const began = performance.now()
  let rows = 0
  for (const [n, [table, where]] of sources.entries()) {
    const [row] = await on.sql.query<{ count: number }>(
      `WITH put AS (INSERT INTO bare.t${n} OVERRIDING SYSTEM VALUE SELECT t.* FROM ${table} t WHERE ${where} RETURNING 1)
       SELECT count(*)::int AS count FROM put`,
      where.includes('$1') ? [since] : [],
    )
    rows += row!.count
  }
  return { seconds: (performance.now() - began) / 1_000, rows, wal: await walSince(on, lsn) }
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
