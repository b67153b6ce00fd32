// Requests to recover an account by two operators: each review shows its own request, a member has at most one open
// request, and a flood of requests leaves a bounded queue.

import { authRules } from '@fairlot/rules/auth'
import { fixedClock, openTestDatabase } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRecoveryReviews } from '../../apps/server/src/features/auth/recovery/open-reviews.ts'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { type Db, openDb } from './support/open-db.ts'
import {
  type ConsoleHarness,
  openForVote,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'

// Some tests send dozens of requests on machines that run other tests at the same time.
vi.setConfig({ testTimeout: 60_000 })

let harness: ConsoleHarness
let api: TestApi
let worker: Db
let closeDatabase: () => Promise<void>
let reviewer: TestOperator
let approver: TestOperator
const clock = fixedClock(new Date())
const day = 86_400_000

beforeAll(async () => {
  const database = await openTestDatabase()
  closeDatabase = () => database.close()
  const config = testConfig(database, { RATE_LIMIT_FACTOR: '1000' })
  api = await startTestApi({ database, config, clock })
  harness = await startConsoleHarness({ database, config, clock })
  worker = openDb({ url: database.workerUrl, poolSize: 2, applicationName: 'test' })
  reviewer = await harness.operator('reviewer')
  approver = await harness.operator('approver')
})
afterAll(async () => {
  await worker.close()
  await harness.stop()
  await api.stop()
  await closeDatabase()
})

interface Plea {
  readonly contact: string
  readonly statement?: string
  readonly ip?: string
  readonly key?: string
}

let keys = 0
const newKey = () => `4H7K2M-9PQR3T-5VWXYZ-${(keys += 1).toString().padStart(6, '0')}`

async function ask(account: string, { contact, statement, ip, key }: Plea) {
  const client = api.client()
  if (ip !== undefined) client.ip = ip
  const { recoveryId } = (await client.call('/auth/beginRecovery', { account })).body.data
  return client.call(
    '/auth/requestRecoveryReview',
    {
      recoveryId,
      contact,
      statement: statement ?? 'The phone is lost, with everything on it.',
      key: key ?? newKey(),
    },
    { key: true },
  )
}

const openReviews = () => openRecoveryReviews(worker, openReview, api.config.secrets, clock.now())

const reviewsOf = (member: TestMember) =>
  harness.owner.query<{ reviewId: string; flags: string[] }>(
    `SELECT id AS "reviewId", flags FROM app.reviews
     WHERE kind = 'recovery' AND member_id = $1 AND state IN ('waiting', 'second') ORDER BY opened_at`,
    [member.memberId],
  )

const shown = async (reviewId: string) =>
  (await reviewer.browser.ask('/operators/review', { reviewId })).body.data

const openContact = async (reviewId: string) => {
  const { personal } = (await shown(reviewId)).facts.find(({ code }) => code === 'recovery.contact')!
  return reviewer.browser.ask('/operators/openPersonal', { ...personal, purpose: 'to call the owner back' })
}

async function decide(operator: TestOperator, reviewId: string, decision: 'approve' | 'reject') {
  if (decision === 'approve') await openForVote(operator.browser, reviewId)
  const { payloadHash } = await shown(reviewId)
  const why = decision === 'reject' ? { reason: 'not-reached' } : {}
  const body = { reviewId, decision, payloadHash, note: 'the phone was not answered', ...why }
  expect((await operator.browser.ask('/operators/vote', body)).body.msg).toBe('')
}

test('a review shows its own request when a second one follows', async () => {
  const member = await api.member()
  await ask(member.account, { contact: 'ATTACKER +886-900-000-666' })
  await openReviews()
  clock.advance(1_000)
  await ask(member.account, { contact: 'VICTIM +886-911-222-333' })
  await openReviews()

  const [first, ...others] = await reviewsOf(member)
  expect(others).toEqual([])
  expect((await openContact(first!.reviewId)).body.data.value).toBe('ATTACKER +886-900-000-666')
  expect(first!.flags).toContain('recovery-joined')
  const { facts, checks } = await shown(first!.reviewId)
  expect(facts.find(({ code }) => code === 'recovery.joined')?.value).toBe('1')
  expect(checks.find(({ code }) => code === 'recovery.one-contact')).toMatchObject({ ok: false })
})

test('a contact opens only through a recovery review of the same member', async () => {
  const [member, other] = [await api.member(), await api.member()]
  await ask(member.account, { contact: 'member@example.com' })
  await ask(other.account, { contact: 'other@example.com' })
  await openReviews()
  const [review] = await reviewsOf(other)
  const open = (body: object) =>
    reviewer.browser.ask('/operators/openPersonal', {
      memberId: member.memberId,
      field: 'contact',
      purpose: 'to call the owner back',
      ...body,
    })
  expect((await open({})).body.msg).toBe('personal.not-found')
  expect((await open({ reviewId: review!.reviewId })).body.msg).toBe('personal.not-found')
})

test('a contact changed after the request fails the review', async () => {
  const member = await api.member()
  await ask(member.account, { contact: 'owner@example.com' })
  await openReviews()
  const [review] = await reviewsOf(member)
  const { payload, checks } = await shown(review!.reviewId)
  expect(payload).toMatchObject({ contactDigest: expect.any(String), statementDigest: expect.any(String) })
  expect(JSON.stringify(payload)).not.toContain('owner@example.com')
  expect(checks.find(({ code }) => code === 'recovery.as-asked')).toMatchObject({ ok: true })

  const donor = await api.member()
  await ask(donor.account, { contact: 'swapped@example.com' })
  await harness.owner.query(`UPDATE app.recovery_requests SET contact = $2 WHERE id = $1`, [
    (payload as { requestId: string }).requestId,
    api.config.secrets.seal(
      `app.recovery_requests|contact|${(payload as { requestId: string }).requestId}`,
      'swapped@example.com',
    ),
  ])
  expect(
    (await shown(review!.reviewId)).checks.find(({ code }) => code === 'recovery.as-asked'),
  ).toMatchObject({ ok: false })
  await decide(reviewer, review!.reviewId, 'approve')
  await decide(approver, review!.reviewId, 'approve')
  const running = await harness.startWorker()
  await expect.poll(async () => (await shown(review!.reviewId)).outcome, { timeout: 20_000 }).toBe('altered')
  await running.stop()
  const [row] = await harness.owner.query<{ state: string }>(
    `SELECT state FROM app.recovery_requests WHERE member_id = $1`,
    [member.memberId],
  )
  expect(row!.state).toBe('rejected')
})

test('after a rejection the newest joined request is reviewed', async () => {
  const member = await api.member()
  const keyOfNewest = newKey()
  await ask(member.account, { contact: 'first@example.com' })
  clock.advance(1_000)
  await ask(member.account, { contact: 'second@example.com' })
  clock.advance(1_000)
  await ask(member.account, { contact: 'third@example.com', key: keyOfNewest })
  const running = await harness.startWorker()
  const flags = async () => (await reviewsOf(member)).map((review) => review.flags)
  const limit = { timeout: 20_000 }
  await expect.poll(flags, limit).toEqual([expect.arrayContaining(['recovery-joined'])])
  const [first] = await reviewsOf(member)
  expect((await openContact(first!.reviewId)).body.data.value).toBe('first@example.com')
  await decide(reviewer, first!.reviewId, 'reject')
  await expect
    .poll(async () => (await reviewsOf(member)).map(({ reviewId }) => reviewId), { timeout: 20_000 })
    .not.toEqual([first!.reviewId])
  await expect.poll(flags, limit).toEqual([['recovery-again']])
  const [next] = await reviewsOf(member)
  expect((await openContact(next!.reviewId)).body.data.value).toBe('third@example.com')
  await running.stop()
  const rows = await harness.owner.query<{ state: string }>(
    `SELECT state FROM app.recovery_requests WHERE member_id = $1 ORDER BY created_at`,
    [member.memberId],
  )
  expect(rows.map(({ state }) => state)).toEqual(['rejected', 'rejected', 'pending'])
})

test('a network has a daily budget for known and unknown accounts', async () => {
  const member = await api.member()
  const budget = authRules.recoveryPerNetwork.default
  for (const account of [member.account, '0999999999']) {
    clock.advance(day + 1)
    const ip = '203.0.113.7'
    for (let sent = 0; sent < budget; sent++) {
      expect((await ask(account, { contact: `try ${sent}`, ip })).body.msg).toBe('done.recovery-requested')
    }
    const over = await ask(account, { contact: 'one more', ip })
    expect(over.body).toMatchObject({ msg: 'auth.recovery-budget', params: { hours: 24 } })
    expect((await ask(account, { contact: 'elsewhere', ip: '203.0.113.99' })).body.msg).toBe(
      'done.recovery-requested',
    )
  }
})

test('a flood for one member leaves one review', async () => {
  const member = await api.member()
  clock.advance(2 * day)
  for (let sent = 0; sent < 12; sent++) {
    await ask(member.account, { contact: `flood ${sent}`, ip: `198.51.100.${sent}` })
  }
  while ((await openReviews()) > 0);
  expect(await reviewsOf(member)).toHaveLength(1)
  const notices = await harness.owner.query(
    `SELECT 1 FROM app.notices WHERE member_id = $1 AND code = 'security.recovery-asked'`,
    [member.memberId],
  )
  expect(notices).toHaveLength(1)
})

test('a flood over many members stays within the daily review budget', async () => {
  clock.advance(2 * day)
  const budget = authRules.recoveryPerDay.default
  const flooded = await Promise.all(Array.from({ length: 3 }, () => api.member()))
  const late = await api.member()
  // As many reviews opened today as the budget allows, less two: the budget counts reviews of any member.
  await harness.owner.query(
    `INSERT INTO app.recovery_requests (id, reference, member_id, contact, statement, created_at, key_hash, network, reviewed_at)
     SELECT gen_random_uuid(), 'RV-' || n, NULL, 'x', 'x', $2, decode(repeat('00', 32), 'hex'), NULL, $2
     FROM generate_series(1, $1) n`,
    [budget - 2, clock.now()],
  )
  for (const { account } of flooded) {
    await ask(account, { contact: 'flood', ip: '198.51.100.200' })
    clock.advance(1_000)
  }
  await ask(late.account, { contact: 'late@example.com', ip: '192.0.2.1' })
  while ((await openReviews()) > 0);
  const open = await Promise.all([...flooded, late].map(async (each) => (await reviewsOf(each)).length))
  // Networks take turns, so the one request from another network does not wait behind the whole flood.
  expect(open).toEqual([1, 0, 0, 1])
  const [review] = await reviewsOf(late)
  expect(review!.flags).toEqual([])

  clock.advance(day + 1)
  while ((await openReviews()) > 0);
  const [waited] = await reviewsOf(flooded[2]!)
  expect(waited!.flags).toEqual(['recovery-network'])
})
