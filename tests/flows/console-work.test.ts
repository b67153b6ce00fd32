// The console's daily work: one search, assigned reviews, notes on a review, filters and files of the lists.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { memberNumber } from '../../packages/rules/src/members/index.ts'
import {
  assignmentMinutes,
  incompleteMark,
  maxExportedRows,
} from '../../packages/rules/src/operators/index.ts'
import {
  type ConsoleHarness,
  openForVote,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { upload } from './support/pictures.ts'
import type { TestMember } from './support/start-test-api.ts'

let folder: string
let fund: FundHarness
let harness: ConsoleHarness
let wei: TestOperator
let mei: TestOperator
let support: TestOperator

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-work-'))
  fund = await openFundHarness(undefined, { FILES_FOLDER: folder, RATE_LIMIT_FACTOR: '1000' })
  harness = await startConsoleHarness({
    database: fund.api.database,
    clock: fund.clock,
    config: fund.api.config,
  })
  wei = await harness.operator('approver')
  mei = await harness.operator('approver')
  support = await harness.operator('support')
})
afterAll(async () => {
  await harness.stop()
  await fund.stop()
  await rm(folder, { recursive: true, force: true })
})

interface Claim {
  readonly member: TestMember
  readonly depositId: string
  readonly reviewId: string
  readonly number: string
  readonly reference: string
}

async function claim(amount: string, channel?: string): Promise<Claim> {
  const member = await fund.member()
  const channelId = channel ?? (await fund.channel())
  const sent = await member.client.call(
    '/deposits/create',
    { channelId, amount, receipt: await upload(member.client), fromEnding: '33075' },
    { key: true },
  )
  expect(sent.body.msg).toBe('done.recharge')
  const depositId = sent.body.data.deposit.depositId as string
  const { reference } = (await member.client.call('/deposits/channel', { channelId })).body.data
  const { rows } = await fund.owner.query(
    `SELECT id, number FROM app.reviews WHERE kind = 'deposit' AND subject = $1`,
    [depositId],
  )
  return { member, depositId, reviewId: rows[0].id, number: rows[0].number, reference }
}

/** Lets time pass while everyone stays signed in: a session ends after fifteen minutes without a call. */
async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 10) {
    fund.clock.advance(Math.min(left, 10) * 60_000)
    for (const { browser } of [wei, mei, support]) {
      expect((await browser.ask('/operators/me')).http).toBe(200)
    }
  }
}

const search = async (text: string, by = support) =>
  (await by.browser.ask('/operators/search', { text })).body.data.found

const entries = async (action: string, by: TestOperator) =>
  (
    await fund.owner.query(
      `SELECT subject, details FROM audit.entries WHERE action = $1 AND actor = $2 ORDER BY recorded_at`,
      [action, `operator:${by.operatorId}`],
    )
  ).rows as { subject: string; details: Record<string, unknown> }[]

