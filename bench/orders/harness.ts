// A durable PostgreSQL, NATS and Redis with a thousand signed-in members who have money, and the roles as separate
// processes, configured as in production.

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seatAccount, shardOf, shards, subjectsOf } from '@fairlot/contract/venue'
import { practiceSeats } from '@fairlot/rules/members'
import { migrate } from '@fairlot/database'
import { cloneDatabase, startTestCluster, type TestDatabase } from '@fairlot/testkit'
import { setSecurityDay } from '@fairlot/testkit/log-prices'
import { endingWithParent, findFreePort, portAnswers } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { connect } from '@nats-io/transport-node'
import { loadSecurities } from '../../apps/server/src/features/instruments/index.ts'
import { seedSeats } from '../../apps/server/src/features/members/index.ts'
import { currentTerms } from '../../apps/server/src/features/orders/index.ts'
import { seedLendingPool } from '../../apps/server/src/features/settlement/index.ts'
import { openDb } from '../../apps/server/src/platform/db.ts'
import { issueXsrf } from '../../apps/server/src/platform/http/xsrf.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'

export const symbols = ['2330', '2317', '2454', '2308', '2881', '1301', '2603', '3008'] as const
/** NT$10: a member's practice money lasts for many orders. */
export const price = 1_000
export const origin = 'https://bench.example'
export const namespace = 'bench'
const makers = practiceSeats.filter(({ kind }) => kind === 'maker').map(({ code }) => code)
const root = join(import.meta.dirname, '../..')

export const memberId = (index: number): string =>
  `01900000-0000-7000-8000-${String(index).padStart(12, '0')}`

/** What a phone sends with every call. */
export interface SignedIn {
  readonly memberId: string
  readonly account: string
  readonly token: string
  readonly bind: string
  readonly xsrf: string
  /** A separate address per member: the rate limit also counts per network. */
  readonly ip: string
}

export type Role = 'api' | 'exchange' | 'worker' | 'live'

export interface Harness {
  readonly database: TestDatabase
  readonly sql: Sql
  readonly members: readonly SignedIn[]
  readonly terms: string
  readonly redisUrl: string
  readonly natsUrl: string
  /** The current trading day. */
  date(): string
  start(role: Role): Promise<{ readonly port: number; readonly pid: number }>
  stopRole(role: Role): Promise<void>
  /** Lists the symbols, opens the day and puts sellers into the books. Needs the exchange. */
  openMarket(lots: number): Promise<void>
  /** Resolves when the exchange has no waiting commands and settlement has processed everything. */
  settled(): Promise<void>
  wake(): void
  stop(): Promise<void>
}

