// The watch over pledges: call, deadline, forced sale through the book, and what the sale repays. And what one taken process cannot do.

import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { openDb } from './support/open-db.ts'
import { type CreditVenue, openCreditVenue } from './support/credit-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

let credit: CreditVenue
afterEach(async () => {
  try {
    expect(await credit.everyBreach()).toEqual([])
  } finally {
    await credit.stop()
  }
})

const balance = async (member: TestMember, kind: string) => {
  const [row] = await credit.venue.sql.query<{ amount: string }>(
    'SELECT ledger.balance_of($1)::text AS amount',
    [`member/${member.memberId}/TWD/${kind}`],
  )
  return BigInt(row!.amount)
}

test('a fall below the ratio calls, a repayment ends it', async () => {
  credit = await openCreditVenue()
  const { member, loanId } = await credit.borrower()
  expect(await credit.watch()).toBe(0)
  // Two lots at 65.00 are exactly 130 % of 100,000, less than that with the interest.
  await credit.moveTo('2330', 6_450)
  expect(await credit.watch()).toBe(1)
  expect(await credit.watch()).toBe(0)
  const { loan } = await credit.overview(member)
  expect(loan!.call).toMatchObject({ reason: 'ratio', state: 'open' })
  const called = BigInt(loan!.call!.amount)
  expect((await credit.repay(member, loanId, called.toString())).body.msg).toBe('done.repayment')
  expect(await credit.watch()).toBe(1)
  const after = (await credit.overview(member)).loan!
  expect(after.call).toBeNull()
  expect(after.ratioBp).toBeGreaterThanOrEqual(16_600)
  const notices = await credit.venue.sql.query<{ code: string }>(
    `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'credit.%' ORDER BY code`,
    [member.memberId],
  )
  // The test's clock stands still, so that their times are equal.
  expect(notices.map(({ code }) => code)).toEqual(['credit.call-ended', 'credit.called', 'credit.passed'])
})

test('a forced sale repays interest and principal, the rest is the member’s', async () => {
  credit = await openCreditVenue()
  const { member, positionId, loanId } = await credit.borrower()
  const cash = await balance(member, 'available')
  await credit.moveTo('2330', 6_450)
  await credit.watch()
  // Below the floor nothing waits for the deadline.
  await credit.moveTo('2330', 5_900)
  await credit.venue.seat('maker-2', '2330', 'buy', 5_900, 2)
  await credit.untilIdle()
  expect(await credit.watch()).toBe(2)
  await credit.untilIdle()
  const position = await credit.venue.position(positionId)
  expect(position).toMatchObject({ shares: 0, state: 'closed', reason: 'liquidated' })
  expect(await credit.watch()).toBeGreaterThan(0)
  const { loan, score } = await credit.overview(member)
  expect(loan).toBeNull()
  // One forced sale.
  expect(score).toMatchObject({ score: 90, events: [{ kind: 'forced-sale', count: 1 }] })
  const [order] = await credit.venue.sql.query<{ proceeds: string }>(
    `SELECT (filled_value - fee - tax)::text AS proceeds FROM app.orders WHERE member_id = $1 AND origin = 'liquidation'`,
    [member.memberId],
  )
  const [row] = await credit.venue.sql.query<{ paid: string }>(
    'SELECT (amount + interest_paid)::text AS paid FROM app.credit_loans WHERE id = $1',
    [loanId],
  )
  await credit.nextDay({ 2330: 5_900 })
  await credit.nextDay({ 2330: 5_900 })
  await credit.sweep()
  expect(await balance(member, 'available')).toBe(cash + BigInt(order!.proceeds) - BigInt(row!.paid))
  const { records } = await credit.call(member, '/credit/records', { kind: 'repayment' })
  expect(records).toMatchObject([{ state: 'by-sale', left: '0' }])
})

test('a loan past its term is called, and sold after the deadline', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.holder()
  const { loanId } = (await credit.apply(member, { termDays: 30 })).body.data.loan
  await credit.approve('credit-loan', loanId)
  // Lent thirty days ago.
  await credit.venue.sql.query(
    'UPDATE app.credit_loans SET lent_on = lent_on - 30, due_on = due_on - 30 WHERE id = $1',
    [loanId],
  )
  expect(await credit.watch()).toBe(0)
  await credit.nextDay({ 2330: 10_000 })
  expect(await credit.watch()).toBe(1)
  expect((await credit.overview(member)).loan).toMatchObject({
    lateDays: 1,
    call: { reason: 'due', state: 'open' },
  })
  expect((await credit.overview(member)).score).toMatchObject({ score: 98 })
  for (let days = 0; days < 4; days += 1) await credit.nextDay({ 2330: 10_000 })
  await credit.venue.seat('maker-2', '2330', 'buy', 10_000, 2)
  await credit.untilIdle()
  expect(await credit.watch()).toBe(2)
  await credit.untilIdle()
  expect(await credit.watch()).toBeGreaterThan(0)
  expect((await credit.overview(member)).loan).toBeNull()
  expect((await credit.venue.position(positionId)).closing).toBe(0)
})

