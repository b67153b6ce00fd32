// Deposits and withdrawals in the console, with the console's own rights on a real PostgreSQL and the worker executing
// the decisions: from the claim and the bank's line to the payout file, the bank's answer and the ledger lines.

import { createHash } from 'node:crypto'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bankAccountsConsoleHandlers } from '../../apps/server/src/features/bank-accounts/index.ts'
import {
  bankStatementsConsoleHandlers,
  matchDeposits,
} from '../../apps/server/src/features/bank-statements/index.ts'
import { depositsConsoleHandlers } from '../../apps/server/src/features/deposits/index.ts'
import {
  confirmPayouts,
  simulateBankConfirmations,
  withdrawalsConsoleHandlers,
} from '../../apps/server/src/features/withdrawals/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { type FundHarness, fundPassword, holder, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
})

const context = (by: 0 | 1 = 0) =>
  ({
    caller: { ...harness.operators[by], name: `Operator ${by}` },
    now: harness.clock.now(),
    requestId: 'test',
  }) as never
const deposits = () => depositsConsoleHandlers({ db: harness.console, secrets: harness.api.config.secrets })
const bank = () => bankStatementsConsoleHandlers({ db: harness.console })
const withdrawals = () =>
  withdrawalsConsoleHandlers({ db: harness.console, secrets: harness.api.config.secrets })
const deps = () => ({
  secrets: harness.api.config.secrets,
  bus: harness.api.api.runtime.bus,
  subjects: { own: (id: string) => `test.own.${id}` } as never,
})
const dataOf = async <Data>(outcome: Promise<{ ok: boolean; data?: Data; msg?: string }>): Promise<Data> => {
  const answer = await outcome
  if (!answer.ok) throw new Error(answer.msg)
  return answer.data!
}
const heading = 'account,transaction,booked_at,currency,amount,reference,from_ending'

/** A deposit of a member with the reference they were given. */
async function payIn(member: TestMember, channelId: string, amount: string) {
  const sent = await member.client.call(
    '/deposits/create',
    { channelId, amount, receipt: await harness.receipt(member), fromEnding: '3307' },
    { key: true },
  )
  expect(sent.body.msg).toBe('done.recharge')
  const { reference } = (await member.client.call('/deposits/channel', { channelId })).body.data
  return { id: sent.body.data.deposit.depositId as string, reference: reference as string }
}

async function takeOut(member: TestMember, bankAccountId: string, amount: string): Promise<string> {
  const id = newId(harness.clock.now().getTime())
  const sent = await member.client.call(
    '/withdrawals/create',
    { withdrawalId: id, bankAccountId, amount, fundPassword },
    { key: true },
  )
  expect(sent.body.msg).toBe('done.withdrawal')
  return id
}

