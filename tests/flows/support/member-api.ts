// The whole member API on its own database, with a clock the test moves and a hasher it can count.

import { randomInt } from 'node:crypto'
import { fixedClock, openTestDatabase, type TestClock, type TestDatabase } from '@fairlot/testkit'
import { checkInvariants } from '@fairlot/testkit/invariants'
import pg from 'pg'
import { memberRoutes } from '../../../packages/contract/src/routes.ts'
import { auditHandlers } from '../../../apps/server/src/features/audit/index.ts'
import {
  type AuthDeps,
  authHandlers,
  openPasswordHasher,
  openSessionGate,
} from '../../../apps/server/src/features/auth/index.ts'
import { fundsHandlers } from '../../../apps/server/src/features/funds/index.ts'
import { membersHandlers } from '../../../apps/server/src/features/members/index.ts'
import { openReview } from '../../../apps/server/src/features/operators/index.ts'
import { positionsHandlers } from '../../../apps/server/src/features/positions/index.ts'
import {
  agreementVersionInForce,
  publicInvitationCode,
} from '../../../apps/server/src/features/site/index.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb, type Tx } from './open-db.ts'
import { openHttp } from '../../../apps/server/src/platform/http.ts'
import { bindRoutes } from '../../../apps/server/src/platform/http/routes.ts'
import { memberSurface } from '../../../apps/server/src/platform/http/surface.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import { makeRateLimiter } from '../../../apps/server/src/platform/rate-limits.ts'
import { closeRedis, openRedis } from '../../../apps/server/src/platform/redis.ts'
import { captureLog } from './captured-log.ts'
import { type Answer, Browser } from './browser.ts'
import type { Session } from './test-client.ts'
import { testConfig, testOrigin } from './test-config.ts'

export const goodPassword = 'river8bridge'

export interface MemberApi {
  readonly base: string
  readonly config: Config
  readonly database: TestDatabase
  /** The owner's connection, for setup the api has no right to write (restrictions, instruments, money). */
  readonly db: Db
  /** The api's own connection, with its rights. */
  readonly asApi: Db
  /** May read everything and change nothing. */
  readonly reader: Db
  readonly clock: TestClock
  readonly deps: AuthDeps
  readonly agreement: string
  readonly logLines: readonly string[]
  /** The SQL this feature has sent, in order: two indistinguishable requests must send the same. */
  readonly statements: string[]
  /** A browser never used before, with its own address. */
  browser(): Browser
  /** Registers an account and returns its browser, not signed in. */
  register(account?: string): Promise<Member>
  /** The same, signed in. */
  member(account?: string): Promise<Member>
  signIn(client: Browser, account: string, password?: string): Promise<Answer<SignInData>>
  /** One statement with the owner's rights, to try what no application role may do. */
  asOwner(text: string, values?: readonly unknown[]): Promise<void>
  /** The invariants that must hold after every test. */
  assertInvariants(): Promise<void>
  stop(): Promise<void>
}

export interface Member {
  readonly memberId: string
  readonly account: string
  readonly client: Browser
}

/** Both outcomes of a correct password in one type: tests know which they expect. */
export interface SignInData {
  readonly step: 'signed-in' | 'second-factor'
  readonly session?: Session
  readonly challengeId: string
  readonly methods: readonly string[]
}

export const anyAccount = (): string => `09${String(randomInt(100_000_000)).padStart(8, '0')}`

export interface MemberApiOptions {
  readonly environment?: Readonly<Record<string, string | undefined>>
}

