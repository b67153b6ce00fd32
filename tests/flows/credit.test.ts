// Credit on the real exchange, settlement, api and PostgreSQL: asked for, decided by two, lent, repaid. The test moves the clock and
// the price, and runs the worker's jobs by hand.

import { afterEach, expect, test, vi } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type CreditVenue, openCreditVenue } from './support/credit-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 90_000 })

let credit: CreditVenue
afterEach(async () => {
  try {
    expect(await credit.everyBreach()).toEqual([])
  } finally {
    await credit.stop()
  }
})

const balance = async (member: TestMember, kind: string, asset = 'TWD') => {
  const [row] = await credit.venue.sql.query<{ amount: string }>(
    'SELECT ledger.balance_of($1)::text AS amount',
    [`member/${member.memberId}/${asset}/${kind}`],
  )
  return BigInt(row!.amount)
}
const closing = async (positionId: string) => (await credit.venue.position(positionId)).closing

test('two operators lend against pledged shares, repaying all frees them', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.holder()
  const before = await credit.overview(member)
  expect(before).toMatchObject({
    limit: '10000000',
    borrowable: '10000000',
    borrowed: '0',
    supported: '12000000',
    loan: null,
    score: { score: 100 },
    holdings: [{ symbol: '2330', shares: 2_000, price: 10_000 }],
  })
  const cash = await balance(member, 'available')
  const reply = await credit.apply(member)
  expect(reply.body).toMatchObject({
    msg: 'done.credit',
    data: { loan: { state: 'pending', ratioBp: 20_000 } },
  })
  const { loanId } = reply.body.data.loan
  // Under review: nothing is lent, and the shares cannot be sold.
  expect(await balance(member, 'available')).toBe(cash)
  expect(await closing(positionId)).toBe(2_000)
  expect(await balance(member, 'held', 'stk:2330')).toBe(2_000n)
  expect((await credit.overview(member)).borrowable).toBe('0')
  await credit.approve('credit-loan', loanId)
  expect(await balance(member, 'available')).toBe(cash + 10_000_000n)
  expect(await balance(member, 'loan')).toBe(-10_000_000n)
  const lent = await credit.overview(member)
  expect(lent.loan).toMatchObject({ state: 'passed', principal: '10000000', interest: '0', callPrice: 6_499 })
  expect(lent.owed).toMatchObject({ credit: '10000000', margin: '0', total: '10000000' })

  // Ten days of 17.81, rounded once.
  for (let days = 0; days < 10; days += 1) await credit.nextDay({ 2330: 10_000 })
  expect((await credit.overview(member)).loan).toMatchObject({ interest: '17808', interestDays: 10 })
  expect(await credit.accrueCredit()).toBe(1)
  expect(await credit.accrueCredit()).toBe(0)
  expect(await balance(member, 'interest')).toBe(-17_808n)

  // A part: interest first.
  const part = await credit.repay(member, loanId, '4017808')
  expect(part.body).toMatchObject({
    msg: 'done.repayment',
    data: { interest: '17808', principal: '4000000', loan: { principal: '6000000', interest: '0' } },
  })
  expect(await closing(positionId)).toBe(2_000)
  await credit.nextDay({ 2330: 10_000 })
  const owed = (await credit.overview(member)).loan!
  expect(owed).toMatchObject({ principal: '6000000', interest: '1068', interestDays: 1 })
  // The whole, with the interest of a day that the daily run has not booked.
  const whole = await credit.repay(member, loanId, '6001068')
  expect(whole.body.data.loan).toMatchObject({ principal: '0', interest: '0', pledges: [] })
  expect(await closing(positionId)).toBe(0)
  expect(await balance(member, 'available', 'stk:2330')).toBe(2_000n)
  expect(await balance(member, 'available')).toBe(cash - 17_808n - 1_068n)
  const after = await credit.overview(member)
  expect(after).toMatchObject({
    loan: null,
    borrowable: '10000000',
    owed: { total: '0' },
    score: { score: 100 },
  })
  const records = await credit.call(member, '/credit/records')
  expect(records).toMatchObject({ lent: '10000000', repaid: '10018876', interestPaid: '18876', owed: '0' })
  expect(records.records.map(({ kind, state }: any) => `${kind} ${state}`)).toEqual([
    'repayment repaid',
    'repayment repaid',
    'loan repaid',
  ])
})

test('the books agree while a loan is pending and while it runs', async () => {
  credit = await openCreditVenue()
  const { member } = await credit.holder()
  const { loanId } = (await credit.apply(member)).body.data.loan
  expect(await credit.everyBreach()).toEqual([])
  await credit.approve('credit-loan', loanId)
  expect(await credit.everyBreach()).toEqual([])
  await credit.repay(member, loanId, '4000000')
})

