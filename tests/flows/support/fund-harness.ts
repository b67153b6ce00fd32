// Deposits and withdrawals on the real api and PostgreSQL: verified members, bank accounts, channels, receipts, and two
// operators who vote as in the console. Decisions are executed by the worker's code.

import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { fixedClock, type TestClock, type TestDatabase } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import pg from 'pg'
import { sealField } from '../../../apps/server/src/features/identity/sealed-fields.ts'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import {
  type ChannelPayload,
  hashChannelPassword,
  setChannel,
} from '../../../apps/server/src/features/deposits/index.ts'
import { reconcile } from '../../../apps/server/src/features/funds/index.ts'
import { type Db, openDb } from './open-db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { memberKey } from '../../../apps/server/src/platform/vault.ts'
import { reviewKinds } from '../../../apps/server/src/roles/review-kinds.ts'
import { captureLog } from './captured-log.ts'
import { startTestApi, type TestApi, type TestMember } from './start-test-api.ts'
import { signVotes } from './voting-keys.ts'
import { type Rejection, rejectionDetails } from './two-operators.ts'

export const fundPassword = '258036'
export const holder = '林小安'
/** The next Tuesday, 10:00 in Taipei: inside the ledger's partitions, and a banking day. */
export const openHours = new Date(
  (() => {
    const today = new Date().setUTCHours(2, 0, 0, 0)
    return today + ((9 - new Date(today).getUTCDay()) % 7 || 7) * 86_400_000
  })(),
).toISOString()

export interface TestOperator {
  readonly operatorId: string
  readonly sessionId: string
}

export interface FundHarness {
  readonly api: TestApi
  readonly clock: TestClock
  /** Connected with the worker's rights. */
  readonly worker: Db
  readonly console: Db
  readonly owner: pg.Client
  readonly operators: readonly [TestOperator, TestOperator]
  /** The worker's log lines. */
  readonly workerLog: readonly string[]
  /** A verified member with a fund password. */
  member(name?: string): Promise<TestMember>
  verify(member: TestMember, name?: string): Promise<void>
  /** A verified bank account past its cool-down; the clock stands still. */
  card(member: TestMember, form?: object): Promise<string>
  receipt(member: TestMember): Promise<string>
  channel(over?: Partial<ChannelPayload> & { readonly password?: string }): Promise<string>
  approve(kind: string, subject: string, revised?: object): Promise<void>
  reject(kind: string, subject: string, why: Rejection): Promise<void>
  vote(
    by: TestOperator,
    kind: string,
    subject: string,
    decision: 'approve' | 'reject',
    note?: string,
    revised?: object,
    why?: Rejection,
  ): Promise<string | null>
  /** Executes every decided review, as the worker does. */
  execute(): Promise<number>
  available(member: TestMember, currency?: string): Promise<bigint>
  stop(): Promise<void>
}