describe('the search', () => {
  let one: Claim
  beforeAll(async () => {
    one = await claim('7700000')
  })

  test('finds a member by name, phone and number, always masked', async () => {
    const { memberId, account } = one.member
    const masked = `${account.slice(0, 4)}-***-${account.slice(-3)}`
    for (const text of [
      account,
      `${account.slice(0, 4)} ${account.slice(4)}`,
      memberNumber(memberId),
      memberId,
    ]) {
      const found = (await search(text)).filter(({ kind }) => kind === 'member')
      expect(found, text).toMatchObject([{ id: memberId, title: { tw: '林○安' } }])
      expect(found[0]!.detail).toBe(`${memberNumber(memberId)} ${masked}`)
    }
    const named = await search('林小安')
    expect(named.filter(({ kind }) => kind === 'member').map(({ id }) => id)).toContain(memberId)
    expect(JSON.stringify(named)).not.toContain('林小安')
    expect(JSON.stringify(named)).not.toContain(account)
    expect((await search(account.slice(0, 7))).filter(({ kind }) => kind === 'member')).toEqual([])
  })

  test('finds a review by its full and its short number', async () => {
    const [, day, count] = /^(\w+)-0*(\d+)$/.exec(one.number)!
    for (const text of [one.number, one.number.toLowerCase(), `${day}-${count}`]) {
      expect(await search(text), text).toMatchObject([
        { kind: 'review', id: one.reviewId, of: 'deposit', title: { en: one.number } },
      ])
    }
  })

  test('finds money by reference and account ending', async () => {
    expect(await search(one.reference.toLowerCase())).toMatchObject([
      { kind: 'deposit', id: one.depositId, title: { tw: one.reference } },
    ])
    expect((await search('33075')).map(({ id }) => id)).toContain(one.depositId)
    const member = await fund.member()
    const bankAccountId = await fund.card(member)
    const { rows } = await fund.owner.query('SELECT ending FROM app.bank_accounts WHERE id = $1', [
      bankAccountId,
    ])
    const found = await search(rows[0].ending)
    expect(found.find(({ id }) => id === bankAccountId)).toMatchObject({
      kind: 'bank-account',
      memberId: member.memberId,
    })
  })

  test('finds stocks and rules without a record', async () => {
    const before = (await entries('operators.searched', mei)).length
    expect((await search('deposit.opens', mei)).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'rule deposit.opens',
    ])
    await fund.owner.query(
      `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
       VALUES ('9998', '測試股份', 'Testing Shares', 'listed', 'stock', '其他', 'Other', 10000) ON CONFLICT DO NOTHING`,
    )
    expect(await search('testing sh', mei)).toMatchObject([{ kind: 'stock', id: '9998' }])
    expect((await search('9998', mei)).map(({ kind }) => kind)).toContain('stock')
    // Four digits are also the end of an account, so that one is recorded; "testing sh" may be a name.
    expect((await entries('operators.searched', mei)).length - before).toBe(2)
  })

  test('is recorded with masked text', async () => {
    const clerk = await harness.operator('support')
    const { account } = one.member
    await search(account, clerk)
    await search('林小安', clerk)
    await search(one.reference, clerk)
    const texts = (await entries('operators.searched', clerk)).map(({ details }) => details['text'])
    expect(texts).toEqual([`${account.slice(0, 4)}-***-${account.slice(-3)}`, '林○安', one.reference])
  })
})

describe('assigned reviews', () => {
  const take = (by: TestOperator, ...reviewIds: string[]) =>
    by.browser.ask('/operators/takeReviews', { reviewIds })
  const assignee = async (by: TestOperator, reviewId: string) =>
    (await by.browser.ask('/operators/review', { reviewId })).body.data.review.assignedTo

  test('a taken review shows its operator to everyone', async () => {
    const { reviewId, number } = await claim('100000')
    expect(await assignee(mei, reviewId)).toBeNull()
    expect((await take(wei, reviewId)).body.data).toEqual({ taken: [reviewId], others: [] })
    expect(await assignee(mei, reviewId)).toEqual({
      operatorId: wei.operatorId,
      name: `Operator ${wei.login}`,
      since: fund.clock.now().toISOString(),
    })
    expect((await take(mei, reviewId)).body.data).toEqual({
      taken: [],
      others: [{ number, by: `Operator ${wei.login}` }],
    })
    const mine = await wei.browser.ask('/operators/queue', { filter: { assignedToMe: true } })
    expect(mine.body.data.reviews.map((row) => row.reviewId)).toEqual([reviewId])
    expect((await wei.browser.ask('/operators/queueCounts')).body.data.counts.assigned).toBe(1)
    expect((await mei.browser.ask('/operators/queueCounts')).body.data.counts.assigned).toBe(0)
    expect((await entries('operators.review-taken', wei)).map(({ subject }) => subject)).toContain(
      `review:${reviewId}`,
    )
  })

  test('an assignment never stops a colleague from voting', async () => {
    const { reviewId } = await claim('100000')
    await take(wei, reviewId)
    await openForVote(mei.browser, reviewId)
    const { payloadHash } = (await mei.browser.ask('/operators/review', { reviewId })).body.data
    const ballot = { reviewId, decision: 'approve', payloadHash, note: 'seen on the bank page' }
    expect((await mei.browser.ask('/operators/vote', ballot)).body.data.state).toBe('second')
    // The vote of the one who had taken it ends the assignment.
    await openForVote(wei.browser, reviewId)
    expect((await wei.browser.ask('/operators/vote', ballot)).body.data.state).toBe('decided')
    const { rows } = await fund.owner.query('SELECT 1 FROM app.review_assignments WHERE review_id = $1', [
      reviewId,
    ])
    expect(rows).toEqual([])
  })

  test('an assignment ends without action and lasts with it', async () => {
    const { reviewId } = await claim('100000')
    await take(wei, reviewId)
    await pass(assignmentMinutes - 1)
    expect((await wei.browser.ask('/operators/addReviewNote', { reviewId, text: 'calling' })).http).toBe(200)
    await pass(assignmentMinutes - 1)
    expect((await assignee(mei, reviewId))?.operatorId).toBe(wei.operatorId)
    await pass(1)
    expect(await assignee(mei, reviewId)).toBeNull()
    expect((await take(mei, reviewId)).body.data.taken).toEqual([reviewId])
    expect((await assignee(wei, reviewId))?.operatorId).toBe(mei.operatorId)
  })

  test('an operator releases only their own', async () => {
    const { reviewId } = await claim('100000')
    await take(wei, reviewId)
    const release = (by: TestOperator) =>
      by.browser.ask('/operators/releaseReviews', { reviewIds: [reviewId] })
    expect((await release(mei)).body.data.released).toBe(0)
    expect((await release(wei)).body.data.released).toBe(1)
    expect(await assignee(mei, reviewId)).toBeNull()
  })

  test('an operator takes nothing they cannot decide', async () => {
    const { reviewId } = await claim('100000')
    expect((await take(support, reviewId)).body.msg).toBe('review.not-found')
    await fund.owner.query('INSERT INTO app.operator_relations VALUES ($1, $2)', [
      mei.operatorId,
      (await claimMember(reviewId)) as string,
    ])
    expect((await take(mei, reviewId)).body.msg).toBe('review.not-found')
    await fund.owner.query('DELETE FROM app.operator_relations WHERE operator_id = $1', [mei.operatorId])
  })

  const claimMember = async (reviewId: string) =>
    (await fund.owner.query('SELECT member_id FROM app.reviews WHERE id = $1', [reviewId])).rows[0].member_id
})

