// Foreign cash in total assets, on the real api and PostgreSQL: what it counts at, what a payment and what a result is, and SQL
// beside the figures after every test.

import { figureBreaches } from '@fairlot/testkit/invariants/figures'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { readerOf } from '@fairlot/testkit/sql'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openWealthWriter } from '../../apps/server/src/features/positions/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { DataOf } from '../../packages/contract/src/routes.ts'
import { type FundHarness, fundPassword, openFundHarness, openHours } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

type Account = DataOf<'/positions/account'>

let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())
beforeEach(async () => {
  harness.clock.set(openHours)
  await harness.owner.query('DELETE FROM app.currency_rate_points')
  await harness.owner.query('DELETE FROM app.currency_rates')
  await setRate('USD', 31_250_000_000n)
  await setRate('JPY', 205_000_000n)
})
const breaches = () => readerOf(harness.api.database).transaction(figureBreaches)
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  expect(await breaches()).toEqual([])
})

/** A rate as the worker stores it: its point is written only while the currency is quoted. */
async function setRate(currency: string, mid: bigint, stopped: string | null = null): Promise<void> {
  const now = harness.clock.now()
  await harness.owner.query(
    `INSERT INTO app.currency_rates (currency, mid, source, read_at, published_at, second_mid, second_source, second_read_at,
       is_simulated, stopped, since) VALUES ($1, $2, 'bnm', $3, $3, $2, 'bot', $3, false, $4, $3)
     ON CONFLICT (currency) DO UPDATE SET mid = $2, read_at = $3, stopped = $4`,
    [currency, mid.toString(), now, stopped],
  )
  if (stopped !== null) return
  await harness.owner.query(
    'INSERT INTO app.currency_rate_points (currency, at, mid) VALUES ($1, $2, $3) ON CONFLICT (currency, at) DO UPDATE SET mid = $3',
    [currency, now, mid.toString()],
  )
}

const accountOf = async (member: TestMember): Promise<Account> => {
  const reply = await member.client.call<Account>('/positions/account')
  if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data
}
async function call<Path extends Parameters<TestMember['client']['call']>[0]>(
  member: TestMember,
  path: Path,
  body: object,
) {
  const reply = await member.client.call(path, body, { key: true })
  if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body.data
}
async function exchange(member: TestMember, pay: string, get: string, amount: string): Promise<bigint> {
  const { quote } = await call(member, '/currency-exchange/quote', { pay, get, amount })
  await call(member, '/currency-exchange/deal', { quoteId: quote.quoteId })
  return BigInt(quote.getAmount)
}
async function deposit(member: TestMember, amount: string): Promise<void> {
  const channelId = await harness.channel({ currency: 'USD', min: '100', max: '100000000000' })
  const receipt = await harness.receipt(member)
  const sent = await call(member, '/deposits/create', { channelId, amount, receipt })
  await harness.approve('deposit', sent.deposit.depositId)
}

test('an exchange keeps the total but for its rounding', async () => {
  const member = await harness.api.member()
  const before = await accountOf(member)
  expect(before.foreign).toEqual([])
  const yen = await exchange(member, 'TWD', 'JPY', '3000000')
  const after = await accountOf(member)
  const worth = (yen * 205_000_000n + 500_000_000n) / 1_000_000_000n
  expect(after.terms.foreign).toBe(worth.toString())
  expect(BigInt(after.total)).toBe(BigInt(before.total) - 3_000_000n + worth)
  expect(after.foreign).toEqual([
    {
      currency: 'JPY',
      amount: yen.toString(),
      available: yen.toString(),
      twd: worth.toString(),
      rate: { mid: '205000000', source: 'bnm', at: openHours, stopped: null },
    },
  ])
  expect(after.allocation).toContainEqual({ of: 'foreign', symbol: null, amount: worth.toString() })
  // The cost of an exchange is a result, and no payment.
  expect(after.day).toMatchObject({ paidIn: before.day.paidIn, currency: (worth - 3_000_000n).toString() })
  expect(BigInt(after.buyingPower)).toBe(BigInt(before.buyingPower) - 3_000_000n)
})

test('a rate that moves is the result of currencies', async () => {
  const member = await harness.api.member()
  const yen = await exchange(member, 'TWD', 'JPY', '3000000')
  const before = await accountOf(member)
  harness.clock.advance(300_000)
  await setRate('JPY', 210_000_000n)
  const after = await accountOf(member)
  expect(after.terms.foreign).toBe(((yen * 210n + 500n) / 1_000n).toString())
  const moved = BigInt(after.total) - BigInt(before.total)
  expect(moved).toBeGreaterThan(70_000n)
  expect(BigInt(after.day.currency) - BigInt(before.day.currency)).toBe(moved)
  expect(BigInt(after.day.profit) - BigInt(before.day.profit)).toBe(moved)
  expect([after.day.paidIn, after.day.realised, after.day.unrealised]).toEqual([before.day.paidIn, '0', '0'])
})

