// Day trading on the real api, PostgreSQL, NATS, exchange, settlement and quotes, with a clock the test moves to the
// hours of the automatic cover.

import { outcomeBreaches } from '@fairlot/testkit/invariants/outcomes'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  countDayTrades,
  coverDayTrades,
  decideApplication,
} from '../../apps/server/src/features/day-trading/index.ts'
import { applyForDayTrading } from '../../apps/server/src/features/day-trading/applying/apply.ts'
import { openPasswordHasher } from '../../apps/server/src/features/auth/index.ts'
import { coverOrders, watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { withOutside } from '../../apps/server/src/platform/outside.ts'
import { addDays, sessionHours } from '../../packages/rules/src/calendar/index.ts'
import { openOrderHarness, type OrderHarness, type Ticket } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

const symbols = [
  '1101',
  '1216',
  '1301',
  '1303',
  '2002',
  '2303',
  '2308',
  '2317',
  '2330',
  '2357',
  '2382',
  '2412',
  '2454',
]
const fundPassword = '258036'
const minute = 60_000
let symbol = ''
let harness: OrderHarness

beforeAll(async () => {
  harness = await openOrderHarness({ symbols })
})
afterAll(() => harness.stop())
beforeEach(() => {
  symbol = symbols.pop()!
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await outcomeBreaches(harness.venue.database)).toEqual([])
})

const apply = (member: TestMember, more: object = {}) =>
  member.client.call('/day-trading/apply', { read: true, fundPassword, ...more }, { key: true })
const status = async (member: TestMember) => (await member.client.call('/day-trading/status')).body.data

async function setFundPassword({ client, password }: TestMember): Promise<void> {
  const reply = await client.call('/auth/setFundPassword', {
    fundPassword,
    confirmPassword: fundPassword,
    loginPassword: password,
  })
  if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
}

/** A member who may day-trade. */
async function trader(): Promise<TestMember> {
  const member = await harness.member()
  await setFundPassword(member)
  await apply(member)
  return member
}

/** Two lots at NT$100, to be covered today. */
const opened = (member: TestMember, ticket: Ticket = {}): Promise<string> =>
  harness.holding(member, { symbol, lots: 2, dayTrade: true, ...ticket }, false)

const deps = () => {
  const { bus, subjects } = harness.venue.settlement
  return { db: harness.venue.db, bus, subjects, calendar: 'practice', money: 'practice' } as const
}
const cover = (): Promise<number> =>
  coverDayTrades({ ...deps(), orders: coverOrders(deps()) }, new Date(harness.venue.now))
const watch = (): Promise<number> => watchConditionals(deps(), new Date(harness.venue.now))
const coverAt = (): number => sessionHours('practice', harness.date()).autoCoverAt
const ordersOf = (positionId: string) =>
  harness.venue.sql.query<any>(
    `SELECT origin, price, quantity, validity, state, reason, filled_shares AS filled, cancel_asked_at AS asked
     FROM app.orders WHERE position_id = $1 AND purpose = 'close' ORDER BY placed_at, id`,
    [positionId],
  )
const notices = (member: TestMember) =>
  harness.venue.sql.query<any>(
    `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'day-trading.covering' ORDER BY number`,
    [member.memberId],
  )