describe('notes on a review', () => {
  test('operators read each other’s notes and no one changes them', async () => {
    const { reviewId, number, member } = await claim('100000')
    const add = (by: TestOperator, text: string) =>
      by.browser.ask('/operators/addReviewNote', { reviewId, text })
    expect((await add(wei, '  ')).body).toMatchObject({ msg: 'input.required', field: 'text' })
    expect((await add(wei, ' The bank calls back at 14:00. ')).http).toBe(200)
    fund.clock.advance(1_000)
    expect((await add(support, 'The member asked again.')).http).toBe(200)
    const { notes } = (await mei.browser.ask('/operators/review', { reviewId })).body.data
    expect(notes.map(({ operator, text }) => [operator, text])).toEqual([
      [`Operator ${wei.login}`, 'The bank calls back at 14:00.'],
      [`Operator ${support.login}`, 'The member asked again.'],
    ])
    const [noted] = (await entries('operators.review-noted', support)).slice(-1)
    expect(noted).toMatchObject({ subject: `review:${reviewId}`, details: { number } })
    expect(JSON.stringify(noted)).not.toContain('asked again')
    await expect(fund.owner.query(`UPDATE app.review_notes SET text = 'x'`)).rejects.toThrow('notes are kept')
    await expect(fund.owner.query('DELETE FROM app.review_notes')).rejects.toThrow('notes are kept')
    const own = await member.client.call('/deposits/list', {})
    expect(JSON.stringify(own.body)).not.toContain('calls back')
    const auditor = await harness.operator('auditor')
    expect((await add(auditor, 'hello')).body.msg).toBe('operator.not-allowed')
  })
})