test.each(['silent', 'alone', 'apart', 'jump'])(
  'a rate stopped as %s is not the one it counts at',
  async (why) => {
    const member = await harness.api.member()
    const yen = await exchange(member, 'TWD', 'JPY', '3000000')
    harness.clock.advance(300_000)
    await setRate('JPY', 999_000_000n, why)
    const account = await accountOf(member)
    expect(account.terms.foreign).toBe(((yen * 205n + 500n) / 1_000n).toString())
    expect(account.foreign[0]!.rate).toEqual({ mid: '205000000', source: 'bnm', at: openHours, stopped: why })
  },
)

test('cash in a currency without a rate is named and not counted', async () => {
  const member = await harness.member()
  const before = await accountOf(member)
  await harness.owner.query('DELETE FROM app.currency_rate_points')
  await harness.owner.query('DELETE FROM app.currency_rates')
  await deposit(member, '100000')
  const unknown = await accountOf(member)
  expect(unknown.total).toBe(before.total)
  expect(unknown.foreign).toEqual([
    { currency: 'USD', amount: '100000', available: '100000', twd: null, rate: null },
  ])
  // Its first rate makes it a payment: what rates made of it before is not known.
  await setRate('USD', 31_250_000_000n)
  const known = await accountOf(member)
  expect(BigInt(known.total) - BigInt(before.total)).toBe(3_125_000n)
  expect(BigInt(known.day.paidIn) - BigInt(before.day.paidIn)).toBe(3_125_000n)
  expect(known.day.profit).toBe('0')
})

test('a foreign payment counts at the rate of its moment', async () => {
  const member = await harness.member()
  const before = await accountOf(member)
  await deposit(member, '100000')
  await setRate('USD', 32_000_000_000n)
  const paid = await accountOf(member)
  expect(BigInt(paid.day.paidIn) - BigInt(before.day.paidIn)).toBe(3_125_000n)
  expect([paid.terms.foreign, paid.day.currency, paid.day.profit]).toEqual(['3200000', '75000', '75000'])
  const bankAccountId = await harness.card(member, {
    currency: 'USD',
    number: 'US12345678',
    bankCode: 'CHASUS33',
    bankName: 'Chase',
  })
  await call(member, '/withdrawals/create', {
    withdrawalId: newId(),
    bankAccountId,
    amount: '40000',
    fundPassword,
  })
  // What is held for a withdrawal is still the member's.
  const held = await accountOf(member)
  expect(held.total).toBe(paid.total)
  expect(held.foreign[0]).toMatchObject({ amount: '100000', available: '60000', twd: '3200000' })
})

test('day ends have foreign cash and what rates made of it', async () => {
  const member = await harness.api.member()
  await exchange(member, 'TWD', 'JPY', '3000000')
  const { total, day } = await accountOf(member)
  const next = new Date(Date.parse(openHours) + 86_400_000)
  // 08:30 in Taipei: the next day's opening call.
  next.setUTCHours(0, 30, 31, 0)
  harness.clock.set(next.toISOString())
  await setRate('JPY', 220_000_000n)
  const writer = openWealthWriter(harness.worker, { calendar: 'twse', money: 'practice' })
  expect(await writer.run(harness.clock.now())).toBeGreaterThan(0)
  const { rows } = await harness.owner.query(
    `SELECT (cash + holdings + foreign_cash)::text AS total, foreign_cash::text AS foreign, currency::text AS currency
     FROM app.wealth_days WHERE member_id = $1`,
    [member.memberId],
  )
  // The day ended at the rates of its end, not at those of the moment at which the worker writes.
  expect(rows).toEqual([{ total, foreign: expect.any(String), currency: day.currency }])
})

test('a payment without its worth on record is found', async () => {
  const member = await harness.member()
  await deposit(member, '100000')
  await harness.owner.query('UPDATE app.currency_flows SET amount = amount + 1 WHERE member_id = $1', [
    member.memberId,
  ])
  expect((await breaches()).map(({ invariant }) => invariant)).toEqual(['I31'])
  await harness.owner.query('UPDATE app.currency_flows SET amount = amount - 1 WHERE member_id = $1', [
    member.memberId,
  ])
})
