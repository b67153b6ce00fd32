// kill -9 of the api, the worker, the exchange, NATS and PostgreSQL while members trade through the api and a seat
// quotes. Each order reported as accepted exists once, went to the venue once and was settled; every invariant of
// trading holds; and after each kill a new order is soon accepted, matched and settled again.
// FAIRLOT_PROVE=1 kills 60 times and writes evidence/trading-kill.json.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import { seededRandom } from '@fairlot/testkit'
import { tradingBreaches } from '@fairlot/testkit/invariants/trading'
import { findFreePort } from '@fairlot/testkit/services/process'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { loadSecurities } from '../../apps/server/src/features/instruments/index.ts'
import { seedSeats } from '../../apps/server/src/features/members/index.ts'
import { seedLendingPool } from '../../apps/server/src/features/settlement/index.ts'
import { setInstallation } from '../../apps/server/src/features/site/index.ts'
import { openDb } from '../flows/support/open-db.ts'
import { median, writeEvidence } from '../flows/support/evidence.ts'
import { type RoleProcess, spawnRole } from '../flows/support/role-process.ts'
import { agreementVersion, newAccount } from '../flows/support/start-test-api.ts'
import { TestClient } from '../flows/support/test-client.ts'
import { testOrigin } from '../flows/support/test-config.ts'
import { type ExchangeProcess, spawnExchange } from './support/exchange-process.ts'
import { type LoadedMember, type MemberLoad, startMemberLoad } from './support/member-load.ts'
import { openOwnServices, type OwnServices } from './support/own-services.ts'
import { logFaults } from './support/venue-log.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const victims = ['api', 'worker', 'exchange', 'nats', 'postgres'] as const
type Victim = (typeof victims)[number]
const kills = isWhole ? 60 : 4
const seed = 20_261_117
const symbols = ['2330', '2317']
/**
 * The time until an order sent after the kill is settled. A shared machine gets more; published figures need a quiet
 * one.
 */
const limitMs: Readonly<Record<Victim, number>> = isWhole
  ? { api: 5_000, worker: 5_000, exchange: 5_000, nats: 5_000, postgres: 10_000 }
  : { api: 60_000, worker: 60_000, exchange: 60_000, nats: 60_000, postgres: 60_000 }

