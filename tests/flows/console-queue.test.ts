// The review rules: no approval without opening the documents, a deposit is booked at the bank's amount, a rejection
// names a code, urgent reviews come first, a finished review shows its outcome, and the trail of a member is complete.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matchDeposits } from '../../apps/server/src/features/bank-statements/index.ts'
import { linkEntries } from '../../apps/server/src/features/audit/link-entries.ts'
import { type Db, openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import {
  type ConsoleHarness,
  openForVote,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import { upload } from './support/pictures.ts'
import type { TestMember } from './support/start-test-api.ts'
import { signWith } from './support/voting-keys.ts'

let folder: string
let fund: FundHarness
let harness: ConsoleHarness
let wei: TestOperator
let mei: TestOperator
let auditor: TestOperator
let market: TestOperator
let secondMarket: TestOperator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-harness-'))
  fund = await openFundHarness(undefined, { FILES_FOLDER: folder, RATE_LIMIT_FACTOR: '1000' })
  harness = await startConsoleHarness({
    database: fund.api.database,
    clock: fund.clock,
    config: fund.api.config,
  })
  wei = await harness.operator('approver')
  mei = await harness.operator('approver')
  auditor = await harness.operator('auditor')
  market = await harness.operator('market')
  secondMarket = await harness.operator('market')
})
afterAll(async () => {
  await harness.stop()
  await fund.stop()
  await rm(folder, { recursive: true, force: true })
})

const reviewOf = async (kind: string, subject: string): Promise<string> =>
  (
    await fund.owner.query(
      'SELECT id FROM app.reviews WHERE kind = $1 AND subject = $2 ORDER BY opened_at DESC LIMIT 1',
      [kind, subject],
    )
  ).rows[0].id

async function vote(by: TestOperator, reviewId: string, more: object = {}) {
  const { payloadHash } = (await by.browser.ask('/operators/review', { reviewId })).body.data
  return by.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash,
    note: '',
    ...more,
  })
}

async function claim(member: TestMember, amount: string) {
  const channelId = await fund.channel()
  const sent = await member.client.call(
    '/deposits/create',
    { channelId, amount, receipt: await upload(member.client), fromEnding: '3307' },
    { key: true },
  )
  expect(sent.body.msg).toBe('done.recharge')
  const depositId = sent.body.data.deposit.depositId as string
  const { reference } = (await member.client.call('/deposits/channel', { channelId })).body.data
  return { depositId, reference: reference as string, reviewId: await reviewOf('deposit', depositId) }
}

/** The bank's line for this claim, matched. */
async function bankSays(reference: string, amount: string) {
  const statementId = newId()
  await fund.owner.query(
    `INSERT INTO app.bank_statements (id, file_name, sha256, lines, imported_by, imported_at)
     VALUES ($1, 'bank.csv', $2, 1, 'test', $3)`,
    [statementId, statementId.replaceAll('-', '').padEnd(64, '0'), fund.clock.now()],
  )
  await fund.owner.query(
    `INSERT INTO app.bank_statement_lines (id, statement_id, line_no, account, bank_number, currency, amount, reference,
       ending, booked_at) VALUES ($1, $2, 1, '00401234567890', $3, 'TWD', $4, $5, '3307', $6)`,
    [newId(), statementId, `T${statementId.slice(-8)}`, amount, reference, fund.clock.now()],
  )
  await matchDeposits(fund.worker, fund.clock.now())
}

const letters = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'
let counted = 0
function newNumber(): string {
  counted += 1
  const body = `B1${String(counted).padStart(7, '0')}`
  const digits = [...String(letters.indexOf('B') + 10), ...body.slice(1)].map(Number)
  const sum = digits.reduce((total, digit, at) => total + digit * [1, 9, 8, 7, 6, 5, 4, 3, 2, 1][at]!, 0)
  return body + String((10 - (sum % 10)) % 10)
}

