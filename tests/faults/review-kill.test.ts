// kill -9 of the api, the console and the worker during a member's request, between the two approvals, during the
// second vote, and between the approval and its posting. Each request exists once, each approved decision is executed
// once, and every invariant of requests holds. FAIRLOT_PROVE=1 runs ten rounds, adds the
// other kinds of review, and writes evidence/review-kill.json.

import { randomUUID } from 'node:crypto'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import type { ReviewKind } from '../../packages/contract/src/operators/index.ts'
import { reviewWrites } from '../../apps/server/src/platform/crash-points.ts'
import { openForVote } from '../flows/support/console-harness.ts'
import { writeEvidence } from '../flows/support/evidence.ts'
import { upload } from '../flows/support/pictures.ts'
import { openReviewStack, type Phone, type ReviewStack, type Role, roles } from './support/review-stack.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const rounds = isProof ? 10 : 1
/** A normal run kills after the commit of a request and of a vote; both sides of the posting are always visited. */
const sides = isProof ? (['before', 'after'] as const) : (['after'] as const)
const victims = isProof ? roles : (['worker'] as const)
const channelId = '01980000-0000-7000-8000-0000000000c1'
const fundPassword = '258036'
const amount = 500_000n

let stack: ReviewStack
let phone: Phone
let card = ''
const struck: Record<string, number> = {}
const note = (what: string): void => void (struck[what] = (struck[what] ?? 0) + 1)

