// The processes of trading on their own PostgreSQL and NATS, a seat that quotes, and members who trade through the api.
// The members' answers are compared with what is stored.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import type { TestDatabase } from '@fairlot/testkit'
import { type TradingBreach, tradingBreaches } from '@fairlot/testkit/invariants/trading'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import type * as instruments from '../../../apps/server/src/features/instruments/index.ts'
import type * as membersFeature from '../../../apps/server/src/features/members/index.ts'
import type * as settlement from '../../../apps/server/src/features/settlement/index.ts'
import type * as site from '../../../apps/server/src/features/site/index.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { type RoleProcess, spawnRole } from '../../flows/support/role-process.ts'
import { agreementVersion, newAccount } from '../../flows/support/start-test-api.ts'
import { TestClient } from '../../flows/support/test-client.ts'
import { testOrigin } from '../../flows/support/test-config.ts'
import { type ComparedOrders, compareOrders } from './compare-orders.ts'
import { type ExchangeProcess, spawnExchange } from './exchange-process.ts'
import { type LoadedMember, type MemberLoad, type MemberLoadOptions, startMemberLoad } from './member-load.ts'
import { openOwnServices, type OwnServices } from './own-services.ts'

const symbols = ['2330', '2317']
const usualMembers = 6
const registeredAtOnce = 3

export type TradingRole = 'api' | 'worker' | 'settlement' | 'quotes' | 'live'

export interface Verdict extends ComparedOrders {
  readonly breaches: readonly TradingBreach[]
}

/** What trading runs on. */
export interface TradingServices {
  readonly database: TestDatabase
  readonly natsUrl: string
  /** Without it the test run's. */
  readonly redisUrl?: string
  stop(): Promise<void>
}

export interface TradingOptions {
  /** For every process of trading. */
  readonly env?: Readonly<Record<string, string>>
  readonly members?: number
  readonly load?: Pick<MemberLoadOptions, 'answerMs' | 'retryMs' | 'onAnswer'>
  /** Whose code fills the database and runs: this one, or that of another release. */
  readonly tree?: string
}

export interface TradingStack<Own extends TradingServices = OwnServices> {
  readonly own: Own
  startRole(role: TradingRole, env?: Readonly<Record<string, string>>, tree?: string): RoleProcess
  startExchange(env?: Readonly<Record<string, string>>, tree?: string): Promise<ExchangeProcess>
  untilMarketIsOpen(): Promise<void>
  /** Registers members at this address and lets them trade against a quoting seat. */
  startTrading(base: string, random: () => number, pauseMs: number): Promise<MemberLoad>
  /** Waits until the venue has processed an order that was accepted after this moment. */
  untilNextIsSettled(load: MemberLoad, since: number, after: string): Promise<void>
  /** Waits until everything is settled, then compares. The load has been stopped. */
  judge(load: MemberLoad): Promise<Verdict>
  stop(): Promise<void>
}

export const openTradingStack = async (): Promise<TradingStack> => openTradingOn(await openOwnServices())