async function submitIdentity(): Promise<{ member: TestMember; reviewId: string }> {
  const member = await fund.api.member()
  const sent = await member.client.call(
    '/identity/submit',
    {
      document: 'national-id',
      name: '林書安',
      number: newNumber(),
      birthDate: '1990-05-17',
      front: await upload(member.client),
      back: await upload(member.client),
    },
    { key: true },
  )
  expect(sent.http).toBe(200)
  return { member, reviewId: await reviewOf('identity', member.memberId) }
}

describe('opening before approving', () => {
  test('an identity is not approved before this operator opened front and back', async () => {
    const { member, reviewId } = await submitIdentity()
    expect((await vote(wei, reviewId)).body.msg).toBe('review.not-opened')
    const shut = (await wei.browser.ask('/operators/review', { reviewId })).body.data
    expect(shut.mayApprove).toBe('review.not-opened')
    expect(shut.mustOpen).toEqual([
      { code: 'identity.front', openedAt: null },
      { code: 'identity.back', openedAt: null },
    ])
    // One of two documents is not enough.
    const [front] = shut.pictures
    const opening = {
      memberId: member.memberId,
      fileId: front!.fileId,
      purpose: 'Review of documents',
      reviewId,
    }
    expect((await wei.browser.ask('/uploads/openPicture', opening)).http).toBe(200)
    expect((await vote(wei, reviewId)).body.msg).toBe('review.not-opened')
    await openForVote(wei.browser, reviewId)
    expect((await vote(wei, reviewId)).body.data.state).toBe('second')
    // Documents opened by the first operator do not count for the second.
    expect((await vote(mei, reviewId)).body.msg).toBe('review.not-opened')
    await openForVote(mei.browser, reviewId)
    expect((await vote(mei, reviewId)).body.data.state).toBe('decided')
    const { votes } = (await mei.browser.ask('/operators/review', { reviewId })).body.data
    expect(votes.map(({ opened }) => opened.map(({ code }) => code))).toEqual([
      ['identity.front', 'identity.back'],
      ['identity.front', 'identity.back'],
    ])
    await fund.execute()
    const { views } = (await member.client.call('/identity/status')).body.data
    expect(views).toHaveLength(4)
  })

  test('an opening is recorded once and ends with the decision', async () => {
    const { member, reviewId } = await submitIdentity()
    const open = (by: TestOperator, purpose = 'Review of documents') =>
      by.browser.ask('/operators/openPersonal', {
        memberId: member.memberId,
        field: 'name',
        purpose,
        reviewId,
      })
    expect((await open(wei, 'x')).body.msg).toBe('personal.purpose-required')
    expect((await open(wei)).body.data.value).toBe('林書安')
    expect((await open(wei)).body.data.value).toBe('林書安')
    const rows = await fund.owner.query('SELECT 1 FROM app.personal_views WHERE member_id = $1', [
      member.memberId,
    ])
    expect(rows.rows).toHaveLength(1)
    const rejection = { decision: 'reject', reason: 'not-genuine', note: 'the document is a copy' }
    expect((await vote(mei, reviewId, rejection)).http).toBe(200)
    expect((await open(wei)).body.msg).toBe('review.not-found')
  })

  test('approving a deposit needs its receipt and bank line opened', async () => {
    const member = await fund.member()
    await fund.card(member, { number: '700100203307' })
    const { reference, reviewId } = await claim(member, '5000000')
    await bankSays(reference, '5000000')
    const before = (await wei.browser.ask('/operators/review', { reviewId })).body.data
    expect(before.mustOpen.map(({ code }) => code)).toEqual(['deposit.receipt', 'deposit.statement'])
    expect(before.compare!.rows[0]!.values).toEqual(['NT$50,000.00', '•••'])
    expect((await vote(wei, reviewId)).body.msg).toBe('review.not-opened')
    await openForVote(wei.browser, reviewId)
    const after = (await wei.browser.ask('/operators/review', { reviewId })).body.data
    expect(after.compare!.rows[0]!.values).toEqual(['NT$50,000.00', 'NT$50,000.00'])
    // The account that the money came from is registered for the member.
    expect(after.compare!.rows.find(({ code }) => code === 'deposit.holder')).toEqual({
      code: 'deposit.holder',
      values: ['林○安', '林○安'],
      differs: false,
    })
    expect(after.checks).toContainEqual(expect.objectContaining({ ok: true, code: 'deposit.own-account' }))
    expect((await vote(wei, reviewId)).body.data.state).toBe('second')
  })
})