test('a request is refused by amount, limit, pledge, channel and quota', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.holder()
  const refusal = async (body: object) => (await credit.apply(member, body)).body.msg
  expect(await refusal({ amount: '' })).toBe('input.required')
  expect(await refusal({ amount: '900000' })).toBe('credit.amount')
  expect(await refusal({ amount: '1050000' })).toBe('credit.amount')
  expect(await refusal({ amount: '10100000' })).toBe('credit.limit-insufficient')
  expect(await refusal({ symbols: [] })).toBe('credit.pledge')
  expect(await refusal({ symbols: ['2317'] })).toBe('credit.pledge')
  expect(await refusal({ termDays: 31 })).toBe('input.invalid')
  expect(await refusal({ aprPpm: 0 })).toBe('input.invalid')
  const setRule = (rule: string, value: number) =>
    credit.venue.sql.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, reason_en, set_by_first, set_by_second)
       VALUES ($1, $2, '2020-01-01', '2020-01-01', 'test', 'test', 'a', 'b')`,
      [rule, value],
    )
  await setRule('credit.quota', 9_900_000)
  expect(await refusal({})).toBe('credit.quota-full')
  expect(await refusal({ amount: '9900000' })).toBe('done.credit')
  expect(await refusal({})).toBe('credit.repay-first')
  const { loan } = await credit.overview(member)
  expect((await credit.ask(member, '/credit/cancel', { loanId: loan!.loanId })).body.msg).toBe(
    'done.request-cancelled',
  )
  expect(await closing(positionId)).toBe(0)
  await setRule('credit.open', 0)
  expect(await refusal({})).toBe('credit.channel-closed')
  expect((await credit.overview(member)).borrowable).toBe('0')
})

test('a rejected request frees the shares and names the reason', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.holder()
  const { loanId } = (await credit.apply(member)).body.data.loan
  await credit.reject('credit-loan', loanId, 'unsuitable')
  expect(await closing(positionId)).toBe(0)
  const { records } = await credit.call(member, '/credit/records')
  expect(records).toMatchObject([
    { kind: 'loan', state: 'rejected', reason: 'unsuitable', amount: '10000000' },
  ])
  expect((await credit.ask(member, '/credit/cancel', { loanId })).body.msg).toBe('order.not-review')
})

test('an approved loan is not lent when its pledge has fallen', async () => {
  credit = await openCreditVenue()
  const { member, positionId } = await credit.holder()
  const { loanId } = (await credit.apply(member)).body.data.loan
  await credit.moveTo('2330', 8_300)
  await credit.approve('credit-loan', loanId)
  expect(await balance(member, 'loan')).toBe(0n)
  expect(await closing(positionId)).toBe(0)
  const { records } = await credit.call(member, '/credit/records')
  expect(records).toMatchObject([{ state: 'rejected', reason: 'collateral' }])
})

test('a repayment above the debt or the balance is refused', async () => {
  credit = await openCreditVenue()
  const { member, loanId } = await credit.borrower()
  const stranger = await credit.member()
  expect((await credit.repay(stranger, loanId, '100')).body.msg).toBe('request.not-found')
  expect((await credit.repay(member, loanId, '10000001')).body.msg).toBe('credit.repay-too-much')
  expect((await credit.repay(member, loanId, '0')).body.msg).toBe('input.invalid')
  expect((await credit.repay(member, loanId, '')).body.msg).toBe('input.required')
  // The same repayment twice counts once.
  const repaymentId = newId()
  const first = await credit.repay(member, loanId, '100000', repaymentId)
  const second = await credit.repay(member, loanId, '100000', repaymentId)
  expect(second.body.data).toEqual(first.body.data)
  expect((await credit.overview(member)).borrowed).toBe('9900000')
})

test('two operators raise a limit by a positive integer', async () => {
  credit = await openCreditVenue()
  const { member } = await credit.holder(4)
  const add = (dollars: string, increaseId = newId()) =>
    credit.ask(member, '/credit/addCredit', { increaseId, dollars, purpose: 'reserve' })
  for (const dollars of ['0', '-5', '1.5', '', 'abc', '400001'])
    expect((await add(dollars)).body.msg).toBe('credit.increase')
  const increaseId = newId()
  expect((await add('30000', increaseId)).body).toMatchObject({
    msg: 'done.credit',
    data: { increase: { state: 'pending', amount: '3000000' } },
  })
  expect((await add('1')).body.msg).toBe('credit.increase-wait')
  expect((await credit.overview(member)).limit).toBe('10000000')
  await credit.approve('credit-increase', increaseId)
  expect(await credit.overview(member)).toMatchObject({
    limit: '13000000',
    borrowable: '13000000',
    increase: null,
  })
  expect((await add('1')).body.msg).toBe('credit.increase-wait')
  expect((await credit.apply(member, { amount: '13000000' })).body.msg).toBe('done.credit')
})