export async function openTradingOn<Own extends TradingServices>(
  own: Own,
  options: TradingOptions = {},
): Promise<TradingStack<Own>> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-trading-'))
  const sql = openSql(own.database.ownerUrl, { connections: 3 })
  await seed(own, sql, options.tree)
  let quoting: NodeJS.Timeout | undefined

  /** False while PostgreSQL is down. */
  const isTrue = async (condition: string, values: readonly unknown[] = []): Promise<boolean> => {
    try {
      return (await sql.query<{ so: boolean }>(`SELECT ${condition} AS so`, values))[0]!.so
    } catch {
      return false
    }
  }

  return {
    own,
    startRole: (role, env = {}, tree = options.tree) =>
      spawnRole(
        role,
        own.database,
        {
          NATS_URL: own.natsUrl,
          NATS_MONITOR_URL: undefined,
          MARKET_CALENDAR: 'practice',
          RATE_LIMIT_FACTOR: '1000',
          SECRETS_FILE: join(folder, 'secrets.json'),
          ...(own.redisUrl === undefined ? {} : { REDIS_URL: own.redisUrl }),
          ...options.env,
          ...env,
        },
        tree,
      ),
    startExchange: (env = {}, tree = options.tree) =>
      spawnExchange({
        databaseUrl: own.database.exchangeUrl,
        natsUrl: own.natsUrl,
        namespace: own.database.name,
        shards: shards.join(','),
        env: { SNAPSHOT_COMMANDS: '200', PRUNE_SECONDS: '1', ...options.env, ...env },
        ...(tree === undefined ? {} : { tree }),
      }),
    async untilMarketIsOpen() {
      // The practice market pauses for ten minutes each morning.
      await until('the market to be open', () => isTrue(marketIsOpen), 720_000)
    },
    async startTrading(base, random, pauseMs) {
      const members = await registerMembers(base, sql, options.members ?? usualMembers)
      const { body } = await members[0]!.client.call('/orders/terms', { symbol: symbols[0] })
      quoting = setInterval(() => quote(sql, random), 400)
      const terms: string = body.data.hash
      const load = startMemberLoad({ ...options.load, members, symbols, random, terms, pauseMs })
      return {
        ...load,
        async stop() {
          await load.stop()
          clearInterval(quoting)
        },
      }
    },
    async untilNextIsSettled({ accepted }, since, after) {
      await until(`an order sent after ${after} to be settled`, async () => {
        // Asked again and again, of half a million orders, beside the members: without a copy of them.
        const ids: string[] = []
        for (const [id, at] of accepted) if (at > since) ids.push(id)
        return ids.length > 0 && isTrue(oneIsTaken, [ids])
      })
    },
    async judge(load) {
      await until('everything to be settled', () => isTrue(allIsSettled))
      // The tables have grown within minutes, and the comparisons join all of them.
      await sql.query('ANALYZE')
      return { ...(await compareOrders(load, sql)), breaches: await tradingBreaches(own.database) }
    },
    async stop() {
      clearInterval(quoting)
      await sql.close()
      await own.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const marketIsOpen = `(SELECT count(*) = 2 FROM settlement.prices WHERE state = 'continuous')`
const oneIsTaken = `EXISTS (
  SELECT FROM app.orders WHERE id = ANY ($1) AND (accepted_at IS NOT NULL OR state <> 'entrusted'))`
const allIsSettled = `NOT EXISTS (SELECT FROM exchange.queue) AND NOT EXISTS (
  SELECT FROM exchange.shards s LEFT JOIN settlement.cursors c USING (shard) WHERE s.event > coalesce(c.event, 0))`

const ownTree = resolve(import.meta.dirname, '../../..')

/** By the release's own code: its tables are not those of this one. */
async function seed(own: TradingServices, sql: Sql, tree = ownTree): Promise<void> {
  const from = (feature: string) => import(join(tree, 'apps/server/src/features', feature, 'index.ts'))
  const [{ loadSecurities }, { seedSeats }, { seedLendingPool }, { setInstallation }] = (await Promise.all(
    ['instruments', 'members', 'settlement', 'site'].map(from),
  )) as [typeof instruments, typeof membersFeature, typeof settlement, typeof site]
  const db = openDb({ url: own.database.seedUrl, poolSize: 2, applicationName: 'seed' })
  await db.transaction((tx) => loadSecurities(tx))
  await sql.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1)', [symbols])
  await sql.query('UPDATE app.instruments SET reference = 10000')
  await setInstallation(db, 'practice')
  await seedSeats(db, new Date())
  await seedLendingPool(db, new Date())
  await db.close()
}

/** Each may trade within the day. */
async function registerMembers(base: string, sql: Sql, count: number): Promise<readonly LoadedMember[]> {
  await until('the api', async () => {
    const answer = await phoneOf(base)
      .call('/site/agreement', { lang: 'tw' })
      .catch(() => undefined)
    return answer !== undefined
  })
  const members: LoadedMember[] = []
  let made = 0
  const registerSome = async (): Promise<void> => {
    while (made < count) {
      made += 1
      members.push(await registerMember(base))
    }
  }
  await Promise.all(Array.from({ length: registeredAtOnce }, registerSome))
  for (const { memberId } of members)
    await sql.query(
      `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
       VALUES (gen_random_uuid(), $1, 'risk', 'passed', now(), now())`,
      [memberId],
    )
  return members
}

const phoneOf = (base: string): TestClient => new TestClient(base, testOrigin)

export async function registerMember(base: string): Promise<LoadedMember> {
  const client = phoneOf(base)
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

/** Quotes both sides around the reference, so that members have a counterparty. */
function quote(sql: Sql, random: () => number): void {
  const lots = (): number => 1_000 * (1 + Math.floor(random() * 20))
  for (const symbol of symbols) {
    const levels = (sign: 1 | -1): [number, number][] =>
      [1, 2, 3].map((level) => [10_000 + sign * level * 50, lots()])
    const command = {
      kind: 'quote',
      account: seatAccount('maker-1'),
      quotes: [{ symbol, bids: levels(-1), asks: levels(1) }],
    }
    // PostgreSQL may be down.
    sql
      .query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)])
      .catch(() => undefined)
  }
}
