// Bank statements, bank lines without an owner, and wrongly booked deposits: imported, matched, put to suspense, sent
// back, noted, reversed. Through the console's handlers with the console's rights, executed by the worker's code. The
// books agree after each.

import { beforeAll, afterAll, describe, expect, test } from 'vitest'
import {
  bankStatementsConsoleHandlers,
  bankStatementsLoops,
  importStatement,
  matchDeposits,
} from '../../apps/server/src/features/bank-statements/index.ts'
import { depositsConsoleHandlers } from '../../apps/server/src/features/deposits/index.ts'
import { fundsConsoleHandlers, reconcile } from '../../apps/server/src/features/funds/index.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { statementHeading } from '../../packages/contract/src/bank-statements/index.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
let statements: ReturnType<typeof bankStatementsConsoleHandlers>
let deposits: ReturnType<typeof depositsConsoleHandlers>
let channelId = ''
let count = 0
const ours = '00401234567890'

beforeAll(async () => {
  harness = await openFundHarness()
  statements = bankStatementsConsoleHandlers({ db: harness.console })
  deposits = depositsConsoleHandlers({ db: harness.console, secrets: harness.api.config.secrets })
  channelId = await harness.channel()
})
afterAll(() => harness.stop())

const context = (by = harness.operators[0]) =>
  ({ caller: by, now: harness.clock.now(), requestId: 'test' }) as never
const funds = () => fundsConsoleHandlers({ db: harness.console, bus: {} as never, namespace: 'test' })
const dataOf = async <Data>(
  asked: Promise<{ ok: true; data: Data } | { ok: false; msg: string }>,
): Promise<Data> => {
  const answer = await asked
  if (!answer.ok) throw new Error(answer.msg)
  return answer.data
}
const broken = async () =>
  (await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))).broken.map(
    ({ code }) => code,
  )

/** A line as the bank writes it. Returns its id. */
async function bankLine(
  amount: string,
  reference = '',
  by: 'system' | 'operator' = 'system',
  currency = 'TWD',
): Promise<string> {
  const bankNumber = `TX${(count += 1)}`
  const text = [
    statementHeading,
    `${ours},${bankNumber},${harness.clock.now().toISOString()},${currency},${amount},${reference},5120`,
    '',
  ].join('\n')
  if (by === 'operator')
    await dataOf(statements.importStatement({ fileName: 'bank.csv', content: text }, context()))
  else
    await harness.worker.transaction((tx) =>
      importStatement(tx, {
        fileName: 'bank.csv',
        text,
        by: 'system',
        now: harness.clock.now(),
        requestId: 'test',
      }),
    )
  const { rows } = await harness.owner.query(
    'SELECT id FROM app.bank_statement_lines WHERE bank_number = $1',
    [bankNumber],
  )
  return rows[0].id as string
}

async function sendDeposit(member: TestMember, amount: string, body: object = {}): Promise<string> {
  const sent = await member.client.call(
    '/deposits/create',
    { channelId, amount, receipt: await harness.receipt(member), ...body },
    { key: true },
  )
  if (sent.http !== 200) throw new Error(JSON.stringify(sent.body))
  return sent.body.data.deposit.depositId as string
}

/** Proposed by the first operator, approved by the second, executed. Returns the outcome. */
async function decided(
  kind: string,
  subject: string,
  asked: Promise<{ ok: true; data: { reviewId: string } } | { ok: false; msg: string }>,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  const { reviewId } = await dataOf(asked)
  const kinds = reviewKinds(harness.api.api.runtime)
  const { rows: before } = await harness.owner.query(
    `SELECT kind, subject, payload, id AS "reviewId", member_id AS "memberId", state FROM app.reviews WHERE id = $1`,
    [reviewId],
  )
  const described = await kinds.find((each) => each.kind === kind)!.describe(harness.console, before[0])
  expect(described.effects.length).toBeGreaterThan(0)
  await between()
  expect(await harness.vote(harness.operators[0], kind, subject, 'approve')).toBe('review.same-person')
  expect(await harness.vote(harness.operators[1], kind, subject, 'approve', 'seen')).toBeNull()
  await harness.execute()
  const { rows } = await harness.owner.query('SELECT outcome FROM app.reviews WHERE id = $1', [reviewId])
  return rows[0].outcome as string
}
const propose = (lineId: string, action: 'match' | 'suspense' | 'return', target?: object) =>
  statements.proposeBankLine(
    { lineId, action, reason: 'ticket 58', ...(target && { target }) } as never,
    context(),
  )
