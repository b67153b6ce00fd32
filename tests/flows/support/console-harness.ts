// The console role and a worker in this process, on their own database, with operators who sign in normally.

import { randomInt } from 'node:crypto'
import { fixedClock, openTestDatabase, type TestClock, type TestDatabase } from '@fairlot/testkit'
import { Secret, TOTP } from 'otpauth'
import { addFirstOperator } from '../../../apps/server/src/features/operators/index.ts'
import type { Config } from '../../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './open-db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { type RunningConsole, startConsole } from '../../../apps/server/src/roles/console.ts'
import { type RunningWorker, startWorker } from '../../../apps/server/src/roles/worker.ts'
import type { OperatorRole } from '../../../packages/contract/src/operators/index.ts'
import type { ConsoleDataOf, ConsolePath } from '../../../packages/contract/src/console-routes.ts'
import { captureLog } from './captured-log.ts'
import { testConfig } from './test-config.ts'
import { newSoftwareKey, signWith, type SoftwareKey } from './voting-keys.ts'

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

interface UnsignedVote {
  readonly reviewId: string
  readonly payloadHash: string
  readonly decision: 'approve' | 'reject'
  readonly note: string
  readonly reason?: string
  readonly problems?: readonly { readonly field: string; readonly problem: string }[]
  readonly revised?: Readonly<Record<string, string | number>>
}

const noSignature = {
  keyId: '00000000-0000-4000-8000-000000000000',
  at: '2026-01-01T00:00:00.000Z',
  opened: [],
  signature: 'none',
}

/** A browser of an operator: keeps cookies, sends the XSRF header, comes from its own address. */
export class ConsoleBrowser {
  readonly cookies = new Map<string, string>()
  readonly base: string
  ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

  /** Signs this browser's votes and proposals; undefined where no voting key was created. */
  signer: (SoftwareKey & { readonly operatorId: string; readonly keyId: string }) | undefined
  readonly now: () => Date

  constructor(base: string, now: () => Date = () => new Date()) {
    this.base = base
    this.now = now
  }