describe('a compromised console', () => {
  let stolen: Db
  beforeAll(() => {
    stolen = openDb({ url: fund.api.database.consoleUrl, poolSize: 2, applicationName: 'stolen' })
  })
  afterAll(() => stolen.close())

  interface Forged {
    /** What the operator's own key signed as opened. */
    readonly opened: readonly string[]
    readonly writesOpenings: boolean
  }

  /** Writes an approval straight into the tables, with a true signature of the operator's own key. */
  const forge = async (reviewId: string, by: TestOperator, { opened, writesOpenings }: Forged) => {
    const now = fund.clock.now()
    const { mustOpen, pictures, subject, payloadHash, review } = (
      await by.browser.ask('/operators/review', { reviewId })
    ).body.data
    const [session] = await stolen.query<{ id: string }>(
      `SELECT id FROM app.operator_sessions WHERE operator_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC LIMIT 1`,
      [by.operatorId],
    )
    const { kind, member } = review
    const facts = { reviewId, kind, memberId: member?.memberId ?? null, subject, payloadHash, revised: null }
    const vote = { ...facts, decision: 'approve', note: 'seen by me', operatorId: by.operatorId } as const
    const signed = signWith(by.signer, by.signer.keyId, vote, now, opened)
    await stolen.transaction(async (tx) => {
      for (const { code } of writesOpenings ? mustOpen : []) {
        const fileId = pictures.find((each) => each.code === code)?.fileId
        await tx.query(`INSERT INTO app.review_openings VALUES ($1, $2, $3, $4)`, [
          reviewId,
          by.operatorId,
          fileId === undefined ? code : `file:${fileId}`,
          now,
        ])
      }
      const [row] = await tx.query<{ refusal: string | null }>(
        `SELECT app.vote_review($1, $2, $3, 'approve', $4, 'seen by me', NULL, $5) AS refusal`,
        [reviewId, by.operatorId, session!.id, payloadHash, now],
      )
      expect(row!.refusal).toBeNull()
      await tx.query(
        `INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, signature)
         VALUES ($1, $2, 'approve', $3, $4, $5, $6)`,
        [reviewId, by.operatorId, signed.keyId, signed.at, JSON.stringify(opened), JSON.stringify(signed)],
      )
    })
  }
  const readReview = async (reviewId: string) =>
    (await fund.owner.query('SELECT state, trouble, outcome FROM app.reviews WHERE id = $1', [reviewId]))
      .rows[0]

  test('forged openings without a signed list execute nothing', async () => {
    const { member, reviewId } = await submitIdentity()
    for (const by of [wei, mei]) await forge(reviewId, by, { opened: [], writesOpenings: true })
    await fund.execute()
    expect(await readReview(reviewId)).toMatchObject({
      state: 'decided',
      outcome: null,
      trouble: expect.stringContaining('signed without opening identity.front, identity.back'),
    })
    expect((await member.client.call('/identity/status')).body.data.state).toBe('under-review')
    const audit = await fund.owner.query(
      `SELECT details ->> 'why' AS why FROM audit.entries
       WHERE action = 'operators.review-not-signed' AND subject = $1`,
      [`review:${reviewId}`],
    )
    expect(audit.rows).toEqual([{ why: expect.stringContaining('signed without opening') }])
  })

  test('a signed list without recorded openings executes nothing', async () => {
    const { member, reviewId } = await submitIdentity()
    const opened = ['identity.front', 'identity.back']
    for (const by of [wei, mei]) await forge(reviewId, by, { opened, writesOpenings: false })
    await fund.execute()
    expect(await readReview(reviewId)).toMatchObject({
      state: 'decided',
      outcome: null,
      trouble: expect.stringMatching(/no opening by .* is recorded of identity.front, identity.back/),
    })
    expect((await member.client.call('/identity/status')).body.data.state).toBe('under-review')
  })

  test('a deposit signed without its bank line is not executed', async () => {
    const member = await fund.member()
    const { reference, reviewId } = await claim(member, '5000000')
    await bankSays(reference, '5000000')
    fund.clock.advance(2 * 60_000)
    const before = await fund.available(member)
    for (const by of [wei, mei]) {
      await forge(reviewId, by, { opened: ['deposit.receipt'], writesOpenings: true })
    }
    await fund.execute()
    expect((await readReview(reviewId)).trouble).toContain('signed without opening deposit.statement')
    expect(await fund.available(member)).toBe(before)
  })
})