test('a member cannot sell pledged shares', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.borrower()
  const reply = await credit.ask(member, '/orders/closePosition', {
    positionId,
    orderId: newId(),
    quantity: 1_000,
    price: 10_000,
    validity: 'ROD',
    terms: '',
  })
  expect(reply.http).not.toBe(200)
  expect((await credit.venue.position(positionId)).shares).toBe(2_000)
})

test('a taken worker cannot lend, free a pledge or force a sale', async () => {
  credit = await openCreditVenue()
  const { member, loanId } = await credit.borrower()
  const worker = openDb({ url: credit.venue.database.workerUrl, poolSize: 1, applicationName: 'taken' })
  const api = openDb({ url: credit.venue.database.apiUrl, poolSize: 1, applicationName: 'taken' })
  const [pledge] = await credit.venue.sql.query<{ hold: string }>(
    'SELECT hold_id AS hold FROM app.credit_pledges WHERE loan_id = $1',
    [loanId],
  )
  const posting = (event: string, lines: readonly (readonly [string, string, string | null])[]) =>
    [
      `SELECT * FROM ledger.post_many($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::int[], $6::text[], $7::bigint[], $8::uuid[])`,
      [
        [event],
        [loanId],
        [newId()],
        [new Date(credit.venue.now)],
        lines.map(() => 1),
        lines.map(([account]) => account),
        lines.map(([, amount]) => amount),
        lines.map(([, , hold]) => hold),
      ],
    ] as const
  const owner = `member/${member.memberId}`
  const lend = posting('credit.disbursed', [
    ['lending/pool/TWD/available', '-5000000', null],
    ['lending/pool/TWD/lent', '5000000', null],
    [`${owner}/TWD/loan`, '-5000000', null],
    [`${owner}/TWD/available`, '5000000', null],
  ])
  const free = posting('credit.freed', [
    [`${owner}/stk:2330/held`, '-2000', pledge!.hold],
    [`${owner}/stk:2330/available`, '2000', null],
  ])
  const repay = posting('credit.repaid', [
    [`${owner}/TWD/available`, '-100', null],
    [`${owner}/TWD/loan`, '100', null],
    ['lending/pool/TWD/available', '100', null],
    ['lending/pool/TWD/lent', '-100', null],
  ])
  try {
    await expect(worker.query(lend[0], [...lend[1]])).rejects.toThrow('no loan that says so')
    await expect(worker.query(free[0], [...free[1]])).rejects.toThrow('no loan that says so')
    await expect(api.query(free[0], [...free[1]])).rejects.toThrow('no loan that says so')
    await expect(api.query(repay[0], [...repay[1]])).rejects.toThrow('no loan that says so')
    await expect(api.query(lend[0], [...lend[1]])).rejects.toThrow('may not post')
    for (const db of [worker, api]) {
      for (const change of ['apr_ppm = 0', 'principal = 0', `due_on = due_on + 1`, `state = 'passed'`])
        await expect(db.query(`UPDATE app.credit_loans SET ${change}`)).rejects.toThrow('permission denied')
      await expect(db.query('UPDATE app.credit_pledges SET shares = 0')).rejects.toThrow('permission denied')
      await expect(db.query(`UPDATE app.credit_increases SET state = 'passed'`)).rejects.toThrow(
        'permission denied',
      )
    }
    const now = new Date(credit.venue.now)
    const call = (state: string, reason: string) =>
      worker.query('SELECT app.call_credit($1, $2, $3, $4, 100, $5, $6)', [
        newId(),
        loanId,
        reason,
        state,
        new Date(now.getTime() + 86_400_000),
        now,
      ])
    await expect(call('forced', 'ratio')).rejects.toThrow('no rows')
    await expect(call('open', 'ratio')).rejects.toThrow('no rows')
    await expect(call('open', 'due')).rejects.toThrow('no rows')
    await expect(
      worker.query('SELECT app.sell_credit_pledge($1, 1000, $2, $3, $4)', [
        pledge!.hold,
        newId(),
        newId(),
        now,
      ]),
    ).rejects.toThrow('cannot be sold')
    await expect(
      worker.query('SELECT app.pass_credit_loan($1, $2, $3, $4)', [loanId, newId(), newId(), now]),
    ).rejects.toThrow('no rows')
    await expect(
      worker.query('SELECT app.accrue_credit($1, $2, $3, $4)', [loanId, '2027-06-01', newId(), now]),
    ).rejects.toThrow('does not say what loan')
  } finally {
    await worker.close()
    await api.close()
  }
})