export async function openFundHarness(
  start: string = openHours,
  environment: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<FundHarness> {
  const clock = fixedClock(start)
  const api = await startTestApi({ clock, environment, ...(database && { database }) })
  const open = (url: string, applicationName: string): Db => openDb({ url, poolSize: 8, applicationName })
  const worker = open(api.database.workerUrl, 'test-worker')
  const console_ = open(api.database.apiUrl.replace('fairlot_api', 'fairlot_console'), 'test-console')
  const votes = openSql(api.database.ownerUrl, { connections: 4 })
  const owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
  const operators = [await addOperator(owner, clock.now()), await addOperator(owner, clock.now())] as const
  const { log, lines } = captureLog('worker')
  const runtime = { config: api.config, db: worker, bus: api.api.runtime.bus, clock }
  const kinds = reviewKinds(runtime)
  // Payouts need a recent clean reconciliation, which a running worker would have.
  let reconciledAt = 0
  const reconcileIfStale = async (): Promise<void> => {
    if (Date.now() - reconciledAt < 120_000) return
    reconciledAt = Date.now()
    // Of a test with very many members it may take its time.
    await worker.transaction((tx) => reconcile(tx, clock.now(), 'minute', 600_000))
  }
  await reconcileIfStale()

  const verify = async (member: TestMember, name = holder): Promise<void> => {
    const secrets = api.config.secrets
    const key = await api.db.transaction((tx) => memberKey(tx, secrets, member.memberId, clock.now()))
    const file = await insertFile(owner, member, key.keyId, clock.now())
    await owner.query(
      `INSERT INTO app.identities (member_id, state, document, name, number, birth_date, name_masked, number_masked,
         front, back, sent_at) VALUES ($1, 'under-review', 'national-id', $2, $3, $4, '林○安', 'A1•••••789', $5, $5, $6)`,
      [
        member.memberId,
        sealField(key, 'name', name),
        sealField(key, 'number', 'A123456789'),
        sealField(key, 'birth_date', '1990-01-01'),
        file,
        clock.now(),
      ],
    )
    await owner.query('INSERT INTO directory.persons (key_id, number_index, member_id) VALUES ($1, $2, $3)', [
      'k1',
      randomBytes(32),
      member.memberId,
    ])
    await owner.query(`UPDATE app.identities SET state = 'verified', decided_at = $2 WHERE member_id = $1`, [
      member.memberId,
      clock.now(),
    ])
  }

  const harness: FundHarness = {
    api,
    clock,
    worker,
    console: console_,
    owner,
    operators,
    workerLog: lines,
    verify,
    async member(name) {
      const member = await api.member()
      await verify(member, name)
      const set = await member.client.call('/auth/setFundPassword', {
        fundPassword,
        confirmPassword: fundPassword,
        loginPassword: member.password,
      })
      if (set.http !== 200) throw new Error(JSON.stringify(set.body))
      return member
    },
    async card(member, form = {}) {
      const added = await member.client.call('/bank-accounts/add', cardForm(form), { key: true })
      if (added.http !== 200) throw new Error(JSON.stringify(added.body))
      const id = added.body.data.bankAccount.bankAccountId as string
      await harness.approve('bank-account', id)
      // The cool-down is over: the trigger that protects it is off for one statement.
      await owner.query('ALTER TABLE app.bank_accounts DISABLE TRIGGER bank_accounts_usable_from_immutable')
      await owner.query(
        `UPDATE app.bank_accounts SET usable_from = $2::timestamptz - interval '1 day' WHERE id = $1`,
        [id, clock.now()],
      )
      await owner.query('ALTER TABLE app.bank_accounts ENABLE TRIGGER bank_accounts_usable_from_immutable')
      return id
    },
    async receipt(member) {
      const key = await api.db.transaction((tx) =>
        memberKey(tx, api.config.secrets, member.memberId, clock.now()),
      )
      return insertUpload(owner, member, key.keyId, clock.now())
    },
    async channel({ password, ...over } = {}) {
      const channelId = over.channelId ?? newId()
      const hash =
        password === undefined ? null : hashChannelPassword(api.config.secrets, channelId, password)
      await worker.transaction((tx) =>
        setChannel(
          tx,
          {
            channelId,
            name: { tw: '銀行轉帳', en: 'Bank transfer' },
            currency: 'TWD',
            state: 'open',
            reason: null,
            min: '100000',
            max: '200000000',
            fee: '0',
            usualMinutes: 30,
            passwordHash: hash && { mac: hash.passwordMac.toString('hex'), key: hash.passwordKey },
            holder: '公平證券客戶專戶',
            number: '00401234567890',
            bankName: '臺灣銀行',
            bankCode: '004',
            branch: '營業部',
            place: 1,
            ...over,
          },
          null,
          clock.now(),
          'test',
        ),
      )
      return channelId
    },
    async vote(by, kind, subject, decision, note = '', revised, why) {
      const [review] = await console_.query<{ id: string; payload_hash: string }>(
        `SELECT id, payload_hash FROM app.reviews WHERE kind = $1 AND subject = $2 ORDER BY state IN ('waiting', 'second') DESC, opened_at DESC LIMIT 1`,
        [kind, subject],
      )
      if (!review) throw new Error(`no review ${kind} of ${subject}`)
      // As in the console: a vote, its signature and its reason are one transaction.
      return votes.transaction(async (tx) => {
        await signVotes(tx, review.id)
        const [answer] = await tx.query<{ refusal: string | null }>(
          'SELECT app.vote_review($1, $2, $3, $4, $5, $6, $7, $8) AS refusal',
          [
            review.id,
            by.operatorId,
            by.sessionId,
            decision,
            review.payload_hash,
            note,
            revised === undefined ? null : JSON.stringify(revised),
            clock.now(),
          ],
        )
        if (answer!.refusal === null && why !== undefined) {
          const problems = JSON.stringify(why.problems ?? [])
          await tx.query(rejectionDetails, [kind, subject, by.operatorId, why.reason, problems])
        }
        await signVotes(tx, review.id, (revised as Record<string, string> | undefined) ?? null)
        return answer!.refusal
      })
    },
    async approve(kind, subject, revised) {
      for (const [n, by] of operators.entries()) {
        const refusal = await harness.vote(
          by,
          kind,
          subject,
          'approve',
          'seen',
          n === 0 ? revised : undefined,
        )
        if (refusal !== null) throw new Error(refusal)
      }
      await harness.execute()
    },
    async reject(kind, subject, why) {
      const { reason, note = reason } = why
      const refusal = await harness.vote(operators[1], kind, subject, 'reject', note, undefined, why)
      if (refusal !== null) throw new Error(refusal)
      await harness.execute()
    },
    async execute() {
      await reconcileIfStale()
      return executeReviews({ db: worker, log, kinds, onTrouble: () => undefined }, () => clock.now())
    },
    async available({ memberId }, currency = 'TWD') {
      const [row] = await api.db.query<{ amount: string }>('SELECT ledger.balance_of($1)::text AS amount', [
        `member/${memberId}/${currency}/available`,
      ])
      return BigInt(row!.amount)
    },
    async stop() {
      await Promise.all([worker.close(), console_.close(), votes.close(), owner.end()])
      await api.stop()
    },
  }
  return harness
}

/** A valid form; the number differs each time. */
export const cardForm = (over: object = {}): Record<string, unknown> => ({
  currency: 'TWD',
  holder,
  number: `${randomInt(100_000, 999_999)}${randomInt(100_000, 999_999)}`,
  bankCode: '812',
  branch: '信義分行',
  branchCode: '0687',
  fundPassword,
  ...over,
})

async function addOperator(owner: pg.Client, now: Date): Promise<TestOperator> {
  const [operatorId, sessionId, deviceId] = [newId(), newId(), newId()]
  await owner.query(`INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, $2, 'Tester', $3)`, [
    operatorId,
    `op-${operatorId.slice(-12)}`,
    now,
  ])
  await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'approver')`, [
    operatorId,
  ])
  await owner.query(
    `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'test', $3)`,
    [deviceId, randomBytes(32), now],
  )
  await owner.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at,
       expires_at) VALUES ($1, $2, $3, $4, '10.0.0', $5, $5, $5::timestamptz + interval '400 days')`,
    [sessionId, operatorId, randomBytes(32), deviceId, now],
  )
  return { operatorId, sessionId }
}

async function insertUpload(
  owner: pg.Client,
  { memberId }: TestMember,
  keyId: string,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `INSERT INTO app.uploads (id, member_id, key_id, fingerprint, type, bytes, width, height, uploaded_at, stored_at)
     VALUES ($1, $2, $3, $4, 'image/webp', 1000, 800, 600, $5, $5)`,
    [id, memberId, keyId, randomBytes(32), now],
  )
  return id
}

async function insertFile(
  owner: pg.Client,
  { memberId }: TestMember,
  keyId: string,
  now: Date,
): Promise<string> {
  const id = randomUUID()
  await owner.query(
    `INSERT INTO app.files (id, member_id, key_id, purpose, type, bytes, width, height, taken_at)
     VALUES ($1, $2, $3, 'identity-front', 'image/webp', 1000, 800, 600, $4)`,
    [id, memberId, keyId, now],
  )
  return id
}