export async function openHarness(memberCount: number): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-orders-'))
  const secretsPath = join(folder, 'secrets.json')
  const secretsFile = makeSecretsFile()
  writeFileSync(secretsPath, JSON.stringify(secretsFile), { mode: 0o600 })
  const secrets = openSecrets(secretsFile)
  const cluster = await startTestCluster({ migrate, durable: true })
  const database = await cloneDatabase(cluster)
  const sql = openSql(database.ownerUrl, { connections: 2 })
  const wakes = await connect({ servers: cluster.natsUrl })
  const subjects = subjectsOf(namespace)
  const wake = (): void => {
    for (const shard of shards) wakes.publish(subjects.wakeExchange(shard), '{}')
  }
  const date = taipeiDate(Date.now())
  const api = openDb({ url: database.seedUrl, poolSize: 2, applicationName: 'bench' })
  await api.transaction((tx) => loadSecurities(tx))
  await sql.query('UPDATE app.instruments SET reference = $2 WHERE symbol = ANY ($1)', [symbols, price])
  await sql.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1)', [symbols])
  await seedSeats(api, new Date())
  await seedLendingPool(api, new Date())
  const day = { date, state: 'continuous', reference: price, last: price }
  for (const symbol of symbols)
    await setSecurityDay(sql, symbol, { ...day, upper: (price * 11) / 10, lower: (price * 9) / 10 })
  const { hash: terms } = await currentTerms(api, 'practice', new Date())
  await api.close()
  const members = await signIn(sql, memberCount, (sessionId) => issueXsrf(secrets, sessionId))
  await sql.query('VACUUM ANALYZE')

  const running = new Map<Role, ChildProcess>()
  const common = {
    PATH: process.env['PATH'],
    NATS_URL: cluster.natsUrl,
    NATS_MONITOR_URL: cluster.natsMonitorUrl,
    NATS_NAMESPACE: namespace,
    FAIRLOT_MODE: 'production',
    MARKET_CALENDAR: 'practice',
    LOG_LEVEL: 'warn',
  }
  const urls: Readonly<Record<Role, string>> = {
    api: database.apiUrl,
    worker: database.workerUrl,
    live: database.liveUrl,
    exchange: database.exchangeUrl,
  }

  async function start(role: Role): Promise<{ port: number; pid: number }> {
    const [port, metricsPort] = [await findFreePort(), await findFreePort()]
    const script =
      role === 'exchange' ? ['apps/exchange/src/main.ts', 'run'] : ['apps/server/src/main.ts', role]
    const [command, ...args] = endingWithParent('TERM', [
      process.execPath,
      join(root, script[0]!),
      script[1]!,
    ])
    const child = spawn(command!, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: {
        ...common,
        DATABASE_URL: urls[role],
        REDIS_URL: cluster.redisUrl,
        SECRETS_FILE: secretsPath,
        FILES_FOLDER: join(folder, 'files'),
        PUBLIC_ORIGIN: origin,
        PORT: String(port),
        METRICS_PORT: String(metricsPort),
        TRUST_PROXY: '127.0.0.1',
        SHARDS: shards.join(','),
      },
    })
    running.set(role, child)
    const isUp = (): Promise<boolean> => portAnswers(role === 'api' || role === 'live' ? port : metricsPort)
    for (const end = Date.now() + 60_000; !(await isUp()); await pause(100)) {
      if (child.exitCode !== null) throw new Error(`${role} ended with ${child.exitCode}`)
      if (Date.now() > end) throw new Error(`${role} does not come up`)
    }
    return { port, pid: child.pid! }
  }

  async function stopRole(role: Role): Promise<void> {
    const child = running.get(role)
    running.delete(role)
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }

  const submit = async (symbol: string, command: object): Promise<void> => {
    await sql.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
  }
  const matched = async (): Promise<void> => {
    while ((await sql.query('SELECT FROM exchange.queue LIMIT 1')).length > 0) {
      wake()
      await pause(20)
    }
  }
  return {
    database,
    sql,
    members,
    terms,
    redisUrl: cluster.redisUrl,
    natsUrl: cluster.natsUrl,
    date: () => date,
    start,
    stopRole,
    wake,
    async openMarket(lots) {
      for (const shard of shards) {
        const listed = symbols
          .filter((symbol) => shardOf(symbol) === shard)
          .map((symbol) => ({ symbol, instrument: 'stock', reference: price, limited: true }))
        const commands = [
          { kind: 'list', instruments: listed },
          { kind: 'phase', date, phase: 'opening-call', seed: 'bench' },
          { kind: 'phase', date, phase: 'continuous' },
        ]
        for (const command of commands)
          await sql.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
      }
      // The worker's scheduler then has nothing to do.
      await sql.query(`UPDATE app.instruments SET venue_sent_at = now()`)
      await sql.query(
        `INSERT INTO exchange.phase_changes SELECT s, $1, p FROM unnest($2::int[]) AS s,
           unnest(ARRAY['opening-call', 'continuous']) AS p`,
        [date, shards],
      )
      const max = 499
      // Every maker sells every symbol, as in the practice market.
      let turn = 0
      for (const symbol of symbols) {
        for (let left = lots; left > 0; left -= max, turn += 1) {
          await submit(symbol, {
            kind: 'place',
            order: `seller-${symbol}-${left}`,
            account: seatAccount(makers[turn % makers.length]!),
            symbol,
            side: 'sell',
            price,
            quantity: Math.min(left, max) * 1_000,
            validity: 'ROD',
          })
        }
      }
      await matched()
    },
    async settled() {
      await matched()
      for (;;) {
        const [row] = await sql.query<{ behind: number }>(
          `SELECT coalesce(sum(s.event - coalesce(c.event, 0)), 0)::float8 AS behind
           FROM exchange.shards s LEFT JOIN settlement.cursors c USING (shard)`,
        )
        if (row!.behind === 0) return
        await pause(20)
      }
    },
    async stop() {
      for (const role of running.keys()) await stopRole(role)
      await wakes.close()
      await sql.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Members in the state after registration and sign-in, written straight into the tables: hashing a thousand passwords
 * is not measured.
 */
async function signIn(
  sql: Sql,
  count: number,
  issue: (sessionId: string) => string,
): Promise<readonly SignedIn[]> {
  const secret = (): string => randomBytes(32).toString('base64url')
  const hash = (value: string): Buffer => createHash('sha256').update(value).digest()
  const members = Array.from({ length: count }, (_, index): SignedIn => {
    const id = memberId(index + 1)
    return {
      memberId: id,
      account: `09${String(index + 1).padStart(8, '0')}`,
      token: `tk1_${secret()}`,
      bind: secret(),
      xsrf: issue(id),
      ip: `10.${1 + ((index >> 16) & 255)}.${(index >> 8) & 255}.${index & 255}`,
    }
  })
  for (let from = 0; from < count; from += 1_000) {
    const some = members.slice(from, from + 1_000)
    const ids = some.map((member) => member.memberId)
    await sql.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at)
       SELECT u.id, u.account, 'B' || u.account, now() FROM unnest($1::uuid[], $2::text[]) AS u (id, account)`,
      [ids, some.map(({ account }) => account)],
    )
    // The session has the member's own id: there is one per member.
    await sql.query(
      `INSERT INTO app.sessions (id, member_id, account, token_hash, bind_hash, device_id, label, network, created_at,
         last_seen_at, expires_at)
       SELECT u.id, u.id, u.account, u.token, u.bind, u.id, 'bench', '10.0.0.0', now(), now(), now() + interval '12 hours'
       FROM unnest($1::uuid[], $2::text[], $3::bytea[], $4::bytea[]) AS u (id, account, token, bind)`,
      [
        ids,
        some.map(({ account }) => account),
        some.map(({ token }) => hash(token)),
        some.map(({ bind }) => hash(bind)),
      ],
    )
    await sql.query(
      `SELECT count(*) FROM ledger.post_many(
         array_fill('practice-grant'::text, ARRAY[cardinality($1::text[])]), $1::text[],
         ARRAY(SELECT 'practice-grant:' || u FROM unnest($1::text[]) AS u), array_fill(now(), ARRAY[cardinality($1::text[])]),
         ARRAY(SELECT n FROM generate_series(1, cardinality($1::text[])) AS n, generate_series(1, 2) ORDER BY n),
         ARRAY(SELECT CASE side WHEN 1 THEN 'practice-grant/main/TWD/granted' ELSE 'member/' || u.id || '/TWD/available' END
           FROM unnest($1::text[]) WITH ORDINALITY AS u (id, n), generate_series(1, 2) AS side ORDER BY u.n, side),
         ARRAY(SELECT CASE side WHEN 1 THEN -$2::bigint ELSE $2::bigint END
           FROM generate_series(1, cardinality($1::text[])) AS n, generate_series(1, 2) AS side ORDER BY n, side),
         array_fill(NULL::uuid, ARRAY[2 * cardinality($1::text[])]))`,
      [ids, 1_000_000_000],
    )
  }
  return members
}

const taipeiDate = (atMs: number): string => {
  // The practice day begins at 05:00.
  return new Date(atMs + 3 * 3_600_000).toISOString().slice(0, 10)
}
