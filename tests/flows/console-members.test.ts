// Members in the console: the list and one member's page, masked; the decisions of two people about a member
// (restrictions, their end, appeals, day trading, a forgotten password); and that the member is notified of them, and
// of who viewed their data.

import { entry, houseAccounts, member as accountsOf, post, stock } from '@fairlot/ledger'
import { fixedClock, openTestDatabase } from '@fairlot/testkit'
import { outcomeBreaches } from '@fairlot/testkit/invariants/outcomes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { applyForDayTrading } from '../../apps/server/src/features/day-trading/applying/apply.ts'
import { openPasswordHasher } from '../../apps/server/src/features/auth/index.ts'
import { withOutside } from '../../apps/server/src/platform/outside.ts'
import { texts as reviewTextsEn } from '../../apps/console/src/features/operators/review/texts/en.ts'
import { texts as reviewTextsTw } from '../../apps/console/src/features/operators/review/texts/tw.ts'
import type { RestrictionKind } from '../../packages/contract/src/members/index.ts'
import type { ReviewKind } from '../../packages/contract/src/operators/index.ts'
import {
  type ConsoleHarness,
  openForVote,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { seedMarket } from './support/seed-market.ts'
import { agreementVersion, startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'

let harness: ConsoleHarness
let api: TestApi
let closeDatabase: () => Promise<void>
let proposer: TestOperator
let approver: TestOperator
let reviewer: TestOperator
/** An operator who has set no restriction. */
let other: TestOperator
const clock = fixedClock(new Date())
const recoveryKey = '4H7K2M-9PQR3T-5VWXYZ-0ABCDE'

beforeAll(async () => {
  const database = await openTestDatabase()
  closeDatabase = () => database.close()
  const config = testConfig(database, { RATE_LIMIT_FACTOR: '1000' })
  api = await startTestApi({ database, config, clock })
  harness = await startConsoleHarness({ database, config, clock })
  proposer = await harness.operator('approver')
  approver = await harness.operator('approver')
  reviewer = await harness.operator('reviewer')
  other = await harness.operator('approver')
  await harness.startWorker()
})
afterAll(async () => {
  expect(await outcomeBreaches(harness.database)).toEqual([])
  await harness.stop()
  await api.stop()
  await closeDatabase()
})

const inDays = (days: number): string =>
  new Date(clock.now().getTime() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

const wanted = (member: { readonly memberId: string }, kind: RestrictionKind, changes: object = {}) => ({
  memberId: member.memberId,
  kind,
  reason: 'suspected-takeover',
  rule: 'Agreement 7.2',
  reviewOn: inDays(10),
  why: 'signed in from three countries in an hour',
  ...changes,
})

const openReviewOf = async (kind: ReviewKind, memberId: string) =>
  until(`a review of kind ${kind}`, async () => {
    const { body } = await approver.browser.ask('/operators/queue', { filter: { kinds: [kind], memberId } })
    return body.data.reviews[0]
  })

/** Reads the review as the page does, votes on it, and returns what the page showed. */
async function vote(operator: TestOperator, reviewId: string, decision: 'approve' | 'reject', note = '') {
  if (decision === 'approve') await openForVote(operator.browser, reviewId)
  const { body } = await operator.browser.ask('/operators/review', { reviewId })
  const { payloadHash, reasons } = body.data
  const voted = await operator.browser.ask('/operators/vote', {
    reviewId,
    decision,
    payloadHash,
    note,
    ...(decision === 'reject' ? { reason: reasons[0] } : {}),
  })
  expect(voted.body.msg).toBe('')
  return body.data
}

const closed = (reviewId: string) =>
  until('the review to be executed', async () => {
    const { body } = await approver.browser.ask('/operators/review', { reviewId })
    expect(body.data.trouble).toBeNull()
    return body.data.outcome ?? undefined
  })

const restrictionsOf = async ({ client }: TestMember) =>
  (await client.call('/members/profile')).body.data.restrictions as {
    restrictionId: string
    kind: string
    rule: string | null
    reviewOn: string
    setBy: string[]
    appealedAt: string | null
  }[]

const notices = async (memberId: string): Promise<string[]> =>
  (
    await harness.owner.query<{ code: string }>(
      `SELECT code FROM app.notices WHERE member_id = $1 ORDER BY sent_at, id`,
      [memberId],
    )
  ).map(({ code }) => code)

async function restrict(member: TestMember, kind: RestrictionKind): Promise<string> {
  const { body } = await proposer.browser.ask('/members/proposeRestriction', wanted(member, kind))
  expect(body.msg).toBe('')
  await vote(approver, body.data.reviewId, 'approve')
  expect(await closed(body.data.reviewId)).toBe('passed')
  const set = (await restrictionsOf(member)).find((one) => one.kind === kind)
  return set!.restrictionId
}

describe('restrictions', () => {
  test('two operators restrict a member, who reads the reason', async () => {
    const member = await api.member()
    const { body } = await proposer.browser.ask(
      '/members/proposeRestriction',
      wanted(member, 'no-withdrawal'),
    )
    const { reviewId, number } = body.data
    expect(number).toMatch(/^X\d{4}-\d+$/)
    expect(await restrictionsOf(member)).toEqual([])
    const again = await approver.browser.ask('/members/proposeRestriction', wanted(member, 'no-withdrawal'))
    expect(again.body).toMatchObject({ status: 409, msg: 'members.proposal-open' })

    const shown = await vote(approver, reviewId, 'approve', 'called the member back')
    expect(shown.facts.map(({ code }) => code)).toEqual([
      'restriction.kind',
      'restriction.reason',
      'restriction.rule',
      'restriction.review-on',
    ])
    expect(shown.checks.every(({ ok }) => ok)).toBe(true)
    expect(shown.lines).toEqual([{ code: 'restriction.in-force', before: null, after: 'no-withdrawal' }])
    expect(await closed(reviewId)).toBe('passed')

    const [set] = await restrictionsOf(member)
    expect(set).toMatchObject({ kind: 'no-withdrawal', rule: 'Agreement 7.2', reviewOn: inDays(10) })
    expect(set!.setBy).toHaveLength(2)
    for (const who of set!.setBy) expect(who).toMatch(/^OP-[0-9A-F]{8}$/)
    expect(await notices(member.memberId)).toContain('restriction.set')
    const events = await harness.owner.query(
      `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'restriction.changed'`,
      [member.memberId],
    )
    expect(events).toEqual([{ data: { id: set!.restrictionId, state: 'in-force' } }])
    const twice = await proposer.browser.ask('/members/proposeRestriction', wanted(member, 'no-withdrawal'))
    expect(twice.body).toMatchObject({ msg: 'members.restricted-already', field: 'kind' })
  })

  test.each([
    ['a review today', () => ({ reviewOn: inDays(0) }), 'members.review-date', 'reviewOn'],
    ['a review after 31 days', () => ({ reviewOn: inDays(31) }), 'members.review-date', 'reviewOn'],
    ['no date', () => ({ reviewOn: 'soon' }), 'members.review-date', 'reviewOn'],
    ['no rule', () => ({ rule: '  ' }), 'input.required', 'rule'],
    ['no reason', () => ({ why: ' ' }), 'proposal.why', 'why'],
    ['a reason of one letter', () => ({ why: 'x' }), 'proposal.why', 'why'],
  ] as const)('a proposal with %s is refused', async (_what, changes, msg, field) => {
    const memberId = await harness.member()
    const { body } = await proposer.browser.ask(
      '/members/proposeRestriction',
      wanted({ memberId }, 'frozen', changes()),
    )
    expect(body).toMatchObject({ status: 400, msg, field })
  })

  test('two operators lift a restriction, and the member is notified', async () => {
    const member = await api.member()
    const restrictionId = await restrict(member, 'no-trading')
    const propose = () =>
      proposer.browser.ask('/members/proposeLift', { restrictionId, why: 'documents arrived' })
    const first = (await propose()).body.data.reviewId
    expect((await propose()).body.msg).toBe('members.proposal-open')
    await vote(approver, first, 'reject', 'not yet')
    expect(await closed(first)).toBe('rejected')
    expect(await restrictionsOf(member)).toHaveLength(1)

    const second = (await propose()).body.data.reviewId
    const shown = await vote(approver, second, 'approve')
    expect(shown.lines).toEqual([{ code: 'restriction.in-force', before: 'no-trading', after: null }])
    expect(await closed(second)).toBe('passed')
    expect(await restrictionsOf(member)).toEqual([])
    expect(await notices(member.memberId)).toContain('restriction.lifted')
    expect((await propose()).body).toMatchObject({ status: 404, msg: 'members.not-found' })
  })

  test('an operator cannot propose a restriction on a related account', async () => {
    const member = await api.member()
    const related = await harness.operator('approver')
    await harness.owner.query(`INSERT INTO app.operator_relations VALUES ($1, $2)`, [
      related.operatorId,
      member.memberId,
    ])
    const { body } = await related.browser.ask('/members/proposeRestriction', wanted(member, 'frozen'))
    expect(body.msg).toBe('review.own-account')
  })

  test('an operator cannot vote on a related account', async () => {
    const member = await api.member()
    const related = await harness.operator('approver')
    await harness.owner.query(`INSERT INTO app.operator_relations VALUES ($1, $2)`, [
      related.operatorId,
      member.memberId,
    ])
    const proposed = await proposer.browser.ask('/members/proposeRestriction', wanted(member, 'frozen'))
    const { reviewId } = proposed.body.data
    const { payloadHash, reasons, mayApprove } = (
      await related.browser.ask('/operators/review', { reviewId })
    ).body.data
    expect(mayApprove).toBe('review.own-account')
    for (const decision of ['approve', 'reject'] as const) {
      const voted = await related.browser.ask('/operators/vote', {
        reviewId,
        decision,
        payloadHash,
        note: 'x',
        ...(decision === 'reject' ? { reason: reasons[0] } : {}),
      })
      expect(voted.body.msg).toBe('review.own-account')
    }
    expect(await restrictionsOf(member)).toEqual([])
  })
})

describe('appeals', () => {
  const appeal = (member: TestMember, restrictionId: string) =>
    member.client.call(
      '/members/appealRestriction',
      { restrictionId, statement: 'I have sent the documents twice.' },
      { key: true },
    )

  test('an approved appeal lifts the restriction and notifies the member', async () => {
    const member = await api.member()
    const restrictionId = await restrict(member, 'frozen')
    expect((await appeal(member, restrictionId)).body.msg).toBe('done.appeal-sent')
    const { reviewId } = await openReviewOf('appeal', member.memberId)
    const shown = await vote(reviewer, reviewId, 'approve')
    expect(shown.facts[0]).toMatchObject({
      code: 'appeal.statement',
      value: 'I have sent the documents twice.',
    })
    expect(shown.setBy.map(({ operatorId }) => operatorId)).toEqual([
      proposer.operatorId,
      approver.operatorId,
    ])
    await vote(other, reviewId, 'approve')
    expect(await closed(reviewId)).toBe('passed')
    expect(await restrictionsOf(member)).toEqual([])
    expect(await notices(member.memberId)).toContain('restriction.lifted')
  })

  test('a member may appeal again after a rejection', async () => {
    const member = await api.member()
    const restrictionId = await restrict(member, 'frozen')
    await appeal(member, restrictionId)
    const first = await openReviewOf('appeal', member.memberId)
    await vote(reviewer, first.reviewId, 'reject', 'the documents belong to another person')
    await vote(other, first.reviewId, 'reject', 'the documents belong to another person')
    expect(await closed(first.reviewId)).toBe('rejected')
    const [kept] = await restrictionsOf(member)
    expect(kept!.appealedAt).toBeNull()
    expect(await notices(member.memberId)).toContain('appeal.rejected')

    await appeal(member, restrictionId)
    const second = await openReviewOf('appeal', member.memberId)
    const lift = await proposer.browser.ask('/members/proposeLift', { restrictionId, why: 'cleared' })
    await vote(approver, lift.body.data.reviewId, 'approve')
    expect(await closed(lift.body.data.reviewId)).toBe('passed')
    await vote(reviewer, second.reviewId, 'approve')
    await vote(other, second.reviewId, 'approve')
    expect(await closed(second.reviewId)).toBe('decided-before')
    const states = await harness.owner.query<{ state: string }>(
      `SELECT state FROM app.appeals WHERE member_id = $1 ORDER BY state`,
      [member.memberId],
    )
    expect(states.map(({ state }) => state)).toEqual(['passed', 'rejected'])
  })

  test('a blocked member appeals and signs in after the approval', async () => {
    const { account, password, memberId } = await api.member()
    const { body } = await proposer.browser.ask(
      '/members/proposeRestriction',
      wanted({ memberId }, 'disabled'),
    )
    await vote(approver, body.data.reviewId, 'approve')
    expect(await closed(body.data.reviewId)).toBe('passed')

    const phone = api.client()
    const form = { account, password, agreementVersion: await agreementVersion(phone) }
    const signIn = async () => (await phone.call('/auth/signIn', form)).body
    /** Signs in as far as possible and reads the restriction. */
    const readBlock = async () => {
      const refused = await signIn()
      expect(refused.msg).toBe('restriction.disabled')
      const { ticket } = refused.params
      const shown = await phone.call('/members/showBlock', { ticket })
      return { ticket, ...shown.body.data.restrictions[0] }
    }
    const send = async () => {
      const { ticket, restrictionId } = await readBlock()
      const statement = 'I have sent the documents twice.'
      const sent = await phone.call(
        '/members/appealBlock',
        { ticket, restrictionId, statement },
        { key: true },
      )
      expect(sent.body.msg).toBe('done.appeal-sent')
      return openReviewOf('appeal', memberId)
    }

    const first = await send()
    for (const setter of [proposer, approver]) {
      const shown = await setter.browser.ask('/operators/review', { reviewId: first.reviewId })
      expect(shown.body.data).toMatchObject({ mayApprove: 'review.set-restriction' })
    }
    const note = 'the documents belong to another person'
    for (const operator of [reviewer, other]) await vote(operator, first.reviewId, 'reject', note)
    expect(await closed(first.reviewId)).toBe('rejected')
    // The notice of the rejection is behind the sign-in, so the block shows it.
    expect(await readBlock()).toMatchObject({
      appealedAt: null,
      rejectedAt: clock.now().toISOString(),
      rejectionNote: note,
    })

    const second = await send()
    for (const operator of [reviewer, other]) await vote(operator, second.reviewId, 'approve')
    expect(await closed(second.reviewId)).toBe('passed')
    expect((await signIn()).msg).toBe('done.login')
  })

  test('the operators who set a restriction cannot decide its appeal', async () => {
    const member = await api.member()
    const restrictionId = await restrict(member, 'frozen')
    await appeal(member, restrictionId)
    const { reviewId } = await openReviewOf('appeal', member.memberId)
    for (const setter of [proposer, approver]) {
      const { body } = await setter.browser.ask('/operators/review', { reviewId })
      expect(body.data).toMatchObject({
        mayApprove: 'review.set-restriction',
        mayReject: 'review.set-restriction',
        review: { isMineToVote: false },
      })
      for (const decision of ['approve', 'reject'] as const) {
        const { payloadHash } = body.data
        const voted = await setter.browser.ask('/operators/vote', {
          reviewId,
          decision,
          payloadHash,
          note: 'No.',
        })
        expect(voted.body.msg).toBe('review.set-restriction')
      }
    }
    await vote(reviewer, reviewId, 'reject', 'the documents belong to another person')
    const after = await reviewer.browser.ask('/operators/review', { reviewId })
    expect(after.body.data).toMatchObject({ review: { state: 'second' }, mayReject: 'review.not-allowed' })
    expect(await notices(member.memberId)).not.toContain('appeal.rejected')
    await vote(other, reviewId, 'reject', 'the documents belong to another person')
    expect(await closed(reviewId)).toBe('rejected')
    const [row] = await harness.owner.query(
      `SELECT decided_by_first AS first, decided_by_second AS second FROM app.appeals WHERE restriction_id = $1`,
      [restrictionId],
    )
    expect(row).toEqual({ first: reviewer.operatorId, second: other.operatorId })
  })

  test('the database refuses a decision by one person or by the api', async () => {
    const member = await api.member()
    const restrictionId = await restrict(member, 'frozen')
    await appeal(member, restrictionId)
    const set = (text: string) =>
      harness.owner.query(`UPDATE app.appeals SET ${text} WHERE restriction_id = $1`, [restrictionId])
    await expect(set(`state = 'passed', decided_at = now(), decided_by_first = 'a'`)).rejects.toThrow(
      /appeals_decided_complete/,
    )
    await set(`state = 'rejected', decided_at = now()`)
    await expect(set(`state = 'passed', decided_by_first = 'a', decided_by_second = 'b'`)).rejects.toThrow(
      /does not go from/,
    )
    await expect(api.asApi.query(`UPDATE app.appeals SET state = 'passed'`)).rejects.toThrow(
      /permission denied/,
    )
  })
})

test('two operators decide a day-trading application in the real profile', async () => {
  const member = await api.member()
  const hasher = await openPasswordHasher(api.config)
  const fundPassword = '739204'
  await member.client.call('/auth/setFundPassword', {
    loginPassword: member.password,
    fundPassword,
    confirmPassword: fundPassword,
  })
  await harness.owner.query(
    `UPDATE app.members SET joined_at = joined_at - interval '100 days 12 hours' WHERE id = $1`,
    [member.memberId],
  )
  await harness.owner.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
     VALUES ('dayTrade.tradesInYear', 0, $1, $1, 'test', 'op-1', 'op-2')`,
    [clock.now()],
  )
  const apply = () =>
    withOutside((outside) =>
      api.db.transaction((tx) =>
        applyForDayTrading(
          tx,
          { db: api.db, hasher, profile: 'tw', calendar: 'practice' },
          {
            memberId: member.memberId,
            account: member.account,
            read: true,
            fundPassword,
            now: clock.now(),
            requestId: '00000000-0000-7000-8000-000000000001',
            outside,
          },
        ),
      ),
    )
  expect(await apply()).toMatchObject({ ok: true, data: { state: 'pending' } })
  const first = await openReviewOf('day-trading', member.memberId)
  const shown = await vote(reviewer, first.reviewId, 'reject', 'come back after ten trades')
  expect(shown.facts.find(({ code }) => code === 'day-trading.account-days')?.value).toBe('100')
  expect(await closed(first.reviewId)).toBe('rejected')
  const status = async () => (await member.client.call('/day-trading/status')).body.data
  expect(await status()).toMatchObject({ state: 'rejected', reason: 'come back after ten trades' })

  clock.advance(1_000)
  expect(await apply()).toMatchObject({ ok: true, data: { state: 'pending' } })
  const second = await openReviewOf('day-trading', member.memberId)
  await vote(reviewer, second.reviewId, 'approve')
  expect(await status()).toMatchObject({ state: 'pending' })
  await vote(approver, second.reviewId, 'approve')
  expect(await closed(second.reviewId)).toBe('passed')
  expect(await status()).toMatchObject({ state: 'passed' })
  expect((await notices(member.memberId)).filter((code) => code.startsWith('day-trading'))).toEqual([
    'day-trading.rejected',
    'day-trading.passed',
  ])
})

describe('a forgotten password', () => {
  const next = 'harbour9lights'
  const begin = async (account: string) =>
    (await api.client().call('/auth/beginRecovery', { account })).body.data.recoveryId as string
  const finish = async (account: string, code: string) =>
    api.client().call('/auth/finishRecovery', {
      recoveryId: await begin(account),
      newPassword: next,
      confirmPassword: next,
      proof: { way: 'review', code },
    })

  async function plea(member: TestMember, key = recoveryKey) {
    const body = {
      recoveryId: await begin(member.account),
      contact: 'owner@example.com',
      statement: 'The phone is lost, with everything on it.',
      key,
    }
    const { body: sent } = await api.client().call('/auth/requestRecoveryReview', body, { key: true })
    expect(sent.msg).toBe('done.recovery-requested')
    return openReviewOf('recovery', member.memberId)
  }

  test('two approvals let the request key set a new password once', async () => {
    const member = await api.member()
    const { reviewId } = await plea(member)
    expect(await notices(member.memberId)).toContain('security.recovery-asked')
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('auth.recovery-refused')
    const shown = await vote(reviewer, reviewId, 'approve')
    expect(shown.facts.find(({ code }) => code === 'recovery.statement')?.value).toContain('phone is lost')
    expect(shown.facts.find(({ code }) => code === 'recovery.contact')).toMatchObject({
      value: '•••',
      personal: { memberId: member.memberId, field: 'contact' },
    })
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('auth.recovery-refused')
    const contact = await reviewer.browser.ask('/operators/openPersonal', {
      memberId: member.memberId,
      field: 'contact',
      purpose: 'to call the owner back',
      reviewId,
    })
    expect(contact.body.data.value).toBe('owner@example.com')
    await vote(approver, reviewId, 'approve')
    expect(await closed(reviewId)).toBe('passed')

    const wrong = await finish(member.account, recoveryKey.replace('4', '5'))
    expect(wrong.body.msg).toBe('auth.recovery-refused')
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('done.password-recovered')
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('auth.recovery-refused')
    expect((await member.client.call('/members/profile')).http).toBe(401)
    const [coolDown] = await harness.owner.query<{ holds: boolean }>(
      `SELECT withdrawal_cool_down_until > $2 AS holds FROM app.credentials WHERE member_id = $1`,
      [member.memberId, clock.now()],
    )
    expect(coolDown!.holds).toBe(true)
    expect(await notices(member.memberId)).toEqual(
      expect.arrayContaining(['security.recovery-passed', 'security.password-recovered']),
    )
  })

  test('a rejected request disables its key, and a repeat is flagged', async () => {
    const member = await api.member()
    const { reviewId, flags } = await plea(member)
    expect(flags).toEqual([])
    await vote(reviewer, reviewId, 'reject', 'no answer by telephone')
    expect(await closed(reviewId)).toBe('rejected')
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('auth.recovery-refused')
    expect((await member.client.call('/members/profile')).http).toBe(200)
    expect(await notices(member.memberId)).toContain('security.recovery-rejected')
    expect((await plea(member)).flags).toEqual(['recovery-again'])
  })

  test('an approved request expires after seven days', async () => {
    const member = await api.member()
    const { reviewId } = await plea(member)
    await vote(reviewer, reviewId, 'approve')
    await vote(approver, reviewId, 'approve')
    expect(await closed(reviewId)).toBe('passed')
    await expect(
      harness.owner.query(`UPDATE app.recovery_requests SET state = 'rejected' WHERE member_id = $1`, [
        member.memberId,
      ]),
    ).rejects.toThrow(/does not go from/)
    await harness.owner.query(
      `UPDATE app.recovery_requests SET decided_at = decided_at - interval '8 days' WHERE member_id = $1`,
      [member.memberId],
    )
    expect((await finish(member.account, recoveryKey)).body.msg).toBe('auth.recovery-refused')
  })
})

/** A position on a loan, a waiting deposit and a bank account, as their features leave them. */
async function holdAndAsk(memberId: string): Promise<void> {
  const { owner } = harness
  await seedMarket(api.db)
  await owner.query(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on,
       sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, loan, interest_through)
     SELECT gen_random_uuid(), $1, '2330', 'stock', 'long', 200, day, at, day, day, at, false, 1000, 1000, 60000000,
       30000000, day
     FROM (SELECT $2::timestamptz AS at, $2::timestamptz::date AS day) AS now`,
    [memberId, clock.now()],
  )
  // The shares and the loan of the position.
  const own = accountsOf(memberId)
  const head = {
    event: 'test.position',
    reference: memberId,
    key: `position:${memberId}`,
    postedAt: clock.now(),
  }
  const bought = entry(head)
    .move(1_000n, houseAccounts.issue(stock('2330')), own.available(stock('2330')))
    .move(30_000_000n, own.loan('TWD'), houseAccounts.capital('TWD'))
    .done()
  expect((await post(owner, bought)).ok).toBe(true)
  await owner.query(`SELECT app.seed_practice_channels($1)`, [clock.now()])
  await owner.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, reference, sent_at, promised_at, steps)
     SELECT gen_random_uuid(), $1, id, 'TWD', 5000000, 0, 'F1', $2, $2, '[]' FROM app.deposit_channels
     WHERE currency = 'TWD' LIMIT 1`,
    [memberId, clock.now()],
  )
  await owner.query(
    `INSERT INTO app.bank_accounts (id, member_id, currency, bank_code, bank_name, branch, branch_code, sealed,
       holder_masked, is_own_name, ending, added_at)
     VALUES (gen_random_uuid(), $1, 'TWD', '808', '玉山銀行', '松江', '0001', '\\x00', '林○安', true, '8842', $2)`,
    [memberId, clock.now()],
  )
}

describe('the member pages', () => {
  test('the list is masked, filtered, paged and matches the ledger', async () => {
    const member = await api.member()
    await restrict(member, 'no-trading')
    const { body } = await reviewer.browser.ask('/members/list', {
      filter: { restricted: 'no-trading' },
      sort: 'joined',
    })
    const row = body.data.members.find(({ memberId }) => memberId === member.memberId)!
    expect(row).toMatchObject({
      account: `${member.account.slice(0, 4)}-***-${member.account.slice(-3)}`,
      name: null,
      verification: 'unverified',
      restrictions: ['no-trading'],
      total: '1000000000',
      inflow: '0',
      ratioBp: null,
    })
    expect(JSON.stringify(body)).not.toContain(member.account)
    const none = await reviewer.browser.ask('/members/list', {
      filter: {
        restricted: 'disabled',
        verification: 'verified',
        called: true,
        waiting: true,
        kind: 'mentor',
      },
      sort: 'joined',
    })
    expect(none.body.data).toEqual({ members: [], next: null })

    for (let count = 0; count < 55; count++) await harness.member()
    for (const sort of ['joined', 'seen'] as const) {
      const seen: string[] = []
      let after: string | undefined
      do {
        const page = await reviewer.browser.ask('/members/list', {
          filter: {},
          sort,
          ...(after && { after }),
        })
        seen.push(...page.body.data.members.map(({ memberId }) => memberId))
        after = page.body.data.next ?? undefined
      } while (after !== undefined)
      expect(new Set(seen).size).toBe(seen.length)
      expect(seen).toContain(member.memberId)
      // A member who never signed in has no last-seen time.
      expect(seen.length > 55).toBe(sort === 'joined')
    }
    const recent = await reviewer.browser.ask('/members/list', {
      filter: { seenWithinDays: 1 },
      sort: 'joined',
    })
    expect(recent.body.data.members.length).toBeGreaterThan(0)
    const bad = await reviewer.browser.ask('/members/list', { filter: {}, sort: 'seen', after: 'x' })
    expect(bad.body).toMatchObject({ status: 400, field: 'after' })
    const counts = await reviewer.browser.ask('/members/counts')
    expect(counts.body.data).toMatchObject({ isEstimate: false })
    expect(counts.body.data.restricted).toBeGreaterThan(0)
    expect(counts.body.data.all).toBeGreaterThan(55)
  })

  test('the page of a member shows masked data from every feature', async () => {
    const member = await api.member()
    // Another member signs in from the same browser.
    const other = await api.member()
    await harness.owner.query(
      `INSERT INTO app.known_devices (id, member_id, cookie_hash, label, first_seen_at, last_seen_at, expires_at)
       SELECT gen_random_uuid(), $2, cookie_hash, label, first_seen_at, last_seen_at, expires_at
       FROM app.known_devices WHERE member_id = $1`,
      [member.memberId, other.memberId],
    )
    const invited = await harness.member(member.memberId)
    await holdAndAsk(member.memberId)
    const restrictionId = await restrict(member, 'no-withdrawal')
    const note = await reviewer.browser.ask('/members/addNote', {
      memberId: member.memberId,
      text: ' rang twice ',
    })
    expect(note.http).toBe(200)
    const { body } = await approver.browser.ask('/members/detail', { memberId: member.memberId })
    expect(body.data).toMatchObject({
      verification: 'unverified',
      invited: 1,
      assets: { available: '1000000000', held: '0', loans: '30000000' },
      ledger: { differing: 0 },
      positions: [{ symbol: '2330', direction: 'long', multiple: 200, shares: 1_000, price: 60_000 }],
      fundOrders: [{ kind: 'deposit', amount: '5000000', state: 'pending', review: null, deciders: [] }],
      fundOrderCount: 1,
      documents: { identity: null, bankAccounts: [{ ending: '8842', state: 'pending' }], dayTrading: null },
    })
    // The value of the shares over the debt for them.
    expect(body.data.assets.ratioBp).toBeGreaterThan(10_000)
    const listed = await approver.browser.ask('/members/list', {
      filter: { seenWithinDays: 1 },
      sort: 'seen',
    })
    const row = listed.body.data.members.find(({ memberId }) => memberId === member.memberId)
    expect(row).toMatchObject({
      total: body.data.assets.total,
      ratioBp: body.data.assets.ratioBp,
      sharing: 1,
    })
    expect(body.data.restrictions[0]).toMatchObject({
      restrictionId,
      setBy: [`Operator ${proposer.login}`, `Operator ${approver.login}`],
      liftedAt: null,
      appeal: null,
    })
    expect(body.data.notes).toMatchObject([{ operator: `Operator ${reviewer.login}`, text: 'rang twice' }])
    expect(body.data.sessions[0]).toMatchObject({ isOpen: true, endedFor: null })
    expect(body.data.devices).toHaveLength(1)
    expect(body.data.related.map(({ how, memberId }) => [how, memberId])).toEqual([
      ['device', other.memberId],
      ['invited', invited],
    ])
    const actions = body.data.trail.map(({ action }) => action)
    for (const action of [
      'members.noted',
      'members.restriction-set',
      'operators.voted',
      'operators.review-opened',
      'operators.review-closed',
    ]) {
      expect(actions, action).toContain(action)
    }
    const text = JSON.stringify(body)
    for (const secret of [member.account, other.account, member.client.session!.token]) {
      expect(text).not.toContain(secret)
    }
    await expect(harness.owner.query(`UPDATE app.member_notes SET text = 'x'`)).rejects.toThrow(
      /notes are kept/,
    )
  })

  test('a member is notified when an operator opens personal data', async () => {
    const member = await api.member()
    await reviewer.browser.ask('/operators/openPersonal', {
      memberId: member.memberId,
      field: 'account',
      purpose: 'calling about a deposit',
    })
    await until('the notice', async () => (await notices(member.memberId)).includes('personal.viewed'))
    const { body } = await approver.browser.ask('/members/detail', { memberId: member.memberId })
    expect(body.data.views).toMatchObject([{ field: 'account', purpose: 'calling about a deposit' }])
    const status = await member.client.call('/identity/status')
    expect(status.body.data.views).toMatchObject([{ purpose: 'calling about a deposit' }])
    await until('the row to say so', async () => {
      const [row] = await harness.owner.query<{ notified: boolean }>(
        `SELECT notified_at IS NOT NULL AS notified FROM app.personal_views WHERE member_id = $1`,
        [member.memberId],
      )
      return row!.notified
    })
    expect((await notices(member.memberId)).filter((code) => code === 'personal.viewed')).toHaveLength(1)
  })

  test('saved views belong to one operator and one page', async () => {
    const view = { name: 'restricted', filter: { restricted: 'any' } }
    const saved = await reviewer.browser.ask('/members/saveView', view)
    expect(saved.http).toBe(200)
    expect((await reviewer.browser.ask('/members/saveView', view)).body.msg).toBe('view.exists')
    expect((await reviewer.browser.ask('/operators/saveView', { name: 'restricted', filter: {} })).http).toBe(
      200,
    )
    expect((await reviewer.browser.ask('/members/listViews')).body.data.views).toEqual([
      { viewId: saved.body.data.viewId, ...view },
    ])
    expect((await approver.browser.ask('/members/listViews')).body.data.views).toEqual([])
    const { viewId } = saved.body.data
    expect((await approver.browser.ask('/members/removeView', { viewId })).body.msg).toBe('view.not-found')
    expect((await reviewer.browser.ask('/members/removeView', { viewId })).http).toBe(200)
  })

  test('an unknown id is answered as not found', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000'
    const answers = [
      await approver.browser.ask('/members/detail', { memberId: unknown }),
      await approver.browser.ask('/members/addNote', { memberId: unknown, text: 'x' }),
      await approver.browser.ask('/members/proposeRestriction', wanted({ memberId: unknown }, 'frozen')),
      await approver.browser.ask('/members/proposeLift', { restrictionId: unknown, why: 'x' }),
    ]
    expect(answers.map(({ http, body }) => [http, body.msg])).toEqual(
      answers.map(() => [404, 'members.not-found']),
    )
  })
})

test('every code of these review kinds has text in both languages', () => {
  for (const code of [
    'restriction.kind',
    'restriction.reason',
    'restriction.rule',
    'restriction.since',
    'restriction.review-on',
    'restriction.not-in-force',
    'restriction.still-in-force',
    'restriction.review-ahead',
    'restriction.in-force',
    'restriction.takes-effect',
    'restriction.notified',
    'restriction.may-appeal',
    'restriction.ends',
    'appeal.statement',
    'appeal.before',
    'day-trading.account-days',
    'day-trading.trades',
    'day-trading.own-results',
    'day-trading.statement',
    'day-trading.shown-results',
    'day-trading.days-enough',
    'day-trading.trades-enough',
    'day-trading.state',
    'day-trading.may-trade',
    'day-trading.notified',
    'recovery.reference',
    'recovery.contact',
    'recovery.statement',
    'recovery.last-seen',
    'recovery.devices',
    'recovery.identity-known',
    'recovery.only-once',
    'recovery.quiet-since',
    'recovery.state',
    'recovery.key-works',
    'recovery.factors-go',
    'recovery.cool-down',
    'recovery-again',
    'recovery-joined',
    'recovery-network',
    'recovery.joined',
    'recovery.as-asked',
    'recovery.one-contact',
    'altered',
    'in-force-before',
    'lifted-before',
    'decided-before',
  ]) {
    expect(reviewTextsTw[code], code).toMatch(/\p{Script=Han}/u)
    expect(reviewTextsEn[code], code).toMatch(/[a-z]/)
  }
})