describe('the queue', () => {
  test('late reviews are those past the promised time, by due time', async () => {
    const early = await claim('100000')
    await pass(1)
    const later = await claim('200000')
    await pass(61)
    const { reviews } = (
      await wei.browser.ask('/operators/queue', { filter: { late: true, sort: 'due', kinds: ['deposit'] } })
    ).body.data
    const ids = reviews.map(({ reviewId }) => reviewId)
    expect(ids.indexOf(early.reviewId)).toBeLessThan(ids.indexOf(later.reviewId))
    for (const { promisedAt } of reviews) expect(new Date(promisedAt) < fund.clock.now()).toBe(true)
    const fresh = await claim('300000')
    const late = await wei.browser.ask('/operators/queue', { filter: { late: true } })
    expect(late.body.data.reviews.map(({ reviewId }) => reviewId)).not.toContain(fresh.reviewId)
  })

  test('sorting by amount pages through every review once', async () => {
    const channelId = await fund.channel()
    for (let count = 0; count < 3; count += 1) await claim(String(1_000_000 + count * 100_000), channelId)
    const { reviews } = (await wei.browser.ask('/operators/queue', { filter: { sort: 'amount' } })).body.data
    const amounts = reviews.map(({ amount }) => BigInt(amount ?? '0'))
    expect(amounts).toEqual(amounts.toSorted((one, other) => (one > other ? -1 : one < other ? 1 : 0)))
    const bad = await wei.browser.ask('/operators/queue', { filter: { sort: 'amount' }, after: 'nonsense' })
    expect(bad.body.msg).toBe('input.invalid')
  })
})