test('a bank line that arrives between two votes does not block execution', async () => {
  const member = await fund.member()
  const { reference, reviewId } = await claim(member, '5000000')
  await openForVote(wei.browser, reviewId)
  expect((await vote(wei, reviewId, { note: 'confirmed by telephone' })).body.data.state).toBe('second')
  fund.clock.advance(2 * 60_000)
  await bankSays(reference, '5000000')
  fund.clock.advance(2 * 60_000)
  const before = await fund.available(member)
  await openForVote(mei.browser, reviewId)
  expect((await vote(mei, reviewId)).body.data.state).toBe('decided')
  await fund.execute()
  expect((await fund.available(member)) - before).toBe(5_000_000n)
})

test('a vote signed without its documents is refused', async () => {
  const { reviewId } = await submitIdentity()
  await openForVote(wei.browser, reviewId)
  const { payloadHash, subject, review } = (await wei.browser.ask('/operators/review', { reviewId })).body
    .data
  const said = { reviewId, decision: 'approve', payloadHash, note: '' } as const
  const facts = { ...said, kind: review.kind, memberId: review.member!.memberId, subject, revised: null }
  const signature = signWith(
    wei.signer,
    wei.signer.keyId,
    { ...facts, operatorId: wei.operatorId },
    fund.clock.now(),
    ['identity.front'],
  )
  expect((await wei.browser.ask('/operators/vote', { ...said, signature })).body.msg).toBe(
    'review.not-opened',
  )
})

describe('the booked amount of a deposit', () => {
  test('a deposit without a bank line needs a reason and is limited', async () => {
    const member = await fund.member()
    const { reviewId } = await claim(member, '5000000')
    await openForVote(wei.browser, reviewId)
    const five = { revised: { booked: '500000000000' }, note: 'the bank told me on the telephone' }
    expect((await vote(wei, reviewId, five)).body.msg).toBe('deposit.booked-too-much')
    expect((await vote(wei, reviewId)).body.msg).toBe('review.no-bank-line')
    expect((await vote(wei, reviewId, { note: 'x' })).body.msg).toBe('review.no-bank-line')
    const confirmed = { note: 'the bank confirmed it by telephone' }
    expect((await vote(wei, reviewId, confirmed)).body.data.state).toBe('second')
  })

  test('an approval changes no other field of the payload', async () => {
    const { reviewId } = await claim(await fund.member(), '5000000')
    await openForVote(wei.browser, reviewId)
    for (const field of ['amount', 'memberId', 'state']) {
      const revised = { booked: '5000000', [field]: '1' }
      const { body } = await vote(wei, reviewId, { revised, note: 'the bank confirmed it by telephone' })
      expect([field, body.msg]).toEqual([field, 'review.no-revision'])
    }
  })

  test('a deposit is booked at the amount of the bank line', async () => {
    const member = await fund.member()
    const { reference, reviewId } = await claim(member, '5000000')
    await bankSays(reference, '4998500')
    await openForVote(wei.browser, reviewId)
    for (const booked of ['5000000', '4998501', '4998499']) {
      const refused = await vote(wei, reviewId, booked === '5000000' ? {} : { revised: { booked } })
      expect(refused.body.msg).toBe('deposit.booked-differs')
      expect(refused.body.params).toEqual({ bank: 'NT$49,985.00' })
    }
    const first = await vote(wei, reviewId, {
      revised: { booked: '4998500' },
      note: 'a fee of the other bank',
    })
    expect(first.body.data.change).toMatchObject({
      from: '5000000',
      to: '4998500',
      by: expect.stringContaining('op.'),
      note: 'a fee of the other bank',
    })
    const queue = (await mei.browser.ask('/operators/queue', { filter: { memberId: member.memberId } })).body
      .data
    expect(queue.reviews[0]!.change).toMatchObject({ from: '5000000', to: '4998500' })
    const before = await fund.available(member)
    await openForVote(mei.browser, reviewId)
    expect((await vote(mei, reviewId)).body.data.state).toBe('decided')
    await fund.execute()
    expect((await fund.available(member)) - before).toBe(4_998_500n)
  })

  test('the worker books nothing above the bank line', async () => {
    const member = await fund.member()
    const { depositId, reference, reviewId } = await claim(member, '5000000')
    await bankSays(reference, '5000000')
    const before = await fund.available(member)
    // As a taken console would: directly in the database.
    await fund.vote(fund.operators[0], 'deposit', depositId, 'approve', 'seen', { booked: '500000000000' })
    await fund.vote(fund.operators[1], 'deposit', depositId, 'approve', 'seen')
    await fund.execute()
    expect(await fund.available(member)).toBe(before)
    const [row] = (await fund.owner.query('SELECT state, trouble FROM app.reviews WHERE id = $1', [reviewId]))
      .rows
    expect(row).toMatchObject({
      state: 'decided',
      trouble: expect.stringContaining('more than the bank line'),
    })
  })
})