test('a deposit is booked at the bank amount when the claim differs', async () => {
  const channelId = await harness.channel()
  const member = await harness.api.member()
  const before = await harness.available(member)
  const { id, reference } = await payIn(member, channelId, '5000000')
  harness.clock.advance(60_000)
  const at = harness.clock.now().toISOString()
  const content = [
    heading,
    `00401234567890,T1,${at},TWD,5000.00,${reference},0053307`,
    `00401234567890,T2,${at},TWD,12.50,unknown,`,
    `00401234567890,T3,${at},TWD,-99.00,out,`,
    '',
  ].join('\n')
  const taken = await dataOf(bank().importStatement({ fileName: 'bank.csv', content }, context()))
  expect(taken).toMatchObject({ result: 'taken', lines: 3, fresh: 2, leftOut: 1 })
  const long = [heading, `1,L1,${at},TWD,1.00,${'x'.repeat(301)},`, ''].join('\n')
  expect(
    await dataOf(bank().importStatement({ fileName: 'long.csv', content: long }, context())),
  ).toMatchObject({
    result: 'refused',
    wrongLine: 2,
  })
  expect(await matchDeposits(harness.worker, harness.clock.now())).toBe(1)

  const waiting = await dataOf(deposits().requests({ state: 'pending' }, context()))
  expect(waiting).toMatchObject({ pending: 1, late: 0, next: null })
  expect(waiting.deposits[0]).toMatchObject({
    depositId: id,
    amount: '5000000',
    channel: { tw: '銀行轉帳', en: 'Bank transfer' },
    statement: { amount: '500000', differences: ['amount'] },
    isSecond: false,
  })
  expect(JSON.stringify(waiting)).not.toContain(member.account)
  const { odd } = await dataOf(bank().statements({}, context()))
  const flagged = await dataOf(bank().statementLines({}, context()))
  expect(odd).toBe(2)
  expect(flagged.lines.map(({ bankNumber, deposit }) => [bankNumber, deposit?.amount ?? null])).toEqual(
    expect.arrayContaining([
      ['T1', '5000000'],
      ['T2', null],
    ]),
  )

  // The review shows claim and line side by side, with the differences.
  const kind = reviewKinds(harness.api.api.runtime).find((one) => one.kind === 'deposit')!
  const { rows } = await harness.owner.query('SELECT subject, payload FROM app.reviews WHERE subject = $1', [
    id,
  ])
  const described = await kind.describe(harness.console, rows[0])
  expect(described.compare).toMatchObject({
    columns: ['deposit.claimed', 'deposit.statement'],
    rows: [
      { code: 'amount', values: ['NT$50,000.00', 'NT$5,000.00'], differs: true },
      { code: 'deposit.from', values: ['•••• 3307', '•••• 3307'], differs: false },
      { code: 'deposit.holder', differs: false },
      { code: 'deposit.time', differs: false },
      { code: 'deposit.reference', values: [reference, reference], differs: false },
    ],
  })
  expect(described.compare?.hint).toBe('deposit.zero-too-many')
  expect(described.suggested).toEqual({ booked: '500000' })
  expect(described.checks).toContainEqual({
    ok: false,
    code: 'deposit.same-amount',
    value: '−NT$45,000.00',
  })

  await harness.approve('deposit', id, { booked: '500000' })
  expect(await harness.available(member)).toBe(before + 500_000n)
  const record = await dataOf(deposits().record({ depositId: id }, context()))
  expect(record).toMatchObject({
    deposit: { state: 'passed', booked: '500000', rejectionReason: 'amount-differs' },
    line: { bankNumber: 'T1' },
  })
  expect(record.steps.map(({ what }) => what)).toEqual(['sent', 'approved', 'approved', 'booked'])
  expect(
    record.lines.map(({ event, account, amount }) => [event, account.split('/').at(-1), amount]),
  ).toEqual([
    ['deposit.booked', 'bank', '-500000'],
    ['deposit.booked', 'available', '500000'],
  ])
  expect((await dataOf(deposits().requests({ state: 'passed' }, context()))).deposits[0]).toMatchObject({
    depositId: id,
  })
  // Decided: only the stray line still needs attention.
  expect((await dataOf(bank().statementLines({}, context()))).lines).toHaveLength(1)
  const [statement] = (await dataOf(bank().statements({}, context()))).statements
  expect(statement).toMatchObject({ lines: 3, fresh: 2, differing: 1, open: 1, isPractice: false })
  const whole = await dataOf(bank().statementLines({ statementId: statement!.statementId }, context()))
  expect(whole.lines.map(({ bankNumber }) => bankNumber)).toEqual(['T1', 'T2'])
  expect(await deposits().record({ depositId: newId() }, context())).toMatchObject({
    msg: 'request.not-found',
  })
})

test('a channel change by two operators keeps its history', async () => {
  const channelId = await harness.channel({ number: '00409999999999', place: 5 })
  const list = async () => {
    const { channels } = await dataOf(deposits().channelList({}, context()))
    return channels.find((channel) => channel.channelId === channelId)!
  }
  const {
    channelId: _,
    hasPassword: _h,
    changedAt: _c,
    pending: _p,
    proposal: _r,
    history: _y,
    ...fields
  } = await list()
  const proposed = await dataOf(
    deposits().proposeChannel(
      {
        ...fields,
        channelId,
        state: 'suspended',
        reason: { tw: '銀行維護', en: 'Bank maintenance' },
        password: 'secret-1',
        why: 'maintenance',
      },
      context(),
    ),
  )
  expect((await list()).proposal).toMatchObject({ reviewId: proposed.reviewId, number: proposed.number })
  expect(await harness.vote(harness.operators[1], 'channel', channelId, 'approve')).toBeNull()
  await harness.execute()
  const after = await list()
  expect(after).toMatchObject({ state: 'suspended', hasPassword: true, proposal: null })
  expect(after.history.map(({ state, hasPassword }) => [state, hasPassword])).toEqual([
    ['suspended', true],
    ['open', false],
  ])
  expect(JSON.stringify(after)).not.toContain('secret')
  const { hours } = await dataOf(deposits().channelList({}, context()))
  expect(hours).toMatchObject({ opens: 570, closes: 1_170, isOpen: true })
})

