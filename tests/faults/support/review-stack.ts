// The api, the console and the worker as separate processes on one database, during bank hours, with two signed-in
// operators. Each can be killed, or made to end at a named crash point, and started again.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { findFreePort } from '@fairlot/testkit/services/process'
import { Secret, TOTP } from 'otpauth'
import { addFirstOperator } from '../../../apps/server/src/features/operators/index.ts'
import type { CrashPoint } from '../../../apps/server/src/platform/crash-points.ts'
import { type Db, openDb } from '../../flows/support/open-db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { ConsoleBrowser, consoleOrigin, operatorPassword } from '../../flows/support/console-harness.ts'
import { openHours } from '../../flows/support/fund-harness.ts'
import { agreementVersion, newAccount } from '../../flows/support/start-test-api.ts'
import { TestClient } from '../../flows/support/test-client.ts'
import { testEnvironment, testOrigin } from '../../flows/support/test-config.ts'
import { votingKeyOf } from '../../flows/support/voting-keys.ts'
import { spawnChild, type TradingChild } from './spawn-child.ts'

export const roles = ['api', 'console', 'worker'] as const
export type Role = (typeof roles)[number]

export interface Phone {
  readonly client: TestClient
  readonly memberId: string
  readonly password: string
}

export interface ReviewStack {
  readonly database: TestDatabase
  readonly owner: Db
  readonly operators: readonly [ConsoleBrowser, ConsoleBrowser]
  readonly now: Date
  /** Ends it as by kill -9 and waits until it is gone. */
  kill(role: Role): Promise<void>
  /** Starts it and waits until it answers; with a crash point it ends itself there. */
  start(role: Role, crashAt?: CrashPoint): Promise<void>
  /** Waits until it has ended itself. */
  ended(role: Role): Promise<void>
  register(): Promise<Phone>
  stop(): Promise<void>
}

export async function openReviewStack(): Promise<ReviewStack> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-reviews-'))
  const database = await openTestDatabase()
  const owner = openDb({ url: database.ownerUrl, poolSize: 2, applicationName: 'test-owner' })
  const ports = { api: await findFreePort(), console: await findFreePort(), worker: 0 }
  const urls = { api: database.apiUrl, console: database.consoleUrl, worker: database.workerUrl }
  const now = new Date(openHours)
  const running = new Map<Role, TradingChild>()

  const start = async (role: Role, crashAt?: CrashPoint): Promise<void> => {
    const child = spawnChild(
      role,
      testEnvironment(database, {
        DATABASE_URL: urls[role],
        PORT: String(ports.api),
        CONSOLE_PORT: String(ports.console),
        CONSOLE_ORIGIN: consoleOrigin,
        SECRETS_FILE: join(folder, 'secrets.json'),
        FILES_FOLDER: join(folder, 'files'),
        RATE_LIMIT_FACTOR: '1000',
        CHILD_NOW: String(now.getTime()),
        FAIRLOT_CRASH_AT: crashAt,
      }),
    )
    running.set(role, child)
    await child.port()
  }
  const kill = async (role: Role): Promise<void> => {
    await running.get(role)?.kill()
    running.delete(role)
  }

  const enrol = async (login: string): Promise<ConsoleBrowser> => {
    const added = await addFirstOperator(owner, { login, name: login, roles: ['approver'] }, now, newId())
    if (!added.ok) throw new Error(added.problem)
    const browser = new ConsoleBrowser(`http://127.0.0.1:${ports.console}`, () => now)
    const begun = await browser.ask('/operators/beginEnrolment', {
      login,
      enrolmentCode: added.enrolmentCode,
      password: operatorPassword,
      confirmPassword: operatorPassword,
    })
    const { challengeId, secret } = begun.body.data
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
    const finished = await browser.ask('/operators/finishEnrolment', { challengeId, code })
    if (finished.http !== 200) throw new Error(JSON.stringify(finished.body))
    browser.signer = { ...(await votingKeyOf(owner, added.operatorId)), operatorId: added.operatorId }
    return browser
  }

  // The first process creates the secrets file that the others read.
  await start('api')
  await Promise.all([start('console'), start('worker')])
  const operators = [await enrol('first.one'), await enrol('second.one')] as const

  return {
    database,
    owner,
    operators,
    now,
    kill,
    start,
    async ended(role) {
      await running.get(role)!.endedByItself()
      running.delete(role)
    },
    async register() {
      const client = new TestClient(`http://127.0.0.1:${ports.api}`, testOrigin)
      const account = newAccount()
      const password = 'river8bridge-pw77'
      const version = await agreementVersion(client)
      const form = { account, password, confirmPassword: password, invitationCode: 'FAIRLOT' }
      await client.call('/auth/registerMember', { ...form, agreementVersion: version }, { key: true })
      const { body } = await client.call('/auth/signIn', { account, password, agreementVersion: version })
      const { token, memberId } = body.data.session
      client.session = { token, account }
      return { client, memberId, password }
    },
    async stop() {
      await Promise.all(roles.map(kill))
      await owner.close()
      await database.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