beforeAll(async () => {
  stack = await openReviewStack()
  await stack.owner.query('SELECT app.seed_practice_channels($1)', [stack.now])
  // The clock stands still, so one member sends many requests on one day.
  for (const [rule, value] of [
    ['withdraw.countPerDay', 50],
    ['withdraw.maxPerDay', 2_000_000_000],
    ['deposit.maxPerDay', 2_000_000_000],
  ]) {
    await stack.owner.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ($1, $2, '2020-01-01', '2020-01-01', 'test', 'one', 'two')`,
      [rule, value],
    )
  }
  phone = await stack.register()
})
afterAll(() => stack?.stop())

const call = (path: string, body: object, key = randomUUID()) => phone.client.call(path, body, { key })

async function must(path: string, body: object): Promise<any> {
  const reply = await call(path, body)
  if (reply.http !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

interface OpenReview {
  readonly id: string
  readonly payload_hash: string
  readonly state: string
  readonly outcome: string | null
}
const reviewsOf = (kind: ReviewKind, subject: string): Promise<readonly OpenReview[]> =>
  stack.owner.query<OpenReview>(
    'SELECT id, payload_hash, state, outcome FROM app.reviews WHERE kind = $1 AND subject = $2',
    [kind, subject],
  )
async function reviewOf(kind: ReviewKind, subject: string): Promise<OpenReview> {
  const found = await reviewsOf(kind, subject)
  expect(found).toHaveLength(1)
  return found[0]!
}

const vote = async (by: 0 | 1, { id, payload_hash }: OpenReview) => {
  await openForVote(stack.operators[by], id)
  return stack.operators[by].ask('/operators/vote', {
    reviewId: id,
    decision: 'approve',
    payloadHash: payload_hash,
    note: 'the bank confirmed it',
  })
}
async function approve(by: 0 | 1, review: OpenReview): Promise<void> {
  const { http, body } = await vote(by, review)
  if (http !== 200) throw new Error(`the vote was refused: ${body.msg}`)
}
const closed = (kind: ReviewKind, subject: string) =>
  until(`${kind} ${subject} to be executed`, async () => (await reviewOf(kind, subject)).state === 'closed')

const balance = async (): Promise<bigint> => {
  const [row] = await stack.owner.query<{ amount: string }>('SELECT ledger.balance_of($1)::text AS amount', [
    `member/${phone.memberId}/TWD/available`,
  ])
  return BigInt(row!.amount)
}
const count = async (text: string, values: readonly unknown[]): Promise<number> =>
  Number((await stack.owner.query<{ n: string }>(`SELECT count(*)::text AS n FROM ${text}`, values))[0]!.n)

/** Executed once: one audit row says so, and one entry of the ledger where money moved. */
async function oneEffect(kind: ReviewKind, subject: string): Promise<void> {
  const { id, state, outcome } = await reviewOf(kind, subject)
  expect([state, outcome]).toEqual(['closed', 'passed'])
  expect(
    await count(`audit.entries WHERE action = 'operators.review-closed' AND subject = $1`, [`review:${id}`]),
  ).toBe(1)
  expect(await count(`app.review_votes WHERE review_id = $1`, [id])).toBe(2)
  expect(await requestBreaches(stack.database)).toEqual([])
}

/** Earlier receipts become a day older: ten rounds need more of them than a member may upload in a day. */
async function depositForm() {
  await stack.owner.query(`UPDATE app.uploads SET uploaded_at = uploaded_at - interval '1 day'`)
  return { channelId, amount: String(amount), receipt: await upload(phone.client) }
}
const ask = async (): Promise<string> =>
  (await must('/deposits/create', await depositForm())).deposit.depositId
const deposits = () => count('app.deposits WHERE member_id = $1', [phone.memberId])

it('a request repeated after an api kill exists once', { timeout: 300_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const [form, key] = [await depositForm(), randomUUID()]
      const before = await deposits()
      await stack.kill('api')
      await stack.start('api', `review.open.${side}`)
      await expect(call('/deposits/create', form, key)).rejects.toThrow('fetch failed')
      await stack.ended('api')
      expect(await deposits()).toBe(side === 'before' ? before : before + 1)
      await stack.start('api')
      const again = await call('/deposits/create', form, key)
      expect([again.http, again.body.msg]).toEqual([200, 'done.recharge'])
      const { depositId } = again.body.data.deposit
      expect(await deposits()).toBe(before + 1)
      await reviewOf('deposit', depositId)
      await must('/deposits/cancel', { depositId })
      note(`review.open.${side}`)
    }
  }
})

it('a kill between both approvals leaves one execution', { timeout: 600_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const victim of victims) {
      const before = await balance()
      const id = await ask()
      await approve(0, await reviewOf('deposit', id))
      await stack.kill(victim)
      expect((await reviewOf('deposit', id)).state).toBe('second')
      await stack.start(victim)
      // An approver who got no response votes again.
      expect((await vote(0, await reviewOf('deposit', id))).body.msg).toBe('review.same-person')
      await approve(1, await reviewOf('deposit', id))
      await closed('deposit', id)
      expect(await balance()).toBe(before + amount)
      await oneEffect('deposit', id)
      note(`${victim} between the approvals`)
    }
  }
})

it('a console kill during the second vote counts it once', { timeout: 600_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const side of sides) {
      const before = await balance()
      const id = await ask()
      await approve(0, await reviewOf('deposit', id))
      await stack.kill('console')
      await stack.start('console', `review.vote.${side}`)
      await expect(vote(1, await reviewOf('deposit', id))).rejects.toThrow('fetch failed')
      await stack.ended('console')
      if (side === 'before') expect((await reviewOf('deposit', id)).state).toBe('second')
      await stack.start('console')
      // After the commit no process is left to wake the worker: its poll finds the review.
      if (side === 'after') await closed('deposit', id)
      const again = await vote(1, await reviewOf('deposit', id))
      expect(again.body.msg).toBe(side === 'before' ? '' : 'review.not-open')
      await closed('deposit', id)
      expect(await balance()).toBe(before + amount)
      await oneEffect('deposit', id)
      note(`review.vote.${side}`)
    }
  }
})

it('a worker kill around the posting posts it once', { timeout: 600_000 }, async () => {
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, other] of [
      ['before', 'api'],
      ['after', 'console'],
    ] as const) {
      const before = await balance()
      const id = await ask()
      await approve(0, await reviewOf('deposit', id))
      await stack.kill('worker')
      await approve(1, await reviewOf('deposit', id))
      // The worker needs neither of the other two processes.
      await stack.kill(other)
      await stack.start('worker', `review.execute.${side}`)
      await stack.ended('worker')
      expect((await reviewOf('deposit', id)).state).toBe(side === 'before' ? 'decided' : 'closed')
      expect(await balance()).toBe(side === 'before' ? before : before + amount)
      await stack.start('worker')
      await closed('deposit', id)
      expect(await balance()).toBe(before + amount)
      await stack.start(other)
      const { deposit } = await must('/deposits/read', { depositId: id })
      expect(deposit).toMatchObject({ state: 'passed', booked: String(amount) })
      await oneEffect('deposit', id)
      note(`review.execute.${side}`)
      note(`${other} before the posting`)
    }
  }
})

it.runIf(isProof)(
  'identity, bank account and withdrawal reviews survive the same kills',
  { timeout: 900_000 },
  async () => {
    await must('/auth/setFundPassword', {
      fundPassword,
      confirmPassword: fundPassword,
      loginPassword: phone.password,
    })
    await must('/identity/submit', {
      document: 'national-id',
      name: '林小安',
      number: 'A123456789',
      birthDate: '1990-05-17',
      front: await upload(phone.client),
      back: await upload(phone.client),
    })
    const passed = async (kind: ReviewKind, subject: string, dies: Role): Promise<void> => {
      await approve(0, await reviewOf(kind, subject))
      await stack.kill(dies)
      await stack.start(dies)
      await stack.kill('worker')
      await approve(1, await reviewOf(kind, subject))
      await stack.start('worker', 'review.execute.before')
      await stack.ended('worker')
      await stack.start('worker')
      await closed(kind, subject)
      await oneEffect(kind, subject)
      note(`${kind}, ${dies} and worker`)
    }
    await passed('identity', phone.memberId, 'console')
    const added = await must('/bank-accounts/add', {
      currency: 'TWD',
      holder: '林小安',
      number: '123456789012',
      bankCode: '812',
      branch: '信義分行',
      branchCode: '0687',
      fundPassword,
    })
    card = added.bankAccount.bankAccountId
    await passed('bank-account', card, 'api')
    // The cool-downs of the bank account and of the new fund password are over.
    await stack.owner.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(
        `UPDATE app.bank_accounts SET usable_from = $2::timestamptz - interval '1 day' WHERE id = $1`,
        [card, stack.now],
      )
      await tx.query('UPDATE app.credentials SET withdrawal_cool_down_until = NULL WHERE member_id = $1', [
        phone.memberId,
      ])
    })
    for (let round = 0; round < rounds; round += 1) {
      const before = await balance()
      const withdrawalId = randomUUID()
      await must('/withdrawals/create', {
        withdrawalId,
        bankAccountId: card,
        amount: String(amount),
        fundPassword,
      })
      expect(await balance()).toBe(before - amount)
      await passed('withdrawal', withdrawalId, roles[round % roles.length]!)
      expect(await balance()).toBe(before - amount)
      const { withdrawal } = await must('/withdrawals/read', { withdrawalId })
      expect(withdrawal).toMatchObject({ state: 'passed', stage: 'queued' })
    }
  },
)

it('every crash point was visited and every decision is executed', async () => {
  for (const write of reviewWrites) for (const side of sides) expect(struck[`${write}.${side}`]).toBe(rounds)
  expect(
    await count(`app.reviews WHERE outcome IS NULL AND state IN ('decided', 'expired', 'cancelled')`, []),
  ).toBe(0)
  const breaches = await requestBreaches(stack.database)
  expect(breaches).toEqual([])
  if (rounds > 1) writeEvidence('review-kill', { rounds, struck, breaches: breaches.length })
})