test('payouts run from approval to file, confirmation and return', async () => {
  const [one, two] = [await harness.member(), await harness.member()]
  const cards = [await harness.card(one), await harness.card(two)] as const
  const ids = [await takeOut(one, cards[0], '300000'), await takeOut(two, cards[1], '200000')] as const
  const pending = await dataOf(withdrawals().requests({ view: 'pending' }, context()))
  expect(pending).toMatchObject({ pending: 2, late: 0, counts: { pending: 2, queued: 0, sent: 0 } })
  harness.clock.advance(5 * 3_600_000)
  expect((await dataOf(withdrawals().requests({ view: 'pending' }, context()))).late).toBe(2)
  for (const id of ids) await harness.approve('withdrawal', id)

  const queued = await dataOf(withdrawals().payouts({}, context()))
  expect(queued.queued).toMatchObject([{ currency: 'TWD', count: 2, total: '500000', proposal: null }])
  const proposed = await dataOf(
    withdrawals().proposeBatch({ currency: 'TWD', why: 'payouts of today' }, context()),
  )
  const waiting = await dataOf(withdrawals().payouts({}, context()))
  expect(waiting.queued[0]!.proposal).toMatchObject({ number: proposed.number })
  expect(
    await withdrawals().proposeBatch({ currency: 'TWD', why: 'payouts again' }, context(1)),
  ).toMatchObject({
    msg: 'funds.proposal-open',
  })
  expect(await harness.vote(harness.operators[1], 'payout-batch', 'payouts:TWD', 'approve')).toBeNull()
  await harness.execute()

  const [batch] = (await dataOf(withdrawals().payouts({}, context()))).batches
  expect(batch).toMatchObject({ count: 2, total: '500000', paid: 0, returned: 0, fetched: null })
  const { batchId, sha256 } = batch!
  const masked = await dataOf(withdrawals().batch({ batchId }, context()))
  expect(masked.withdrawals).toHaveLength(2)
  expect(JSON.stringify(masked)).not.toMatch(new RegExp(`${holder}|${one.account}`))

  // Three requests at once: one gets the file, and every member in it can read who.
  const tries = await Promise.all(
    [0, 1, 0].map((by) => withdrawals().fetchFile({ batchId }, context(by as 0 | 1))),
  )
  const got = tries.filter(({ ok }) => ok) as unknown as { data: { name: string; bytes: Buffer } }[]
  expect(got).toHaveLength(1)
  expect(tries.filter((answer) => !answer.ok && answer.msg === 'funds.file-fetched')).toHaveLength(2)
  const text = got[0]!.data.bytes.toString()
  expect(createHash('sha256').update(text).digest('hex')).toBe(sha256)
  expect(text).toContain(holder)
  expect(text).toContain('total,,,,TWD,5000.00')
  const seen = await harness.owner.query(
    `SELECT field, operator FROM app.personal_views WHERE member_id = ANY($1) AND purpose LIKE '%payout file%'`,
    [[one.memberId, two.memberId]],
  )
  expect(seen.rows).toHaveLength(2)
  const audited = await harness.owner.query(
    `SELECT actor FROM audit.entries WHERE action = 'withdrawals.payout-file-fetched'`,
  )
  expect(audited.rows).toHaveLength(1)
  expect((await dataOf(withdrawals().payouts({}, context()))).batches[0]!.fetched).not.toBeNull()
  expect(await withdrawals().batch({ batchId: newId() }, context())).toMatchObject({
    msg: 'request.not-found',
  })
  expect(await withdrawals().fetchFile({ batchId: newId() }, context())).toMatchObject({
    msg: 'request.not-found',
  })

  // The practice bank takes two minutes, confirms once, and its statement is marked as practice.
  expect(await simulateBankConfirmations(harness.worker, harness.clock.now())).toBe(0)
  harness.clock.advance(120_000)
  expect(await simulateBankConfirmations(harness.worker, harness.clock.now())).toBe(2)
  harness.clock.advance(1_000)
  expect(await simulateBankConfirmations(harness.worker, harness.clock.now())).toBe(0)
  expect(await confirmPayouts(harness.worker, deps(), harness.clock.now())).toBe(2)
  expect((await dataOf(bank().statements({}, context()))).statements[0]).toMatchObject({
    isPractice: true,
    by: null,
    matched: 2,
  })
  expect((await dataOf(withdrawals().payouts({}, context()))).batches[0]).toMatchObject({ paid: 2 })
  const notices = await harness.owner.query(
    `SELECT count(*)::integer AS count FROM app.notices WHERE member_id = $1 AND code = 'withdrawal.paid'`,
    [one.memberId],
  )
  expect(notices.rows).toEqual([{ count: 1 }])

  harness.clock.advance(1_000)
  const back = await dataOf(
    withdrawals().proposeReturn({ withdrawalId: ids[0], reason: 'account closed' }, context()),
  )
  expect((await dataOf(withdrawals().record({ withdrawalId: ids[0] }, context()))).proposal).toMatchObject({
    reviewId: back.reviewId,
  })
  expect(await harness.vote(harness.operators[1], 'payout-return', ids[0], 'approve')).toBeNull()
  await harness.execute()
  const record = await dataOf(withdrawals().record({ withdrawalId: ids[0] }, context()))
  expect(record.steps.map(({ what }) => what)).toEqual(['sent', 'passed', 'sent', 'paid', 'returned'])
  expect(record.bankNumber).toBe(record.withdrawal.reference)
  expect(
    record.lines.map(({ event, account, amount }) => [event, account.split('/').at(-1), amount]),
  ).toEqual([
    ['withdrawal.held', 'available', '-300000'],
    ['withdrawal.held', 'held', '300000'],
    ['withdrawal.passed', 'held', '-300000'],
    ['withdrawal.passed', 'payouts', '300000'],
    ['withdrawal.paid', 'payouts', '-300000'],
    ['withdrawal.paid', 'bank', '300000'],
    ['withdrawal.returned', 'bank', '-300000'],
    ['withdrawal.returned', 'available', '300000'],
  ])
  expect((await dataOf(withdrawals().requests({ view: 'returned' }, context()))).withdrawals).toHaveLength(1)
  expect((await dataOf(withdrawals().requests({ view: 'paid' }, context()))).withdrawals).toHaveLength(1)
  // The public statistics come from these rows.
  const { body } = await harness.api.client().call('/withdrawals/statistics')
  expect(body.data).toMatchObject({ count: 2, medianMinutes: 300, keptPromise: 0, rejected: 0 })
  expect(body.data).toMatchObject({ spread: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2] })
})