  /** Like the page: a vote is sent signed, and a proposal is signed after it was created. */
  async ask<P extends ConsolePath>(
    path: P,
    body: unknown = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<ConsoleAnswer<ConsoleDataOf<P>>> {
    const isVote = path === '/operators/vote' && !('signature' in (body as object))
    const answer = await this.post(path, isVote ? await this.signed(body as UnsignedVote) : body, headers)
    if (answer.http === 200 && this.signer && /\/propose\w+$/.test(path)) {
      const { reviewId } = answer.body.data as { reviewId: string }
      const review = await this.post('/operators/review', { reviewId })
      const { payloadHash, reason } = review.body.data
      const vote = await this.signed({ reviewId, payloadHash, decision: 'approve', note: reason })
      const { http, body: said } = await this.post('/operators/signVote', {
        reviewId,
        signature: vote.signature,
      })
      if (http !== 200) throw new Error(`the proposal was not signed: ${said.msg}`)
    }
    return answer
  }

  async signed(vote: UnsignedVote) {
    const { signer } = this
    const { body } = await this.post('/operators/review', { reviewId: vote.reviewId })
    if (!signer || body.status !== 1) return { ...vote, signature: noSignature }
    const { review, subject, mustOpen } = body.data
    const opened = mustOpen.flatMap(({ code, openedAt }) => (openedAt === null ? [] : [code]))
    const facts = {
      reviewId: vote.reviewId,
      kind: review.kind,
      memberId: review.member?.memberId ?? null,
      subject,
      payloadHash: vote.payloadHash,
      revised: vote.revised ?? null,
      decision: vote.decision,
      reason: vote.reason ?? null,
      problems: vote.problems ?? [],
      note: vote.note,
      operatorId: signer.operatorId,
    }
    return { ...vote, signature: signWith(signer, signer.keyId, facts, this.now(), opened) }
  }

  async post<P extends ConsolePath>(
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
    // A route that returns a file has no envelope on success: its text is the data.
    const isFile = !(response.headers.get('content-type') ?? '').startsWith('application/json')
    const answer = (
      isFile ? { status: 1, msg: '', data: await response.text() } : await response.json()
    ) as ConsoleAnswer<ConsoleDataOf<P>>['body']
    return { http: response.status, body: answer, headers: response.headers }
  }
}

/** Opens every document this operator must view before approving, as the key V does. */
export async function openForVote(browser: ConsoleBrowser, reviewId: string): Promise<void> {
  const { review, mustOpen, pictures } = (await browser.ask('/operators/review', { reviewId })).body.data
  for (const { code } of mustOpen) {
    const picture = pictures.find((each) => each.code === code)
    const answer = picture
      ? await browser.ask('/uploads/openPicture', {
          memberId: review.member!.memberId,
          fileId: picture.fileId,
          purpose: `Review ${review.number}`,
          reviewId,
        })
      : await browser.ask('/operators/openDocument', { reviewId, document: code })
    if (answer.http !== 200) throw new Error(`${code} was not opened: ${answer.body.msg}`)
  }
}

export interface TestOperator {
  readonly operatorId: string
  readonly login: string
  readonly password: string
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  readonly browser: ConsoleBrowser
  readonly signer: NonNullable<ConsoleBrowser['signer']>
}

export interface ConsoleHarness {
  readonly base: string
  readonly config: Config
  readonly database: TestDatabase
  readonly console: RunningConsole
  readonly clock: TestClock
  /** With the owner's rights: to create what another feature would, and to read. */
  readonly owner: Db
  readonly logLines: readonly string[]
  browser(): ConsoleBrowser
  /** Signed in on a browser of their own. */
  operator(...roles: OperatorRole[]): Promise<TestOperator>
  /** A code of a step not used before: moves the clock on by one step. */
  code(secret: string): string
  signIn(
    operator: Pick<TestOperator, 'login' | 'password' | 'secret'> & Partial<Pick<TestOperator, 'signer'>>,
    browser: ConsoleBrowser,
  ): Promise<void>
  /** Creates an operator without the limit on admins, ready to enrol. */
  add(login: string, roles: readonly OperatorRole[]): Promise<{ operatorId: string; enrolmentCode: string }>
  startWorker(): Promise<RunningWorker>
  member(inviterId?: string): Promise<string>
  stop(): Promise<void>
}

export const operatorPassword = 'harbour lantern 41'

/** What it shares with an api that already runs on the same database. */
export interface ConsoleHarnessOptions {
  readonly database: TestDatabase
  readonly clock: TestClock
  readonly config: Config
}

export async function startConsoleHarness(
  beside?: ConsoleHarnessOptions,
  environment: Readonly<Record<string, string>> = {},
): Promise<ConsoleHarness> {
  const database = beside?.database ?? (await openTestDatabase())
  const config = {
    ...testConfig(database, {
      DATABASE_URL: database.consoleUrl,
      CONSOLE_ORIGIN: consoleOrigin,
      CONSOLE_PORT: '0',
      RATE_LIMIT_FACTOR: '1000',
      ...environment,
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
  const browser = (): ConsoleBrowser => new ConsoleBrowser(base, () => clock.now())
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
      // The helper above refuses a third admin; tests may have more.
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
      const key = newSoftwareKey()
      const added = await own.ask('/operators/addVotingKey', {
        kind: 'device',
        publicKey: key.publicKey.toString('base64url'),
        label: 'harness',
        replaces: false,
        code: enrolmentCode,
      })
      if (added.http !== 200) throw new Error(`no voting key: ${JSON.stringify(added.body)}`)
      const signer = { ...key, operatorId, keyId: added.body.data.key.keyId }
      own.signer = signer
      return { operatorId, login, password: operatorPassword, secret, recoveryCodes, browser: own, signer }
    },
    async signIn({ login, password, secret, signer }, at) {
      at.signer = signer
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