let own: OwnServices
let sql: Sql
let folder: string
let apiPort: number
let exchange: ExchangeProcess | undefined
let load: MemberLoad | undefined
let quoting: NodeJS.Timeout | undefined
const roles = new Map<'api' | 'worker' | 'quotes', RoleProcess>()

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-trading-'))
  own = await openOwnServices()
  sql = openSql(own.database.ownerUrl, { connections: 3 })
  apiPort = await findFreePort()
  const db = openDb({ url: own.database.seedUrl, poolSize: 2, applicationName: 'seed' })
  await db.transaction((tx) => loadSecurities(tx))
  await sql.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1)', [symbols])
  await sql.query('UPDATE app.instruments SET reference = 10000')
  await setInstallation(db, 'practice')
  await seedSeats(db, new Date())
  await seedLendingPool(db, new Date())
  await db.close()
})
afterAll(async () => {
  clearInterval(quoting)
  await load?.stop()
  await Promise.all([...roles.values()].map((role) => role.kill()))
  await exchange?.kill()
  await sql?.close()
  await own?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const start = (role: 'api' | 'worker' | 'quotes'): void => {
  roles.set(
    role,
    spawnRole(role, own.database, {
      NATS_URL: own.natsUrl,
      NATS_MONITOR_URL: undefined,
      MARKET_CALENDAR: 'practice',
      PACE_FACTOR: '1000',
      SECRETS_FILE: join(folder, 'secrets.json'),
      ...(role === 'api' && { PORT: String(apiPort) }),
    }),
  )
}
const startExchange = async (): Promise<void> => {
  exchange = await spawnExchange({
    databaseUrl: own.database.exchangeUrl,
    natsUrl: own.natsUrl,
    namespace: own.database.name,
    shards: shards.join(','),
    env: { SNAPSHOT_COMMANDS: '200', PRUNE_SECONDS: '1' },
  })
}

/** Returns undefined while PostgreSQL is down. */
const ask = async <Row>(text: string, values: readonly unknown[] = []): Promise<Row | undefined> => {
  try {
    return (await sql.query<Row>(text, values))[0]
  } catch {
    return undefined
  }
}

const phone = (): TestClient => new TestClient(`http://127.0.0.1:${apiPort}`, testOrigin)

async function register(): Promise<LoadedMember> {
  const client = phone()
  const account = newAccount()
  const form = { account, password: 'river8bridge-pw77', confirmPassword: 'river8bridge-pw77' }
  const version = await agreementVersion(client)
  const registered = await client.call(
    '/auth/registerMember',
    { ...form, invitationCode: 'FAIRLOT', agreementVersion: version },
    { key: true },
  )
  const { body } = await client.call('/auth/signIn', {
    account,
    password: form.password,
    agreementVersion: version,
  })
  client.session = { token: body.data.session.token, account }
  return { memberId: registered.body.data.memberId, client }
}

/** Quotes both sides around the reference repeatedly, so that members have a counterparty. */
function quote(random: () => number): void {
  const lots = (): number => 1_000 * (1 + Math.floor(random() * 20))
  for (const symbol of symbols) {
    const levels = (sign: 1 | -1): [number, number][] =>
      [1, 2, 3].map((level) => [10_000 + sign * level * 50, lots()])
    const command = {
      kind: 'quote',
      account: seatAccount('maker-1'),
      quotes: [{ symbol, bids: levels(-1), asks: levels(1) }],
    }
    void ask('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
  }
}

async function strike(victim: Victim): Promise<void> {
  switch (victim) {
    case 'api':
    case 'worker':
      await roles.get(victim)!.kill()
      start(victim)
      return
    case 'exchange':
      await exchange!.kill()
      await startExchange()
      return
    case 'nats':
      await own.killNats()
      await own.startNats()
      return
    case 'postgres':
      await own.killPostgres()
      await own.startPostgres()
  }
}

it(`trading loses and doubles no order over ${kills} kills`, { timeout: 1_800_000 }, async () => {
  const random = seededRandom(seed)
  await startExchange()
  for (const role of ['worker', 'quotes', 'api'] as const) start(role)
  await until(
    'the market to be open',
    async () =>
      (
        await ask<{ open: boolean }>(
          `SELECT count(*) = 2 AS open FROM settlement.prices WHERE state = 'continuous'`,
        )
      )?.open === true,
    // The practice market pauses for ten minutes each morning.
    720_000,
  )
  await until(
    'the api',
    async () =>
      (await phone()
        .call('/site/agreement', { lang: 'tw' })
        .catch(() => null)) !== null,
  )
  const members: LoadedMember[] = []
  for (let made = 0; made < 6; made += 1) members.push(await register())
  for (const { memberId } of members)
    await sql.query(
      `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
       VALUES (gen_random_uuid(), $1, 'risk', 'passed', now(), now())`,
      [memberId],
    )
  const { body } = await members[0]!.client.call('/orders/terms', { symbol: symbols[0] })
  quoting = setInterval(() => quote(random), 400)
  load = startMemberLoad({ members, symbols, random, terms: body.data.hash, pauseMs: isWhole ? 120 : 250 })
  const { accepted, sent } = load

  const downMs: Record<Victim, number[]> = { api: [], worker: [], exchange: [], nats: [], postgres: [] }
  for (let kill = 0; kill < kills; kill += 1) {
    const moment = accepted.size + 5 + Math.floor(random() * 10)
    await until('ordinary work', () => accepted.size >= moment)
    const victim = victims[kill < victims.length ? kill : Math.floor(random() * victims.length)]!
    const began = performance.now()
    await strike(victim)
    await until(`an order sent after the end of ${victim} to be settled`, async () => {
      const since = [...accepted].filter(([, at]) => at > began).map(([id]) => id)
      if (since.length === 0) return false
      const row = await ask<{ taken: boolean }>(
        `SELECT count(*) > 0 AS taken FROM app.orders
           WHERE id = ANY ($1) AND (accepted_at IS NOT NULL OR state <> 'entrusted')`,
        [since],
      )
      return row?.taken === true
    })
    downMs[victim].push(performance.now() - began)
  }
  await load.stop()
  clearInterval(quoting)
  await until(
    'everything to be settled',
    async () =>
      (
        await ask<{ through: boolean }>(
          `SELECT NOT EXISTS (SELECT FROM exchange.queue) AND NOT EXISTS (
           SELECT FROM exchange.shards s LEFT JOIN settlement.cursors c USING (shard)
           WHERE s.event > coalesce(c.event, 0)) AS through`,
        )
      )?.through === true,
  )

  const stored = await sql.query<{ id: string; commands: number }>(
    `SELECT o.id, (SELECT count(*)::int FROM exchange.log l
       WHERE l.command::json ->> 'order' = o.id::text AND l.command::json ->> 'kind' = 'place') AS commands
     FROM app.orders o`,
  )
  const ids = new Set(stored.map(({ id }) => id))
  const lost = [...accepted.keys()].filter((id) => !ids.has(id))
  const doubled = stored.filter(({ commands }) => commands !== 1)
  expect(lost).toEqual([])
  expect(doubled).toEqual([])
  expect(stored.filter(({ id }) => !sent.has(id))).toEqual([])
  const breaches = await tradingBreaches(own.database)
  expect(breaches).toEqual([])
  const fills = Number((await ask<{ fills: string }>('SELECT count(*) AS fills FROM app.fills'))!.fills)
  expect(fills).toBeGreaterThan(kills)

  await exchange!.stop()
  expect(await logFaults(own.database.exchangeUrl)).toEqual([])
  if (isWhole)
    writeEvidence('trading-kill', {
      kills,
      struck: Object.fromEntries(victims.map((victim) => [victim, downMs[victim].length])),
      accepted: accepted.size,
      fills,
      retries: load.retries(),
      lost: lost.length,
      doubled: doubled.length,
      breaches: breaches.length,
      millisecondsToNextSettledOrder: Object.fromEntries(
        victims.map((victim) => [
          victim,
          { median: Math.round(median(downMs[victim])), max: Math.round(Math.max(...downMs[victim])) },
        ]),
      ),
      seed,
    })
  // Last, so that the figures of a run that was too slow are kept as well.
  for (const victim of victims)
    expect(Math.max(...downMs[victim]), `${victim} came back too late`).toBeLessThan(limitMs[victim])
})