describe('a rejection', () => {
  test('a rejection needs a reason code of its kind and a note', async () => {
    const member = await fund.member()
    const { reviewId } = await claim(member, '5000000')
    const reject = (more: object) => vote(mei, reviewId, { decision: 'reject', ...more })
    expect((await reject({ note: 'The sender’s name differs from yours.' })).body.msg).toBe(
      'review.reason-code',
    )
    expect((await reject({ reason: 'account-refused', note: 'not of deposits' })).body.msg).toBe(
      'review.reason-code',
    )
    expect((await reject({ reason: 'name-differs', note: 'No.' })).body.msg).toBe('review.reason-required')
    expect((await reject({ reason: 'name-differs', note: 'x'.repeat(301) })).body).toMatchObject({
      msg: 'review.note-long',
      params: { max: 300 },
    })
    const note = 'The sender’s name differs from yours.'
    expect((await reject({ reason: 'name-differs', note })).body.data.state).toBe('decided')
    await fund.execute()
    const [row] = (
      await fund.owner.query(
        'SELECT rejection_reason AS "rejectionReason", note FROM app.deposits WHERE member_id = $1',
        [member.memberId],
      )
    ).rows
    expect(row).toEqual({ rejectionReason: 'name-differs', note })
  })

  test('notice and page of a rejected withdrawal show the same reason', async () => {
    const member = await fund.member()
    const bankAccountId = await fund.card(member)
    const { depositId } = await claim(member, '5000000')
    await fund.approve('deposit', depositId)
    const withdrawalId = newId(fund.clock.now().getTime())
    const sent = await member.client.call(
      '/withdrawals/create',
      { withdrawalId, bankAccountId, amount: '200000', fundPassword },
      { key: true },
    )
    expect(sent.body.msg).toBe('done.withdrawal')
    const note = 'We could not confirm that this was you. Please contact support.'
    const rejection = { decision: 'reject', reason: 'not-confirmed', note }
    expect((await vote(mei, await reviewOf('withdrawal', withdrawalId), rejection)).http).toBe(200)
    await fund.execute()
    const { withdrawal } = (await member.client.call('/withdrawals/read', { withdrawalId })).body.data
    expect(withdrawal).toMatchObject({ state: 'rejected', rejectionReason: 'not-confirmed', note })
    const { notices } = (await member.client.call('/notices/list', {})).body.data
    const summaries = notices.map(({ summary }: { summary: { en: string } }) => summary.en)
    expect(summaries).toContainEqual(expect.stringContaining('Reason: we could not confirm it was you.'))
  })

  test('an identity rejection names the wrong fields', async () => {
    const { member, reviewId } = await submitIdentity()
    const rejection = { decision: 'reject', reason: 'fields-wrong', note: '正面照片反光，請重拍' }
    expect((await vote(mei, reviewId, rejection)).body.msg).toBe('review.reason-code')
    const problems = [{ field: 'front', problem: 'glare' }]
    expect((await vote(mei, reviewId, { ...rejection, problems })).http).toBe(200)
    await fund.execute()
    expect((await member.client.call('/identity/status')).body.data).toMatchObject({
      state: 'rejected',
      problems,
      note: '正面照片反光，請重拍',
    })
  })
})