test('US dollars are deposited and withdrawn apart from NT$', async () => {
  harness.clock.set(new Date(harness.clock.now().getTime() + 19 * 3_600_000))
  const channelId = await harness.channel({
    currency: 'USD',
    min: '10000',
    max: '10000000',
    number: '01712345',
  })
  const member = await harness.member()
  const card = await harness.card(member, {
    currency: 'USD',
    number: 'US12345678',
    bankCode: 'CHASUS33',
    bankName: 'Chase',
  })
  const { id } = await payIn(member, channelId, '50000')
  await harness.approve('deposit', id)
  expect(await harness.available(member, 'USD')).toBe(50_000n)
  const offer = async (body: object) => (await member.client.call('/withdrawals/offer', body)).body.data
  expect(await offer({ currency: 'USD' })).toMatchObject({
    currency: 'USD',
    withdrawable: '50000',
    min: null,
    max: null,
    leftToday: null,
    fee: '0',
  })
  expect(await offer({})).toMatchObject({ currency: 'TWD', min: '100000' })
  const sent = await takeOut(member, card, '50000')
  expect(await offer({ currency: 'USD' })).toMatchObject({ withdrawable: '0', pending: sent })
  await harness.approve('withdrawal', sent)
  const { queued } = await dataOf(withdrawals().payouts({}, context()))
  expect(queued).toMatchObject([{ currency: 'USD', count: 1, total: '50000' }])
})

test('the console lists bank accounts by state, masked', async () => {
  const member = await harness.member()
  const form = {
    currency: 'TWD',
    holder,
    number: '998877665544',
    bankCode: '812',
    branch: 'x',
    branchCode: '1',
  }
  await member.client.call('/bank-accounts/add', { ...form, fundPassword }, { key: true })
  const list = bankAccountsConsoleHandlers({ db: harness.console })
  const waiting = await dataOf(list.registered({ state: 'pending' }, context()))
  expect(waiting).toMatchObject({ pending: 1, late: 0, next: null })
  expect(waiting.bankAccounts[0]).toMatchObject({ holder: '林○安', ending: '5544', isSigned: false })
  expect(JSON.stringify(waiting)).not.toMatch(new RegExp(`${holder}|998877665544|${member.account}`))
  expect((await dataOf(list.registered({ state: 'verified' }, context()))).bankAccounts.length).toBe(3)
  expect(await list.registered({ state: 'verified', after: 'x' }, context())).toMatchObject({
    msg: 'input.invalid',
  })
})

test('the console role inserts only incoming statement lines of an operator', async () => {
  const statement = (by: string) =>
    harness.console.query(
      `INSERT INTO app.bank_statements (id, file_name, sha256, lines, imported_by, imported_at)
       VALUES (gen_random_uuid(), 'x', gen_random_uuid()::text, 1, $1, now()) RETURNING id`,
      [by],
    )
  await expect(statement('system')).rejects.toThrow(/an operator's/)
  const [row] = (await statement('operator:x')) as { id: string }[]
  const line = (amount: number) =>
    harness.console.query(
      `INSERT INTO app.bank_statement_lines (id, statement_id, line_no, account, bank_number, currency, amount, reference,
         ending, booked_at) VALUES (gen_random_uuid(), $1, 1, 'a', gen_random_uuid()::text, 'TWD', $2, '', '', now())`,
      [row!.id, amount],
    )
  await expect(line(-100)).rejects.toThrow(/came in/)
  await line(100)
  await expect(harness.console.query('SELECT * FROM ledger.lines')).rejects.toThrow(/permission denied/)
})