const stateOf = async (lineId: string) =>
  (await dataOf(statements.bankLine({ lineId }, context()))).line.state
const suspense = async () => {
  const { rows } = await harness.owner.query(`SELECT ledger.balance_of('suspense/main/TWD/open')::text AS b`)
  return rows[0].b as string
}

describe('a bank statement', () => {
  // The lines of later tests are newer and come first in the lists.
  afterAll(() => harness.clock.advance(60_000))
  const take = (lines: readonly string[]) =>
    harness.worker.transaction((tx) =>
      importStatement(tx, {
        fileName: 'bank.csv',
        text: [statementHeading, ...lines, ''].join('\n'),
        by: 'system',
        now: harness.clock.now(),
        requestId: 'test',
      }),
    )
  const lineOf = async (depositId: string) =>
    (
      await harness.owner.query(
        'SELECT amount, differences FROM app.bank_statement_lines WHERE deposit_id = $1',
        [depositId],
      )
    ).rows
  const referenceOf = async (member: TestMember) =>
    (await member.client.call('/deposits/channel', { channelId })).body.data.reference

  test('is matched by reference or ending and books nothing', async () => {
    const members = await Promise.all([1, 2, 3].map(() => harness.api.member()))
    const [exact, differs, byEnding] = members as [TestMember, TestMember, TestMember]
    const ids = [
      await sendDeposit(exact, '610000'),
      await sendDeposit(differs, '620000'),
      await sendDeposit(byEnding, '630000', { fromEnding: '4711' }),
    ] as const
    const at = harness.clock.now().toISOString()
    const lines = [
      `${ours},T1,${at},TWD,6100.00,"transfer ${await referenceOf(exact)}, thanks",1111`,
      `${ours},T2,${at},TWD,6000,${await referenceOf(differs)},2222`,
      `${ours},T3,${at},TWD,6300.00,,884711`,
      // An amount alone identifies no member.
      `${ours},T4,${at},TWD,6100.00,,`,
    ]
    expect(await take(lines)).toMatchObject({ result: 'taken', lines: 4, fresh: 4 })
    expect(await take(lines)).toEqual({ result: 'known' })
    expect(await take([...lines.slice(0, 3), `${ours},T5,${at},TWD,1.00,x,`])).toMatchObject({ fresh: 1 })
    expect(await matchDeposits(harness.worker, harness.clock.now())).toBe(3)
    expect(await matchDeposits(harness.worker, harness.clock.now())).toBe(0)
    expect(await lineOf(ids[0])).toEqual([{ amount: '610000', differences: [] }])
    expect(await lineOf(ids[1])).toEqual([{ amount: '600000', differences: ['amount'] }])
    expect(await lineOf(ids[2])).toEqual([{ amount: '630000', differences: ['no-reference'] }])
    for (const [n, depositId] of ids.entries()) {
      const { body } = await members[n]!.client.call('/deposits/read', { depositId })
      expect(body.data.deposit.state).toBe('pending')
    }
    await expect(
      harness.worker.query('UPDATE app.bank_statement_lines SET deposit_id = $1 WHERE deposit_id = $2', [
        ids[0],
        ids[1],
      ]),
    ).rejects.toThrow(/matched already|unique/)
  })

  test.each([
    ['another heading', 'a,b\n'],
    ['no lines', `${statementHeading}\n`],
    ['a missing cell', `${statementHeading}\n1,2,2026-01-13T10:00Z,TWD,1.00,x\n`],
    ['a time without zone', `${statementHeading}\n1,2,2026-01-13 10:00,TWD,1.00,x,\n`],
    ['three decimals', `${statementHeading}\n1,2,2026-01-13T10:00Z,TWD,1.001,x,\n`],
    ['an open quote', `${statementHeading}\n1,2,2026-01-13T10:00Z,TWD,1.00,"x,\n`],
    ['no currency', `${statementHeading}\n1,2,2026-01-13T10:00Z,XXX,1.00,x,\n`],
  ])('with %s is refused whole', async (_what, text) => {
    const report = await harness.worker.transaction((tx) =>
      importStatement(tx, { fileName: 'x', text, by: 'system', now: harness.clock.now(), requestId: 'test' }),
    )
    expect(report.result).toBe('refused')
  })

  test('shows its unmatched lines in the console', async () => {
    const content = `${statementHeading}
777,C1,${harness.clock.now().toISOString()},TWD,12.50,unknown,
777,C2,${harness.clock.now().toISOString()},TWD,-99.00,a payout,
`
    const taken = await statements.importStatement({ fileName: 'a.csv', content }, context())
    expect(taken).toMatchObject({ ok: true, data: { result: 'taken', lines: 2, fresh: 1, leftOut: 1 } })
    const bad = await statements.importStatement({ fileName: 'b.csv', content: 'x' }, context())
    expect(bad).toMatchObject({ ok: true, data: { result: 'refused', wrongLine: 1 } })
    const shown = await statements.statementLines({}, context())
    expect(shown.ok && shown.data.lines).toContainEqual(
      expect.objectContaining({ bankNumber: 'C1', amount: '1250', deposit: null }),
    )
  })
})

