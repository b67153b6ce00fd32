// The console role and a worker in this process, on a database of their own, with operators who sign in as everybody does.

import { randomInt } from 'node:crypto'
import { fixedClock, openTestDatabase, type TestClock, type TestDatabase } from '@fairlot/testkit'
import { Secret, TOTP } from 'otpauth'
import { addFirstOperator } from '../../../apps/server/src/features/operators/index.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb } from '../../../apps/server/src/platform/db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { type RunningConsole, startConsole } from '../../../apps/server/src/roles/console.ts'
import { type RunningWorker, startWorker } from '../../../apps/server/src/roles/worker.ts'
import type { OperatorRole } from '../../../packages/contract/src/operators/index.ts'
import type { ConsoleDataOf, ConsolePath } from '../../../packages/contract/src/console-routes.ts'
import { captureLog } from './captured-log.ts'
import { testConfig } from './test-config.ts'

export const consoleOrigin = 'http://localhost:8090'

export interface ConsoleAnswer<Data> {
  readonly http: number
  readonly body: {
    readonly status: number
    readonly msg: string
    readonly data: Data
    readonly field?: string
    readonly params?: Readonly<Record<string, string | number>>
  }
  readonly headers: Headers
}

/** A browser of an operator: keeps cookies, sends the XSRF header, comes from its own address. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>()
  readonly base: string
  ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  constructor(base: string) {
    this.base = base
  }

  async ask<P extends ConsolePath>(
    path: P,
    body: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleAnswer<ConsoleDataOf<P>>> {
    const response = await fetch(`${this.base}/api/console${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: consoleOrigin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': this.ip,
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': this.cookies.get('__Host-console-XSRF') ?? '',
        ...headers,
      },
      body: JSON.stringify(body),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0\b/i.test(line)) this.cookies.delete(pair.slice(0, at))
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const answer = (await response.json()) as ConsoleAnswer<ConsoleDataOf<P>>['body']
    return { http: response.status, body: answer, headers: response.headers }
  }
}

export interface TestOperator {
  readonly operatorId: string
  readonly login: string
  readonly password: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly browser: ConsoleBrowser
}

export interface ConsoleDesk {
  readonly base: string
  readonly config: Config
  readonly database: TestDatabase
  readonly console: RunningConsole
  readonly clock: TestClock
  /** With the owner's rights: to make what another feature would, and to look. */
  readonly owner: Db
  readonly logLines: readonly string[]
  browser(): ConsoleBrowser
  /** Signed in on a browser of his own. */
  operator(...roles: OperatorRole[]): Promise<TestOperator>
  /** A code no step before has used: the clock moves on by one step. */
  code(secret: string): string
  signIn(
    operator: Pick<TestOperator, 'login' | 'password' | 'secret'>,
    browser: ConsoleBrowser,
  ): Promise<void>
  /** Makes an operator without the limit on admins, ready to enrol. */
  add(login: string, roles: readonly OperatorRole[]): Promise<{ operatorId: string; enrolmentCode: string }>
  startWorker(): Promise<RunningWorker>
  member(inviterId?: string): Promise<string>
  stop(): Promise<void>
}

export const operatorPassword = 'harbour lantern 41'

/** What it shares with an api that runs on the same database already. */
export interface ConsoleDeskOptions {
  readonly database: TestDatabase
  readonly clock: TestClock
  readonly config: Config
}

export async function startConsoleDesk(beside?: ConsoleDeskOptions): Promise<ConsoleDesk> {
  const database = beside?.database ?? (await openTestDatabase())
  const config = {
    ...testConfig(database, {
      DATABASE_URL: database.consoleUrl,
      CONSOLE_ORIGIN: consoleOrigin,
      CONSOLE_PORT: '0',
      PACE_FACTOR: '1000',
    }),
    ...(beside && { secrets: beside.config.secrets, files: beside.config.files }),
  }
  const { log, lines } = captureLog('console')
  const clock = beside?.clock ?? fixedClock(new Date())
  const running = await startConsole(config, { log, clock })
  const base = `http://127.0.0.1:${running.port}`
  const owner = openDb({
    url: database.ownerUrl,
    poolSize: 4,
    applicationName: 'test-owner',
    statementTimeoutMs: 0,
  })
  const workers: RunningWorker[] = []
  const browser = (): ConsoleBrowser => new ConsoleBrowser(base)
  let count = 0

  const code = (secret: string): string => {
    clock.advance(31_000)
    return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
  }
  const add = async (login: string, roles: readonly OperatorRole[]) => {
    const others = roles.filter((role) => role !== 'admin')
    const added = await addFirstOperator(
      owner,
      { login, name: `Operator ${login}`, roles: others },
      clock.now(),
      newId(),
    )
    if (!added.ok) throw new Error(`not added: ${added.problem}`)
    if (roles.includes('admin')) {
      await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'admin')`, [
        added.operatorId,
      ])
    }
    return added
  }

  return {
    base,
    config,
    database,
    console: running,
    clock,
    owner,
    logLines: lines,
    browser,
    code,
    add,
    async operator(...roles) {
      const login = `op.${(count += 1)}`
      // The helper above refuses to add beside two admins; in tests there may be more.
      const admins = await owner.query<{ id: string }>(
        `DELETE FROM app.operator_roles WHERE role = 'admin' RETURNING operator_id AS id`,
      )
      const { operatorId, enrolmentCode } = await add(login, roles)
      for (const { id } of admins) {
        await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'admin')`, [id])
      }
      const own = browser()
      const begun = await own.ask('/operators/beginEnrolment', {
        login,
        enrolmentCode,
        password: operatorPassword,
        confirmPassword: operatorPassword,
      })
      if (begun.http !== 200) throw new Error(`not enrolled: ${JSON.stringify(begun.body)}`)
      const { challengeId, secret } = begun.body.data
      const finished = await own.ask('/operators/finishEnrolment', { challengeId, code: code(secret) })
      if (finished.http !== 200) {
        throw new Error(`not enrolled: ${JSON.stringify(finished.body)}\n${lines.slice(-3).join('')}`)
      }
      const { recoveryCodes } = finished.body.data
      return { operatorId, login, password: operatorPassword, secret, recoveryCodes, browser: own }
    },
    async signIn({ login, password, secret }, at) {
      const first = await at.ask('/operators/signIn', { login, password })
      if (first.http !== 200) throw new Error(`first step: ${first.body.msg}`)
      const { challengeId } = first.body.data
      const second = await at.ask('/operators/finishSignIn', {
        challengeId,
        method: 'authenticator',
        code: code(secret),
      })
      if (second.http !== 200) throw new Error(`second step: ${second.body.msg}`)
    },
    async startWorker() {
      const worker = await startWorker({ ...config, databaseUrl: database.workerUrl }, { log, clock })
      workers.push(worker)
      return worker
    },
    async member(inviterId) {
      const id = newId()
      const account = `09${String(randomInt(100_000_000)).padStart(8, '0')}`
      await owner.query(
        `INSERT INTO app.members (id, account, invitation_code, inviter_id, joined_at) VALUES ($1, $2, $3, $4, $5)`,
        [id, account, `T-${id}`, inviterId ?? null, clock.now()],
      )
      return id
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await running.stop()
      await owner.close()
      if (!beside) await database.close()
    },
  }
}
