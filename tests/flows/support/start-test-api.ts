// The api role in this process, on its own database and any free port, for flow tests.

import { randomInt } from 'node:crypto'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { type RunningApi, startApi } from '../../../apps/server/src/roles/api.ts'
import { type RunningWorker, startWorker } from '../../../apps/server/src/roles/worker.ts'
import type { Clock } from '../../../apps/server/src/platform/clock.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './open-db.ts'
import { captureLog } from './captured-log.ts'
import { TestClient } from './test-client.ts'
import { testConfig, testOrigin } from './test-config.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface TestApi {
  readonly base: string
  readonly origin: string
  readonly database: TestDatabase
  /** The owner's connection, for setup the api has no right to write (restrictions, instruments, money). */
  readonly db: Db
  /** The api's own connection, with its rights. */
  readonly asApi: Db
  readonly config: Config
  readonly api: RunningApi
  readonly logLines: readonly string[]
  /** A phone without a session. */
  client(): TestClient
  /** A new member, signed in on their own phone. */
  member(): Promise<TestMember>
  startWorker(): Promise<RunningWorker>
  /** Stops what was started here and drops the database. */
  stop(): Promise<void>
}

export interface TestMember {
  readonly client: TestClient
  readonly account: string
  readonly password: string
  readonly memberId: string
}

export interface TestApiOptions {
  readonly environment?: Environment
  readonly clock?: Clock
  /** A database that outlives this api, for restart tests; the caller closes it. */
  readonly database?: TestDatabase
  /** The keys of the previous api, for the same tests. */
  readonly config?: Config
}

export async function startTestApi(options: TestApiOptions = {}): Promise<TestApi> {
  const database = options.database ?? (await openTestDatabase())
  const config = options.config ?? testConfig(database, options.environment)
  const { log, lines } = captureLog('api')
  const clock = options.clock === undefined ? {} : { clock: options.clock }
  const api = await startApi(config, { log, ...clock })
  const base = `${config.tls ? 'https' : 'http'}://127.0.0.1:${api.port}`
  const db = openDb({ url: database.ownerUrl, poolSize: 10, applicationName: 'test-owner' })
  const workers: RunningWorker[] = []
  const client = (): TestClient => new TestClient(base, testOrigin)
  return {
    base,
    origin: testOrigin,
    database,
    db,
    asApi: api.runtime.db,
    config,
    api,
    logLines: lines,
    client,
    member: () => registerAndSignIn(client()),
    async startWorker() {
      const worker = await startWorker({ ...config, databaseUrl: database.workerUrl }, { log, ...clock })
      workers.push(worker)
      return worker
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await api.stop()
      await db.close()
      if (!options.database) await database.close()
    },
  }
}

export const newAccount = (): string => `09${String(randomInt(100_000_000)).padStart(8, '0')}`

export async function agreementVersion(client: TestClient): Promise<string> {
  const { body } = await client.call('/site/agreement', { lang: 'tw' })
  return body.data.version
}

/** Signs in again on the same phone: the end of a day ends every session. */
export async function signInAgain({
  client,
  account,
  password,
}: Omit<TestMember, 'memberId'>): Promise<void> {
  client.session = undefined
  const version = await agreementVersion(client)
  const { body } = await client.call('/auth/signIn', { account, password, agreementVersion: version })
  client.session = { token: body.data.session.token, account }
}

async function registerAndSignIn(client: TestClient): Promise<TestMember> {
  const account = newAccount()
  const password = `demo-${account}x`.replace(account, `${randomInt(1_000_000)}pw`)
  const version = await agreementVersion(client)
  const registered = await client.call(
    '/auth/registerMember',
    { account, password, confirmPassword: password, invitationCode: 'FAIRLOT', agreementVersion: version },
    { key: true },
  )
  if (registered.http !== 200) throw new Error(`registration was refused: ${registered.body.msg}`)
  const signedIn = await client.call('/auth/signIn', { account, password, agreementVersion: version })
  if (signedIn.http !== 200) throw new Error(`sign-in was refused: ${signedIn.body.msg}`)
  const { session } = signedIn.body.data
  client.session = { token: session.token, account }
  return { client, account, password, memberId: session.memberId }
}