describe('the queue', () => {
  test('urgent reviews come first and are due within minutes', async () => {
    const member = await fund.member()
    await claim(member, '5000000')
    const halted = await market.browser.ask('/market/proposeHalt', {
      symbol: null,
      reason: 'technical',
      why: 'the price feed is wrong',
    })
    expect(halted.body.msg).toBe('')
    fund.clock.advance(1_000)
    const inTenDays = new Date(fund.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
    const restricted = await wei.browser.ask('/members/proposeRestriction', {
      memberId: member.memberId,
      kind: 'no-withdrawal',
      reason: 'suspected-takeover',
      rule: 'Agreement 7.2',
      reviewOn: inTenDays,
      why: 'signed in from three countries in an hour',
    })
    expect(restricted.body.msg).toBe('')
    const { reviews } = (await mei.browser.ask('/operators/queue', { filter: {} })).body.data
    expect(reviews.slice(0, 2).map(({ kind, isUrgent }) => [kind, isUrgent])).toEqual([
      ['market-halt', true],
      ['restriction', true],
    ])
    const minutes = reviews
      .slice(0, 2)
      .map(({ openedAt, promisedAt }) => (Date.parse(promisedAt) - Date.parse(openedAt)) / 60_000)
    expect(minutes).toEqual([10, 30])
    const bell = async (by: TestOperator) =>
      (await by.browser.ask('/operators/queueCounts')).body.data.counts.urgent
    // The bell rings for those who may decide, not for the proposers.
    expect(
      await Promise.all([bell(mei), bell(wei), bell(market), bell(secondMarket), bell(auditor)]),
    ).toEqual([2, 1, 1, 2, 0])
  })

  test('a row names the member and how a review ended', async () => {
    const member = await fund.member()
    const { reviewId } = await claim(member, '5000000')
    fund.clock.advance(5 * 60_000)
    await vote(mei, reviewId, {
      decision: 'reject',
      reason: 'not-received',
      note: 'nothing arrived at the bank',
    })
    await fund.execute()
    const { reviews } = (
      await wei.browser.ask('/operators/queue', { filter: { state: 'over', memberId: member.memberId } })
    ).body.data
    expect(reviews[0]).toMatchObject({
      member: { name: '林○安', number: `M-${member.memberId.slice(-6).toUpperCase()}` },
      ended: { how: 'rejected', by: [expect.stringContaining('op.')], tookMinutes: 5 },
    })
  })
})

test("a member's audit trail shows everything done to them and both voters", async () => {
  const member = await fund.member()
  const { depositId, reference, reviewId } = await claim(member, '5000000')
  await bankSays(reference, '5000000')
  for (const by of [wei, mei]) {
    await openForVote(by.browser, reviewId)
    expect((await vote(by, reviewId)).http).toBe(200)
  }
  await fund.execute()
  await linkEntries(fund.worker)
  const ask = async (memberId: string) =>
    (await auditor.browser.ask('/audit/entries', { filter: { memberId } })).body.data.entries
  const entries = await ask(member.memberId)
  const actions = entries.map(({ action }) => action)
  expect(actions.filter((action) => action === 'operators.voted')).toHaveLength(2)
  expect(actions).toEqual(
    expect.arrayContaining(['deposits.sent', 'deposits.passed', 'operators.review-closed']),
  )
  const passed = entries.find(({ action }) => action === 'deposits.passed')!
  expect(passed).toMatchObject({ subject: `deposit:${depositId}`, reviewId })
  const ended = entries.find(({ action }) => action === 'operators.review-closed')!
  expect(ended.people.map(({ operatorId }) => operatorId).sort()).toEqual(
    [wei.operatorId, mei.operatorId].sort(),
  )
})