describe('applying for day trading', () => {
  test('needs the fund password, and the practice market approves it at once', async () => {
    const member = await harness.member()
    expect(await status(member)).toMatchObject({
      state: 'none',
      accountDaysNeeded: 0,
      tradesNeeded: 0,
      used: '0',
      // Three times ten million is more than NT$4,990,000.
      quota: '499000000',
      mine: { closed: 0, lost: 0, result: '0' },
    })
    const unread = await apply(member, { read: false })
    expect([unread.http, unread.body.msg, unread.body.field]).toEqual([400, 'input.required', 'read'])
    expect((await apply(member)).body.msg).toBe('password.fund-not-set')
    await setFundPassword(member)
    expect((await apply(member, { fundPassword: '000000' })).body.msg).toBe('password.wrong-fund')
    expect((await status(member)).state).toBe('none')
    const before = await harness.place(member, { symbol, dayTrade: true })
    expect(before.body.msg).toBe('day-trading.not-eligible')

    const passed = await apply(member)
    expect([passed.http, passed.body.msg, passed.body.data]).toEqual([
      200,
      'done.day-trading-passed',
      { state: 'passed' },
    ])
    expect((await apply(member)).body.data).toEqual({ state: 'passed' })
    expect(await status(member)).toMatchObject({ state: 'passed', appliedAt: expect.stringMatching(/Z$/) })
    const [kept] = await harness.venue.sql.query<any>(
      'SELECT statement, decided_by FROM app.day_trading_applications WHERE member_id = $1',
      [member.memberId],
    )
    expect(JSON.parse(kept.statement)).toMatchObject({ version: 1, autoCover: '04:45' })
    expect(kept.decided_by).toBe('rule:practice')
  })

  test('needs 90 days, ten trades and two operators in the real market', async () => {
    const member = await harness.member()
    await setFundPassword(member)
    const { db } = harness.api
    const hasher = await openPasswordHasher(harness.api.config)
    const real = { db, hasher, profile: 'tw', calendar: 'practice' } as const
    const now = new Date(harness.venue.now)
    const requestId = '00000000-0000-7000-8000-000000000001'
    const asked = { ...member, read: true, fundPassword, now, requestId }
    const send = () =>
      withOutside((outside) => db.transaction((tx) => applyForDayTrading(tx, real, { ...asked, outside })))
    expect(await send()).toMatchObject({ ok: false, msg: 'day-trading.conditions' })
    await harness.venue.sql.query(`UPDATE app.members SET joined_at = $2 WHERE id = $1`, [
      member.memberId,
      new Date(now.getTime() - 91 * 86_400_000),
    ])
    expect(await send()).toMatchObject({ ok: false, msg: 'day-trading.conditions' })
    await harness.venue.sql.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ('dayTrade.tradesInYear', 0, $1, $1, 'test', 'op-1', 'op-2')`,
      [now],
    )
    expect(await send()).toMatchObject({
      ok: true,
      msg: 'done.day-trading-applied',
      data: { state: 'pending' },
    })
    expect(await send()).toMatchObject({ ok: false, msg: 'order.pending-review-exists' })
    expect((await status(member)).state).toBe('pending')

    const decide = (state: 'passed' | 'rejected', operators: readonly [string, string]) =>
      db.transaction((tx) =>
        decideApplication(tx, {
          memberId: member.memberId,
          state,
          reason: state === 'rejected' ? 'too little experience' : null,
          operators,
          now,
          requestId,
        }),
      )
    expect(await decide('passed', ['op-1', 'op-1'])).toMatchObject({ ok: false, msg: 'request.forbidden' })
    expect(await decide('rejected', ['op-1', 'op-2'])).toMatchObject({ ok: true })
    expect(await status(member)).toMatchObject({ state: 'rejected', reason: 'too little experience' })
    expect(await decide('passed', ['op-1', 'op-2'])).toMatchObject({ ok: false, msg: 'order.not-review' })
    expect(await send()).toMatchObject({ ok: true, data: { state: 'pending' } })
    expect(await decide('passed', ['op-1', 'op-2'])).toMatchObject({ ok: true })
    const passed = await harness.venue.sql.query(
      `SELECT FROM app.day_trading_applications WHERE member_id = $1 AND state = 'passed'`,
      [member.memberId],
    )
    expect(passed).toHaveLength(1)
    await harness.venue.sql.query('DELETE FROM app.rule_values')
  })
})

describe('a day trade', () => {
  test('a bought position is locked for a minute and pays half tax', async () => {
    const member = await trader()
    const positionId = await opened(member)
    expect(await status(member)).toMatchObject({ used: '20000000' })
    const early = await harness.close(member, { positionId, lots: 2, price: 10_000 })
    expect([early.body.msg, early.body.params]).toEqual(['position.locked', { minutes: 1 }])
    harness.venue.now += minute
    await harness.venue.seat('maker-2', symbol, 'buy', 10_150, 2)
    expect((await harness.close(member, { positionId, lots: 2, price: 10_150 })).http).toBe(200)
    await harness.untilIdle()
    const position = await harness.venue.position(positionId)
    // 203,000 at 0.15 % is 304; fees 285 and 289.
    expect(position).toMatchObject({ state: 'closed', day_trade: true })
    expect([Number(position.close_tax), Number(position.realised)]).toEqual([
      30_400,
      300_000 - 28_500 - 28_900 - 30_400,
    ])
    await countDayTrades(harness.venue.db, new Date(harness.venue.now))
    const after = await status(member)
    expect(after.mine).toEqual({ closed: 1, lost: 0, result: String(position.realised) })
    expect(after.everybody).toEqual({ closed: 1, lost: 0 })
  })

  test('a short position pays no borrow fee and cannot be kept', async () => {
    const member = await trader()
    const positionId = await opened(member, { direction: 'short' })
    const keep = await member.client.call('/day-trading/keepOvernight', { positionId })
    expect(keep.body.msg).toBe('day-trading.cannot-keep')
    harness.venue.now += minute
    await harness.venue.seat('maker-2', symbol, 'sell', 10_050, 2)
    expect((await harness.close(member, { positionId, lots: 2, price: 10_050 })).http).toBe(200)
    await harness.untilIdle()
    const position = await harness.venue.position(positionId)
    expect([position.open_tax, position.borrow_fee].map(Number)).toEqual([30_000, 0])
    expect(Number(position.realised)).toBeLessThan(0)
    await countDayTrades(harness.venue.db, new Date(harness.venue.now))
    expect((await status(member)).mine).toMatchObject({ closed: 1, lost: 1 })
  })

  test('day-trading.quota: an order above the daily quota is refused', async () => {
    const member = await trader()
    await harness.venue.seat('maker-1', symbol, 'sell', 10_000, 40)
    const big = { symbol, dayTrade: true, acknowledged: ['equity-share'] } as const
    expect((await harness.place(member, { ...big, lots: 40 })).http).toBe(200)
    const over = await harness.place(member, { ...big, lots: 10 })
    expect(over.body.msg).toBe('day-trading.quota')
    await harness.untilIdle()
    // Covered, so that the cover tests find no position of it.
    harness.venue.now += minute
    const [position] = (await member.client.call('/positions/listPositions', { which: 'open' })).body.data
      .positions
    await harness.venue.seat('maker-2', symbol, 'buy', 10_000, 40)
    expect(
      (await harness.close(member, { positionId: position.positionId, lots: 40, price: 10_000 })).http,
    ).toBe(200)
  })

  test('a day trade kept overnight becomes an ordinary holding', async () => {
    const member = await trader()
    const positionId = await opened(member)
    const keep = () => member.client.call('/day-trading/keepOvernight', { positionId })
    const other = await harness.member()
    expect((await other.client.call('/day-trading/keepOvernight', { positionId })).body.msg).toBe(
      'order.not-found',
    )
    expect((await keep()).http).toBe(200)
    expect((await keep()).http).toBe(200)
    expect((await harness.venue.position(positionId)).day_trade).toBe(false)
    harness.venue.now += minute
    await harness.venue.seat('maker-2', symbol, 'buy', 10_150, 2)
    await harness.close(member, { positionId, lots: 2, price: 10_150 })
    await harness.untilIdle()
    expect(Number((await harness.venue.position(positionId)).close_tax)).toBe(60_900)
    expect((await keep()).body.msg).toBe('order.not-holding')
    expect((await status(member)).mine.closed).toBe(0)
  })
})

describe('the automatic cover', () => {
  beforeEach(() => {
    harness.venue.now = coverAt() - 25 * minute
  })
  // The test venue moves one whole day; the next one begins at its opening.
  afterEach(async () => {
    await harness.closeDay()
    const next = addDays(harness.date(), 1)
    harness.venue.now = sessionHours('practice', next).continuousAt - 24 * 60 * minute
    await harness.openCall()
    await harness.continuous()
  })

  test('is announced, retried every minute, and covers nothing twice', async () => {
    const member = await trader()
    const bought = await opened(member)
    const sold = await opened(member, { direction: 'short', symbol: '1101' })
    harness.venue.now = coverAt() - 16 * minute
    expect(await cover()).toBe(0)
    harness.venue.now = coverAt() - 15 * minute
    expect(await cover()).toBe(1)
    expect(await cover()).toBe(0)
    expect(await notices(member)).toMatchObject([
      {
        data: { positionIds: expect.arrayContaining([bought, sold]), at: new Date(coverAt()).toISOString() },
      },
    ])

    harness.venue.now = coverAt()
    // Two workers at once.
    await Promise.all([cover(), cover()])
    await cover()
    await harness.untilIdle()
    // There is no counterparty: immediate or cancel.
    expect(await ordersOf(bought)).toMatchObject([
      { origin: 'auto-cover', price: null, validity: 'IOC', state: 'cancelled', reason: 'unfilled' },
    ])
    const late = await member.client.call('/day-trading/keepOvernight', { positionId: bought })
    expect(late.body.msg).toBe('day-trading.too-late')
    const open = await harness.place(member, { symbol, dayTrade: true })
    expect(open.body.msg).toBe('day-trading.too-late')

    harness.venue.now += minute
    await harness.venue.seat('maker-2', symbol, 'buy', 9_900, 1)
    await harness.venue.seat('maker-2', '1101', 'sell', 10_100, 5)
    await harness.untilIdle()
    await cover()
    await harness.untilIdle()
    expect((await ordersOf(bought)).map(({ filled }) => filled)).toEqual([0, 1_000])
    expect(await harness.venue.position(sold)).toMatchObject({ state: 'closed', reason: 'auto-cover' })
    expect(await ordersOf(sold)).toMatchObject([{ filled: 0 }, { filled: 2_000 }])

    harness.venue.now += minute
    await harness.venue.seat('maker-2', symbol, 'buy', 9_850, 5)
    await harness.untilIdle()
    await cover()
    await cover()
    await harness.untilIdle()
    expect((await ordersOf(bought)).map(({ filled }) => filled)).toEqual([0, 1_000, 1_000])
    expect(await harness.venue.position(bought)).toMatchObject({
      state: 'closed',
      reason: 'auto-cover',
      shares: 0,
    })
  })

  test('cancels open orders and sells the remaining in the closing auction', async () => {
    const member = await trader()
    const positionId = await opened(member)
    harness.venue.now = coverAt() - 20 * minute
    await watch()
    expect((await harness.close(member, { positionId, lots: 1, price: 10_300 })).http).toBe(200)
    const stop = {
      conditionalId: newId(),
      positionId,
      kind: 'stop',
      quantity: 1_000,
      stop: { trigger: 9_500 },
    }
    const waiting = { ...stop, expiresOn: harness.date(), terms: harness.terms }
    expect((await member.client.call('/orders/placeConditional', waiting)).http).toBe(200)
    await harness.untilIdle()
    harness.venue.now = coverAt()
    await cover()
    await harness.untilIdle()
    const ended = await member.client.call('/orders/listConditional', { which: 'ended' })
    expect(ended.body.data.conditional).toMatchObject([{ state: 'cancelled', reason: 'auto-cover' }])
    expect((await ordersOf(positionId))[0]).toMatchObject({
      origin: 'member',
      state: 'cancelled',
      asked: expect.any(Date),
    })
    // One order per run: the half that waited at once, all of it in the next minute.
    harness.venue.now += minute
    await cover()
    await cover()
    await harness.untilIdle()
    expect((await ordersOf(positionId)).map(({ origin, quantity }) => `${origin} ${quantity}`)).toEqual([
      'member 1000',
      'auto-cover 1000',
      'auto-cover 2000',
    ])

    const { closingCallAt } = sessionHours('practice', harness.date())
    harness.venue.now = closingCallAt
    await harness.venue.phase(harness.date(), 'closing-call')
    await harness.untilIdle()
    await cover()
    await cover()
    await harness.venue.seat('maker-2', symbol, 'buy', 9_950, 2)
    await harness.untilIdle()
    expect((await ordersOf(positionId)).at(-1)).toMatchObject({
      origin: 'auto-cover',
      price: 9_000,
      validity: 'ROD',
      state: 'entrusted',
      quantity: 2_000,
    })
    await harness.venue.phase(harness.date(), 'closed')
    await harness.untilIdle()
    expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', reason: 'auto-cover' })
  })
})
