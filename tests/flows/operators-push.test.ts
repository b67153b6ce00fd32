// Urgent reviews pushed to operators' browsers: who gets one, who does not, once in each state, and what ends it.

import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { operatorsJobs, type OperatorsJobs } from '../../apps/server/src/features/operators/jobs.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { taipeiIso } from '../../packages/rules/src/calendar/index.ts'
import { captureLog } from './support/captured-log.ts'
import {
  type ConsoleHarness,
  consoleOrigin,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { type Db, openDb } from './support/open-db.ts'
import { type PushService, startPushService } from './support/push-service.ts'

let harness: ConsoleHarness
let worker: Db
let jobs: OperatorsJobs
const services: PushService[] = []
let outside: PushService

beforeAll(async () => {
  const serverKey = () => harness.config.secrets.pushKey()!.publicKey
  for (let n = 0; n < 6; n += 1) services.push(await startPushService(serverKey))
  outside = await startPushService(serverKey)
  harness = await startConsoleHarness(undefined, {
    PUSH_ORIGINS: services.map(({ origin }) => origin).join(','),
  })
  worker = openDb({ url: harness.database.workerUrl, poolSize: 4, applicationName: 'test-worker' })
  const { config, clock } = harness
  const { bus } = harness.console.runtime
  jobs = operatorsJobs({
    db: worker,
    bus,
    clock,
    log: captureLog('worker').log,
    registry: makeMetrics('test').registry,
    kinds: reviewKinds({ config, bus }),
    namespace: config.natsNamespace,
    origin: consoleOrigin,
    secrets: config.secrets,
    publicOrigin: config.publicOrigin,
    pushOrigins: config.pushOrigins,
  })
})
afterAll(async () => {
  await jobs.stop()
  await worker.close()
  await harness.stop()
  for (const service of [...services, outside]) await service.stop()
})
beforeEach(() => {
  for (const service of [...services, outside]) {
    service.messages.length = 0
    service.asked = 0
    service.status = 201
  }
})
afterEach(async () => {
  for (const { problems } of services) expect(problems).toEqual([])
  // The next test starts without open reviews and without subscriptions.
  await harness.owner.query(`UPDATE app.reviews SET state = 'expired' WHERE state IN ('waiting', 'second')`)
  await harness.owner.query('DELETE FROM app.operator_push_subscriptions')
})

/** One run of the worker's jobs. */
async function work(): Promise<void> {
  for (const loop of jobs.loops) await loop.run()
}

async function subscribe({ browser }: TestOperator, at: number): Promise<PushService> {
  const service = services[at]!
  const { http, body } = await browser.ask('/operators/subscribePush', {
    ...service.subscription,
    lang: 'en',
  })
  expect([http, body.msg]).toEqual([200, ''])
  return service
}

const isOn = async ({ browser }: TestOperator): Promise<boolean> =>
  (await browser.ask('/operators/pushKey')).body.data.isSubscribed

async function proposeHalt(by: TestOperator): Promise<string> {
  const { body } = await by.browser.ask('/market/proposeHalt', {
    symbol: null,
    reason: 'technical',
    why: 'the price feed is wrong',
  })
  expect(body.msg).toBe('')
  return body.data.reviewId
}

/** A rule opens it: it waits for two votes. */
async function openUrgent(memberId: string): Promise<string> {
  const opened = await worker.transaction((tx) =>
    openReview(tx, {
      kind: 'withdrawal',
      memberId,
      subject: newId(),
      payload: { amount: '5000000', account: '0912345678' },
      flags: ['takeover'],
      isSystem: true,
      now: harness.clock.now(),
      requestId: newId(),
    }),
  )
  if (!opened.ok) throw new Error(opened.refusal)
  return opened.reviewId
}

/** The database counts it as any first vote; the worker would refuse to execute it without a signature. */
async function voteFirst({ operatorId }: TestOperator, reviewId: string): Promise<void> {
  const [row] = await harness.owner.query<{ refusal: string | null }>(
    `SELECT app.vote_review(r.id, s.operator_id, s.id, 'approve', r.payload_hash, '', NULL, $3) AS refusal
     FROM app.reviews r, app.operator_sessions s WHERE r.id = $1 AND s.operator_id = $2
     ORDER BY s.created_at DESC LIMIT 1`,
    [reviewId, operatorId, harness.clock.now()],
  )
  expect(row!.refusal).toBeNull()
}

const dueAt = async (reviewId: string): Promise<string> => {
  const [row] = await harness.owner.query<{ at: Date }>(
    'SELECT promised_at AS at FROM app.reviews WHERE id = $1',
    [reviewId],
  )
  return taipeiIso(row!.at.getTime()).slice(11, 16)
}

test('an urgent review is pushed once to those who may decide', async () => {
  const [proposer, colleague, approver, auditor, proposed] = [
    await harness.operator('market'),
    await harness.operator('market'),
    await harness.operator('approver'),
    await harness.operator('auditor'),
    await harness.operator('market'),
  ]
  await harness.owner.query(
    `UPDATE app.operators SET proposed_by = $2, approved_by = $3, separated_until = $4, key_code_hash = NULL
     WHERE id = $1`,
    [
      proposed.operatorId,
      proposer.operatorId,
      approver.operatorId,
      new Date(harness.clock.now().getTime() + 86_400_000),
    ],
  )
  const all = [proposer, colleague, approver, auditor, proposed]
  for (const [at, operator] of all.entries()) await subscribe(operator, at)
  await work()
  expect(services.map(({ asked }) => asked)).toEqual([0, 0, 0, 0, 0, 0])

  const reviewId = await proposeHalt(proposer)
  await Promise.all([work(), work(), work()])
  await work()
  // Not to the proposer, to a role without the right, and to an operator whom the proposer has proposed.
  expect(services.map(({ asked }) => asked)).toEqual([0, 1, 1, 0, 0, 0])
  const message = {
    title: 'Urgent review',
    text: `Trading halt, to be decided by ${await dueAt(reviewId)}.`,
    path: `/queue?review=${reviewId}`,
  }
  expect(services[1]!.messages).toEqual([message])
  expect(services[2]!.messages).toEqual([message])
})

test('a review that is not urgent is not pushed', async () => {
  const approver = await harness.operator('approver')
  const push = await subscribe(approver, 0)
  await worker.transaction((tx) =>
    openReview(tx, {
      kind: 'withdrawal',
      memberId: null,
      subject: newId(),
      payload: {},
      now: harness.clock.now(),
      requestId: newId(),
    }),
  )
  await work()
  expect(push.asked).toBe(0)
})

test('the first vote pushes the review again to the other voters', async () => {
  const [first, second, reviewer, related] = [
    await harness.operator('approver'),
    await harness.operator('approver'),
    await harness.operator('reviewer'),
    await harness.operator('approver'),
  ]
  const all = [first, second, reviewer, related]
  for (const [at, operator] of all.entries()) await subscribe(operator, at)
  const memberId = await harness.member()
  await harness.owner.query('INSERT INTO app.operator_relations VALUES ($1, $2)', [
    related.operatorId,
    memberId,
  ])
  const reviewId = await openUrgent(memberId)
  await work()
  await work()
  expect(services.map(({ asked }) => asked)).toEqual([1, 1, 1, 0, 0, 0])
  await voteFirst(first, reviewId)
  await work()
  await work()
  // A reviewer may only vote first.
  expect(services.map(({ asked }) => asked)).toEqual([1, 2, 1, 0, 0, 0])
  const text = `Withdrawal, to be decided by ${await dueAt(reviewId)}.`
  const message = { title: 'Urgent review', text, path: `/queue?review=${reviewId}` }
  expect(services[1]!.messages).toEqual([message, message])
})

test('push starts off and can be turned on and off', async () => {
  const [proposer, approver] = [await harness.operator('market'), await harness.operator('approver')]
  const { publicKey, isSubscribed } = (await approver.browser.ask('/operators/pushKey')).body.data
  expect([publicKey, isSubscribed]).toEqual([harness.config.secrets.pushKey()!.publicKey, false])
  const push = await subscribe(approver, 0)
  expect(await isOn(approver)).toBe(true)
  await approver.browser.ask('/operators/unsubscribePush')
  expect(await isOn(approver)).toBe(false)
  await proposeHalt(proposer)
  await work()
  expect(push.asked).toBe(0)
})

test('signing out ends push; an idle session does not', async () => {
  const [proposer, idle, gone] = [
    await harness.operator('market'),
    await harness.operator('approver'),
    await harness.operator('approver'),
  ]
  await subscribe(idle, 0)
  await subscribe(gone, 1)
  await idle.browser.ask('/operators/signOut', { isIdle: true })
  await gone.browser.ask('/operators/signOut')
  await proposeHalt(proposer)
  await work()
  expect(services.map(({ asked }) => asked)).toEqual([1, 0, 0, 0, 0, 0])
})

test('push ends a week after the last sign-in in the browser', async () => {
  const approver = await harness.operator('approver')
  const push = await subscribe(approver, 0)
  await harness.owner.query(
    `UPDATE app.operator_sessions SET created_at = created_at - interval '8 days' WHERE operator_id = $1`,
    [approver.operatorId],
  )
  await proposeHalt(await harness.operator('market'))
  await work()
  expect(push.asked).toBe(0)
  const rows = await harness.owner.query('SELECT FROM app.operator_push_subscriptions')
  expect(rows).toHaveLength(0)
})

test('another operator who signs in on the browser ends push', async () => {
  const [before, after, proposer] = [
    await harness.operator('approver'),
    await harness.operator('approver'),
    await harness.operator('market'),
  ]
  const push = await subscribe(before, 0)
  await before.browser.ask('/operators/signOut', { isIdle: true })
  await harness.signIn(after, before.browser)
  expect((await before.browser.ask('/operators/pushKey')).body.data.isSubscribed).toBe(false)
  await proposeHalt(proposer)
  await work()
  expect(push.asked).toBe(0)
})

test.each([
  [
    'a change of roles',
    [
      { role: 'approver', until: null },
      { role: 'support', until: null },
    ],
  ],
  ['leaving', []],
] as const)('%s ends push', async (_what, roles) => {
  const [admin, otherAdmin, approver] = [
    await harness.operator('admin'),
    await harness.operator('admin'),
    await harness.operator('approver'),
  ]
  const push = await subscribe(approver, 0)
  const proposed = await admin.browser.ask('/operators/proposeRoles', {
    operatorId: approver.operatorId,
    roles,
    reason: 'works elsewhere now',
  })
  const { reviewId } = proposed.body.data
  const { payloadHash } = (await otherAdmin.browser.ask('/operators/review', { reviewId })).body.data
  const vote = { reviewId, decision: 'approve', payloadHash, note: '' }
  expect((await otherAdmin.browser.ask('/operators/vote', vote)).body.msg).toBe('')
  // A wake may be executing the review already; this run then leaves it alone.
  await until('the subscription to end', async () => {
    await work()
    return (await harness.owner.query('SELECT FROM app.operator_push_subscriptions')).length === 0
  })
  await proposeHalt(await harness.operator('market'))
  await work()
  expect(push.messages).toEqual([])
})

test('a failed push is retried until the review is decided', async () => {
  const [proposer, approver] = [await harness.operator('market'), await harness.operator('approver')]
  const push = await subscribe(approver, 0)
  push.status = 503
  const reviewId = await proposeHalt(proposer)
  await work()
  await work()
  expect(push.asked).toBe(1)
  harness.clock.advance(3 * 60_000)
  await work()
  expect(push.asked).toBe(2)
  await proposer.browser.ask('/operators/cancelReview', { reviewId })
  push.status = 201
  harness.clock.advance(10 * 60_000)
  await work()
  expect(push.asked).toBe(2)
  const left = await harness.owner.query('SELECT FROM app.review_push_jobs')
  expect(left).toHaveLength(0)
})

test('status 410 removes the subscription', async () => {
  const [proposer, approver] = [await harness.operator('market'), await harness.operator('approver')]
  const push = await subscribe(approver, 0)
  push.status = 410
  await proposeHalt(proposer)
  await work()
  expect(push.asked).toBe(1)
  expect(await isOn(approver)).toBe(false)
})

test('operator.push-refused: a wrong push address or key is refused', async () => {
  const approver = await harness.operator('approver')
  const wrong = [
    { endpoint: 'https://127.0.0.1/push' },
    { endpoint: 'http://fcm.googleapis.com/x' },
    { endpoint: outside.subscription.endpoint },
    { endpoint: 'file:///etc/passwd' },
    { p256dh: `B${'A'.repeat(86)}` },
    { auth: 'x' },
  ]
  for (const part of wrong) {
    const { http, body } = await approver.browser.ask('/operators/subscribePush', {
      ...services[0]!.subscription,
      lang: 'tw',
      ...part,
    })
    expect([http, body.msg], JSON.stringify(part)).toEqual([409, 'operator.push-refused'])
  }
  expect(await isOn(approver)).toBe(false)
})

test('the worker calls no internal address that a taken console stored', async () => {
  const [proposer, approver] = [await harness.operator('market'), await harness.operator('approver')]
  await subscribe(approver, 0)
  const taken = openSql(harness.database.consoleUrl, { connections: 1 })
  try {
    const { endpoint, p256dh, auth } = outside.subscription
    await taken.query('DELETE FROM app.operator_push_subscriptions WHERE operator_id = $1', [
      approver.operatorId,
    ])
    await taken.query(
      `INSERT INTO app.operator_push_subscriptions (device_id, operator_id, key_id, endpoint, p256dh, auth, language,
         made_at)
       SELECT device_id, operator_id, 'k1', $2, $3, $4, 'en', $5 FROM app.operator_sessions WHERE operator_id = $1
       LIMIT 1`,
      [approver.operatorId, endpoint, p256dh, auth, harness.clock.now()],
    )
    await proposeHalt(proposer)
    await work()
    expect(outside.asked).toBe(0)
    for (const hidden of [
      'SELECT p256dh FROM app.operator_push_subscriptions',
      'SELECT endpoint FROM app.push_subscriptions',
      'SELECT review_id FROM app.review_push_jobs',
    ]) {
      await expect(taken.query(hidden), hidden).rejects.toThrow('permission denied')
    }
  } finally {
    await taken.close()
  }
})