describe('an unmatched bank line', () => {
  test('is matched to a deposit by two operators', async () => {
    const member = await harness.member()
    const depositId = await sendDeposit(member, '1000000')
    const lineId = await bankLine('10000.00')
    expect(await matchDeposits(harness.worker, harness.clock.now())).toBe(0)
    const shown = await dataOf(statements.bankLine({ lineId }, context()))
    expect(shown.candidates[0]).toMatchObject({
      kind: 'deposit',
      id: depositId,
      amount: '1000000',
      agrees: { amount: true, reference: false },
    })
    const target = { kind: 'deposit', id: depositId }
    expect(await decided('bank-line', lineId, propose(lineId, 'match', target))).toBe('passed')
    expect(await stateOf(lineId)).toBe('matched')
    await harness.approve('deposit', depositId)
    expect(await broken()).toEqual([])
    const matched = await dataOf(statements.bankLines({ state: 'matched' }, context()))
    expect(matched.lines[0]).toMatchObject({ lineId, owner: { kind: 'deposit', id: depositId } })
    expect(matched.lines[0]!.handledBy).toEqual(['Tester', 'Tester'])
  })

  test('goes to suspense by two operators, then to its deposit', async () => {
    const lineId = await bankLine('777.00', 'FLQ15LHV', 'operator')
    expect(await decided('bank-line', lineId, propose(lineId, 'suspense'))).toBe('passed')
    expect([await stateOf(lineId), await suspense()]).toEqual(['suspense', '77700'])
    expect(await broken()).toEqual([])
    expect(await propose(lineId, 'suspense')).toMatchObject({ msg: 'funds.line-taken' })
    const depositId = await sendDeposit(await harness.member(), '100000')
    // The matcher ignores a line in suspense.
    expect(await matchDeposits(harness.worker, harness.clock.now())).toBe(0)
    const target = { kind: 'deposit', id: depositId }
    expect(await decided('bank-line', lineId, propose(lineId, 'match', target))).toBe('passed')
    expect([await stateOf(lineId), await suspense()]).toEqual(['matched', '0'])
    await harness.approve('deposit', depositId, { booked: '77700' })
    expect(await broken()).toEqual([])
  })

  test('is returned, and leaves suspense when the bank shows it', async () => {
    const lineId = await bankLine('12000.00', 'wrong person')
    expect(await decided('bank-line', lineId, propose(lineId, 'return'))).toBe('passed')
    const { returnReference, line } = await dataOf(statements.bankLine({ lineId }, context()))
    expect([line.state, await suspense()]).toEqual(['returning', '1200000'])
    const returns = bankStatementsLoops({ db: harness.worker, clock: harness.clock, money: 'real' }).find(
      ({ name }) => name === 'deposits-returns',
    )!
    expect(await returns.run()).toBe(0)
    await bankLine('-12000.00', `refund ${returnReference}`)
    expect(await returns.run()).toBe(1)
    expect([await stateOf(lineId), await suspense()]).toEqual(['returned', '0'])
    expect(await broken()).toEqual([])
  })

  test('is noted by one operator without moving money', async () => {
    const lineId = await bankLine('50.00')
    const before = await suspense()
    await dataOf(statements.noteBankLine({ lineId, note: ' do not return yet ' }, context()))
    const { notes, line } = await dataOf(statements.bankLine({ lineId }, context()))
    expect(notes).toMatchObject([{ by: 'Tester', note: 'do not return yet' }])
    expect([line.state, await suspense()]).toEqual(['open', before])
    expect(await statements.noteBankLine({ lineId, note: ' ' }, context())).toMatchObject({
      msg: 'input.required',
    })
  })

  test('counts only NT$ lines beside a sum in NT$', async () => {
    const read = async () => dataOf(statements.bankLines({ state: 'open' }, context()))
    const before = await read()
    await bankLine('55.00')
    await bankLine('55.00', '', 'system', 'USD')
    const after = await read()
    expect(after.counts.open - before.counts.open).toBe(2)
    expect(after.sums.lines.open - before.sums.lines.open).toBe(1)
    expect(BigInt(after.sums.open) - BigInt(before.sums.open)).toBe(5_500n)
  })

  test('goes to suspense automatically after the configured hours', async () => {
    const lineId = await bankLine('60.00')
    const job = bankStatementsLoops({ db: harness.worker, clock: harness.clock, money: 'real' }).find(
      ({ name }) => name === 'deposits-suspense',
    )!
    await job.run()
    expect(await stateOf(lineId)).toBe('open')
    harness.clock.advance(49 * 3_600_000)
    await job.run()
    expect(await stateOf(lineId)).toBe('suspense')
    expect(await broken()).toEqual([])
    const { sums } = await dataOf(statements.bankLines({ state: 'open' }, context()))
    expect(BigInt(sums.suspense) + BigInt(sums.returning)).toBe(BigInt(sums.books))
  })

  test('refuses a match or return that does not fit', async () => {
    const lineId = await bankLine('70.00')
    const out = await bankLine('-70.00')
    const target = { kind: 'deposit', id: '01900000-0000-7000-8000-000000000001' }
    expect(await propose(lineId, 'match', target)).toMatchObject({ msg: 'funds.line-target' })
    expect(await propose(lineId, 'match')).toMatchObject({ msg: 'funds.line-target' })
    expect(await propose(out, 'return')).toMatchObject({ msg: 'funds.line-return' })
    await expect(
      harness.console.query(`UPDATE app.bank_statement_lines SET matched_at = now() WHERE id = $1`, [lineId]),
    ).rejects.toThrow('permission denied')
  })

  test('the import reports how many lines matched', async () => {
    const member = await harness.member()
    const { rows } = await harness.owner.query('SELECT reference FROM app.deposits WHERE id = $1', [
      await sendDeposit(member, '200000'),
    ])
    const content = [
      statementHeading,
      `${ours},TM1,${harness.clock.now().toISOString()},TWD,2000.00,${rows[0].reference},1111`,
      `${ours},TM2,${harness.clock.now().toISOString()},TWD,3.00,,1111`,
      '',
    ].join('\n')
    expect(
      await dataOf(statements.importStatement({ fileName: 'two.csv', content }, context())),
    ).toMatchObject({
      result: 'taken',
      lines: 2,
      fresh: 2,
      matched: 1,
    })
  })
})