describe('lists of fund requests', () => {
  const deposits = async (filter: object, state = 'pending') =>
    (await wei.browser.ask('/deposits/requests', { state, filter })).body.data

  test('filters by text, date, amount and channel, with counts', async () => {
    const channelId = await fund.channel()
    const small = await claim('1110000', channelId)
    const large = await claim('9990000', channelId)
    const idsOf = async (filter: object) =>
      (await deposits({ channelId, ...filter })).deposits.map((row) => row.depositId)
    expect((await idsOf({})).toSorted()).toEqual([small.depositId, large.depositId].toSorted())
    expect(await idsOf({ min: '5000000' })).toEqual([large.depositId])
    expect(await idsOf({ max: '5000000' })).toEqual([small.depositId])
    expect(await idsOf({ text: small.member.account })).toEqual([small.depositId])
    expect(await idsOf({ text: large.number })).toEqual([large.depositId])
    expect(await idsOf({ text: large.reference })).toEqual([large.depositId])
    expect(await idsOf({ text: 'nothing at all like this' })).toEqual([])
    const day = new Date(fund.clock.now().getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
    expect(await idsOf({ from: day, to: day })).toHaveLength(2)
    expect(await idsOf({ to: '2020-01-01' })).toEqual([])
    expect((await deposits({ channelId })).counts).toEqual({ pending: 2, passed: 0, rejected: 0 })
    const [first] = (await deposits({ text: small.number })).deposits
    expect(first!.member).toMatchObject({ name: '林○安', number: memberNumber(small.member.memberId) })
  })

  test('a file of a list is masked and recorded', async () => {
    const channelId = await fund.channel()
    const { member, number, reference } = await claim('1230000', channelId)
    const filter = { channelId, text: member.account }
    const answer = await wei.browser.ask('/deposits/exportRequests', { state: 'pending', filter })
    expect(answer.http).toBe(200)
    expect(answer.headers.get('content-disposition')).toMatch(/deposits-\d+\.csv/)
    const [head, line, ...rest] = (answer.body.data as string).trim().split('\r\n')
    expect(head).toContain('number,state,member,member_number,account')
    expect(line).toContain(number)
    expect(line).toContain('林○安')
    expect(line).toContain('12300.00')
    expect(line).toContain(reference)
    expect(line).not.toContain(member.account)
    expect(rest).toEqual([])
    const [row] = (await entries('operators.list-exported', wei)).slice(-1)
    expect(row!.details).toMatchObject({ list: 'deposits', rows: 1, filter: { channelId } })
    expect(JSON.stringify(row)).not.toContain(member.account)
  })

  test('every list gives a file', async () => {
    const asked = [
      ['/withdrawals/exportRequests', { view: 'pending' }],
      ['/bank-accounts/exportRegistered', { state: 'verified' }],
      ['/operators/exportQueue', { filter: { state: 'open' } }],
      ['/operators/exportQueue', { filter: { state: 'over' } }],
    ] as const
    for (const [path, body] of asked) {
      const answer = await wei.browser.ask(path, body)
      expect(answer.http, path).toBe(200)
      expect(answer.headers.get('content-type'), path).toContain('text/csv')
      expect(answer.body.data as string, path).not.toMatch(/09\d{8}/)
    }
  })

  test('a file says when it leaves rows out', async () => {
    const id = await fund.card(await fund.member())
    const exported = async (copies: number) => {
      await fund.owner.query(
        `INSERT INTO app.bank_accounts (id, member_id, currency, bank_code, bank_name, branch, branch_code, sealed, holder_masked,
           is_own_name, ending, added_at)
         SELECT gen_random_uuid(), member_id, currency, bank_code, bank_name, branch, branch_code, sealed, holder_masked,
           is_own_name, ending, '2001-01-01T12:00+08:00' FROM app.bank_accounts, generate_series(1, $2) WHERE id = $1`,
        [id, copies],
      )
      const answer = await wei.browser.ask('/bank-accounts/exportRegistered', {
        state: 'pending',
        filter: { from: '2001-01-01', to: '2001-01-01' },
      })
      return {
        name: answer.headers.get('content-disposition') ?? '',
        lines: (answer.body.data as string).trim().split('\r\n').slice(1),
        recorded: (await entries('operators.list-exported', wei)).at(-1)!.details,
      }
    }
    const whole = await exported(maxExportedRows)
    expect(whole.lines).toHaveLength(maxExportedRows)
    expect(whole.name).not.toContain(incompleteMark)
    expect(whole.recorded).toMatchObject({ rows: maxExportedRows, isComplete: true })
    const cut = await exported(1)
    expect(cut.lines).toHaveLength(maxExportedRows + 1)
    expect(cut.lines.at(-1)).toMatch(/^這份檔案只有前 \d+ 列.*Narrow the dates/)
    expect(cut.name).toContain(incompleteMark)
    expect(cut.recorded).toMatchObject({ rows: maxExportedRows, isComplete: false })
    await fund.owner.query(`DELETE FROM app.bank_accounts WHERE added_at < '2002-01-01'`)
  })

  test('withdrawals and bank accounts filter and count too', async () => {
    const member = await fund.member()
    const bankAccountId = await fund.card(member)
    const accounts = (
      await wei.browser.ask('/bank-accounts/registered', {
        state: 'verified',
        filter: { text: member.account },
      })
    ).body.data
    expect(accounts.bankAccounts.map((row) => row.bankAccountId)).toEqual([bankAccountId])
    expect(accounts.counts).toEqual({ pending: 0, verified: 1, rejected: 0, removed: 0 })
    const withdrawals = (
      await wei.browser.ask('/withdrawals/requests', {
        view: 'paid',
        filter: { text: member.account, min: '1' },
      })
    ).body.data
    expect(withdrawals.counts).toEqual({ pending: 0, queued: 0, sent: 0, paid: 0, returned: 0, rejected: 0 })
  })

  test('the list of members finds by name, phone and number', async () => {
    const { member } = await claim('100000')
    const list = async (text: string) =>
      (await support.browser.ask('/members/list', { filter: {}, sort: 'joined', text })).body.data.members
    expect((await list(member.account)).map(({ memberId }) => memberId)).toEqual([member.memberId])
    expect((await list(memberNumber(member.memberId))).map(({ memberId }) => memberId)).toEqual([
      member.memberId,
    ])
    expect((await list('林小安')).map(({ memberId }) => memberId)).toContain(member.memberId)
    expect(await list('09')).toEqual([])
  })
})

test('a rule value is tried on the requests of the last days', async () => {
  const effect = async (rule: string, value: number) =>
    (await wei.browser.ask('/site/ruleEffect', { rule, value })).body
  const max = async () => (await effect('deposit.maxPerTxn', 150_000)).data.trial!
  const channelId = await fund.channel()
  const before = await max()
  await claim('140000', channelId)
  await claim('160000', channelId)
  expect(await max()).toEqual({
    requests: before.requests + 2,
    concernedNow: before.concernedNow,
    concernedThen: before.concernedThen + 1,
    members: before.members + 1,
  })
  // By the time of day: all of them were sent after midnight.
  const { requests } = await max()
  expect((await effect('deposit.closes', 1)).data.trial).toMatchObject({ concernedThen: requests })
  expect((await effect('order.maxLots', 10)).data.trial).toBeNull()
  expect((await effect('no.such', 1)).msg).toBe('rule.not-found')
})