export async function startMemberApi(options: MemberApiOptions = {}): Promise<MemberApi> {
  const database = await openTestDatabase()
  const config = testConfig(database, { RATE_LIMIT_FACTOR: '1000', ...options.environment })
  const { log, lines } = captureLog('api')
  const metrics = makeMetrics('api')
  const served = openDb({
    url: config.databaseUrl,
    poolSize: 10,
    applicationName: 'test-api',
  })
  const db = openDb({ url: database.ownerUrl, poolSize: 10, applicationName: 'test-owner' })
  const reader = openDb({ url: database.readerUrl, poolSize: 2, applicationName: 'test-reader' })
  const redis = openRedis({ redisUrl: config.redisUrl }, log)
  // Starts now and not at a fixed date: the ledger has partitions only for the months around the present.
  const clock = fixedClock(new Date())
  const statements: string[] = []
  const deps: AuthDeps = {
    db: recording(served, statements),
    secrets: config.secrets,
    hasher: await openPasswordHasher(config),
    hasPaperMoney: true,
    site: { agreementVersion: (tx) => agreementVersionInForce(tx, clock.now()), publicInvitationCode },
    relyingParty: { id: 'localhost', name: 'Fairlot', origins: [testOrigin] },
  }
  const http = await openHttp({
    config,
    log,
    metrics,
    db: served,
    clock,
    surface: memberSurface(
      config,
      openSessionGate(served),
      makeRateLimiter({ redis, metrics, factor: config.rateLimitFactor }),
    ),
    routes: [
      ...bindRoutes(memberRoutes.auth, authHandlers(deps)),
      ...bindRoutes(
        memberRoutes.members,
        membersHandlers({
          db: served,
          secrets: config.secrets,
          openReview,
        }),
      ),
      ...bindRoutes(memberRoutes.funds, fundsHandlers({ db: served })),
      ...bindRoutes(
        memberRoutes.positions,
        positionsHandlers({
          db: served,
          secrets: config.secrets,
          calendar: config.calendar,
          money: config.money,
        }),
      ),
      ...bindRoutes(memberRoutes.audit, auditHandlers({ db: served, secrets: config.secrets })),
    ],
  })
  const base = `http://127.0.0.1:${await http.listen()}`
  const agreement = await deps.site.agreementVersion(db)
  const invitationCode = await publicInvitationCode(db)

  const browser = () => new Browser(base, testOrigin)
  const register = async (account = anyAccount()): Promise<Member> => {
    const client = browser()
    const form = { account, password: goodPassword, confirmPassword: goodPassword, invitationCode }
    const reply = await client.call(
      '/auth/registerMember',
      { ...form, agreementVersion: agreement },
      { key: true },
    )
    if (reply.body.status !== 1) {
      throw new Error(`not registered: ${JSON.stringify(reply.body)}\n${lines.slice(-5).join('')}`)
    }
    return { memberId: reply.body.data.memberId, account, client }
  }
  const signIn = async (client: Browser, account: string, password = goodPassword) => {
    const body = { account, password, agreementVersion: agreement }
    const reply = (await client.ask('/auth/signIn', body)) as Answer<SignInData>
    if (reply.body.status === 1 && reply.body.data.session) client.session = reply.body.data.session
    return reply
  }

  return {
    base,
    config,
    database,
    db,
    asApi: served,
    reader,
    clock,
    deps,
    agreement,
    logLines: lines,
    statements,
    browser,
    register,
    signIn,
    async member(account) {
      const member = await register(account)
      const reply = await signIn(member.client, member.account)
      if (member.client.session === undefined) {
        throw new Error(`not signed in: ${JSON.stringify(reply.body)}\n${lines.slice(-5).join('')}`)
      }
      return member
    },
    async asOwner(text, values = []) {
      const owner = new pg.Client({ connectionString: database.ownerUrl })
      await owner.connect()
      try {
        await owner.query(text, [...values])
      } finally {
        await owner.end()
      }
    },
    assertInvariants: () => assertMembersWhole(reader),
    async stop() {
      await http.close()
      await closeRedis(redis)
      await served.close()
      await db.close()
      await reader.close()
      await database.close()
    },
  }
}

function recording(db: Db, statements: string[]): Db {
  const record = (tx: Tx): Tx => ({
    query: (text, values) => {
      statements.push(text.replace(/\s+/g, ' ').trim())
      return tx.query(text, values)
    },
  })
  return { ...db, query: record(db).query, transaction: (run) => db.transaction((tx) => run(record(tx))) }
}

/** The ledger's invariants hold, and every member is complete: account, password, grant and audit row come together. */
async function assertMembersWhole(reader: Db): Promise<void> {
  const breaches = await checkInvariants(reader)
  if (breaches.length > 0)
    throw new Error(breaches.map(({ invariant, what }) => `${invariant}: ${what}`).join('\n'))
  const problems = await reader.query<{ problem: string }>(
    `SELECT 'account without a member: ' || a.member_id AS problem FROM directory.accounts a
       WHERE NOT EXISTS (SELECT FROM app.members m WHERE m.id = a.member_id AND m.account = a.account)
     UNION ALL
     SELECT 'member without an account: ' || m.id FROM app.members m
       WHERE NOT EXISTS (SELECT FROM directory.accounts a WHERE a.member_id = m.id AND a.account = m.account)
     UNION ALL
     SELECT 'member without a password: ' || m.id FROM app.members m
       WHERE NOT EXISTS (SELECT FROM app.credentials c WHERE c.member_id = m.id)
     UNION ALL
     SELECT 'member without one grant: ' || m.id FROM app.members m
       WHERE 1 <> (SELECT count(*) FROM ledger.entries e WHERE e.key = 'practice-grant:' || m.id)
     UNION ALL
     SELECT 'session without its audit row: ' || s.id FROM app.sessions s
       WHERE NOT EXISTS (SELECT FROM audit.entries e
         WHERE e.subject = 'session:' || s.id AND e.action = 'auth.signed-in')
     UNION ALL
     SELECT 'restriction without its audit row: ' || r.id FROM app.restrictions r
       WHERE NOT EXISTS (SELECT FROM audit.entries e WHERE e.action = 'members.restriction-set'
         AND e.details ->> 'restrictionId' = r.id::text)`,
  )
  if (problems.length > 0) throw new Error(problems.map(({ problem }) => problem).join('\n'))
}