describe('bank cover', () => {
  test('shows a deposit without a bank line as a gap', async () => {
    const depositId = await sendDeposit(await harness.member(), '300000')
    await harness.approve('deposit', depositId)
    const cover = await dataOf(funds().bankCover({}, context()))
    expect(cover.gaps).toContainEqual({
      kind: 'deposit',
      id: depositId,
      account: ours,
      currency: 'TWD',
      amount: '-300000',
      at: harness.clock.now().toISOString(),
    })
    const row = cover.rows.find(({ account }) => account === ours)!
    expect(row.since).not.toBeNull()
    const gaps = cover.gaps
      .filter(({ account }) => account === ours)
      .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
    expect(BigInt(row.bank) - BigInt(row.books)).toBe(gaps)
    // The gap is shown, but stops nothing while bank.coverHours is 0.
    expect(await broken()).toEqual([])
  })
})

describe('a wrongly booked deposit', () => {
  const reverse = (depositId: string, right: string | null, reason = 'typed five zeros too many') =>
    deposits.proposeReversal(
      { depositId, right, texts: { tw: '入帳金額更正。', en: 'The amount was corrected.' }, reason },
      context(),
    )
  const bookedAt = async (member: TestMember, booked: string): Promise<string> => {
    const depositId = await sendDeposit(member, '5000000')
    // Simulates a first approver who could still type any amount.
    await harness.approve('deposit', depositId, { booked })
    return depositId
  }

  test('is reversed by two operators and booked at the right amount', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const depositId = await bookedAt(member, '150000000')
    const bank = async () => {
      const { rows } = await harness.owner.query(`SELECT ledger.balance_of('house/main/TWD/bank')::text AS b`)
      return BigInt(rows[0].b as string)
    }
    const atBank = await bank()
    expect(await decided('deposit-reversal', depositId, reverse(depositId, '5000000'))).toBe('passed')
    expect(await harness.available(member)).toBe(before + 5_000_000n)
    expect(await bank()).toBe(atBank + 150_000_000n - 5_000_000n)
    expect(await broken()).toEqual([])
    const record = await dataOf(deposits.record({ depositId }, context()))
    expect(record.reversal).toMatchObject({ corrected: { reversed: '150000000', booked: '5000000' } })
    expect(record.lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['deposit.booked', 'deposit.reversed', 'deposit.rebooked']),
    )
    const records = await member.client.call('/funds/records', { tab: 'stored-value' })
    expect(records.body.data.records).toContainEqual(
      expect.objectContaining({
        event: 'deposit.reversed',
        amount: '-150000000',
        why: { tw: '入帳金額更正。', en: 'The amount was corrected.' },
      }),
    )
    expect(await reverse(depositId, null)).toMatchObject({ msg: 'funds.reversal-state' })
  })

  test('cannot be reversed when the member has spent the money', async () => {
    const member = await harness.member()
    const depositId = await bookedAt(member, '900000')
    const free = await harness.available(member)
    const spend = (amount: bigint) =>
      harness.owner.query(
        `SELECT * FROM ledger.post_many(ARRAY['withdrawal.held'], ARRAY['x'], ARRAY[gen_random_uuid()::text], ARRAY[$1::timestamptz], ARRAY[1, 1],
           ARRAY[$2, 'practice-grant/main/TWD/granted'], ARRAY[-$3::bigint, $3::bigint], ARRAY[NULL, NULL]::uuid[])`,
        [harness.clock.now(), `member/${member.memberId}/TWD/available`, amount.toString()],
      )
    expect(
      await decided('deposit-reversal', depositId, reverse(depositId, null), () => spend(free - 100n)),
    ).toBe('refused-by-ledger')
    expect(await harness.available(member)).toBe(100n)
    expect(await reverse(depositId, null)).toMatchObject({
      msg: 'funds.reversal-short',
      params: { available: 'NT$1.00', needed: 'NT$9,000.00' },
    })
  })

  test('is rebooked only at the amount of the bank line', async () => {
    const member = await harness.member()
    const depositId = await bookedAt(member, '4000000')
    expect(await reverse(depositId, '4000001')).toMatchObject({
      msg: 'funds.reversal-amount',
      params: { line: '—' },
    })
    expect(await reverse(depositId, '4000000')).toMatchObject({ msg: 'funds.reversal-amount' })
    expect(
      await deposits.proposeReversal(
        { depositId, right: null, texts: { tw: ' ', en: 'x' }, reason: 'x' },
        context(),
      ),
    ).toMatchObject({ msg: 'input.required' })
  })
})
