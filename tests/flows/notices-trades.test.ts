// Notices of what became of an order, on a real exchange and settlement: once each, with the figures that were booked.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifyTrades } from '../../apps/server/src/features/notices/index.ts'
import { askCancel } from '../../apps/server/src/features/orders/ask-cancel.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: OrderHarness
beforeAll(async () => {
  harness = await openOrderHarness()
})
afterAll(() => harness.stop())

const run = (): Promise<number> =>
  notifyTrades({ ...harness.venue.settlement, db: harness.venue.db }, new Date(harness.venue.now))
const list = async (member: TestMember, body: object = { kind: 'trading' }) =>
  (await harness.ask(member, '/notices/list', body)).body.data
const newest = async (member: TestMember) => (await list(member)).notices[0]
const sell = (lots: number, price = 10_000) => harness.venue.seat('maker-1', '2330', 'sell', price, lots)
const buy = (lots: number, price = 10_000) => harness.venue.seat('maker-1', '2330', 'buy', price, lots)

test('a filled order sends one notice with price, amount and costs', async () => {
  const member = await harness.member()
  await sell(1)
  const orderId = await harness.placed(member)
  await harness.untilIdle()
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  const { notices, unread, unreadTrading } = await list(member)
  expect([unread, unreadTrading]).toEqual([1, 1])
  expect(notices).toMatchObject([
    {
      kind: 'trading',
      topic: 'fills',
      title: { tw: '台積電 買進 1 張成交' },
      summary: { tw: '成交均價 100.00，金額 NT$100,000.00，費稅 NT$142.00。' },
      path: `/position/positionDetail?order=${orderId}`,
      isRead: false,
    },
  ])
  expect(notices[0].title.en).toMatch(/, bought 1 lot$/)
  expect(await list(member, { topic: 'alerts' })).toMatchObject({ notices: [], unread: 1 })
  expect((await list(member, { topic: 'fills' })).notices).toHaveLength(1)
})

test('fills read together are one notice, later fills another', async () => {
  const member = await harness.member()
  await sell(1)
  await sell(1, 10_050)
  await harness.placed(member, { lots: 4, price: 10_050 })
  await harness.untilIdle()
  expect(await run()).toBe(1)
  expect((await newest(member)).summary.tw).toBe(
    '成交均價 100.25，金額 NT$200,500.00，費稅 NT$285.00。委託 4 張，共成交 2 張。',
  )
  harness.venue.now += 1_000
  await sell(2, 10_050)
  await harness.untilIdle()
  expect(await run()).toBe(1)
  expect(await newest(member)).toMatchObject({
    title: { tw: '台積電 買進 2 張成交' },
    summary: { en: expect.stringContaining('4 lots of 4 lots filled so far') },
  })
})

test('a fill and the cancel of the remainder are one notice', async () => {
  const member = await harness.member()
  await sell(1)
  await harness.placed(member, { lots: 3, validity: 'IOC' })
  await harness.untilIdle()
  expect(await run()).toBe(1)
  expect((await newest(member)).summary.tw).toMatch(/其餘 2 張已取消：未能立即成交。$/)
})

test('a close reports its realised result', async () => {
  const member = await harness.member()
  const positionId = await harness.holding(member)
  await run()
  await buy(1, 10_100)
  expect((await harness.close(member, { positionId, price: 10_100 })).http).toBe(200)
  await harness.untilIdle()
  expect(await run()).toBe(1)
  const { title, summary } = await newest(member)
  expect(title.tw).toBe('台積電 賣出 1 張成交')
  const [{ realised }] = (await harness.venue.sql.query(
    'SELECT realised FROM app.fills WHERE position_id = $1 AND realised IS NOT NULL',
    [positionId],
  )) as [{ realised: string }]
  const shown = (Number(realised) / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })
  expect(summary.tw).toContain(`已實現損益 ${Number(realised) > 0 ? `+${shown}` : shown.replace('-', '−')}。`)
})

test('only a cancel by the system or the venue sends a notice', async () => {
  const member = await harness.member()
  const own = await harness.placed(member, { price: 9_500 })
  const replaced = await harness.placed(member, { price: 9_500 })
  const systems = await harness.placed(member, { price: 9_500 })
  await harness.untilIdle()
  await harness.ask(member, '/orders/cancelOrder', { orderId: own })
  expect((await harness.replace(member, replaced, { price: 9_550 })).http).toBe(200)
  const { db, settlement } = harness.venue
  await db.transaction((tx) =>
    askCancel(
      tx,
      settlement,
      { id: systems, memberId: member.memberId },
      'system',
      new Date(harness.venue.now),
    ),
  )
  await harness.untilIdle()
  expect(await run()).toBe(1)
  expect(await newest(member)).toMatchObject({
    topic: 'orders',
    title: { tw: '台積電的買進委託已取消' },
    summary: { tw: '1 張沒有成交，凍結的部分已解凍。原因：系統取消。' },
  })
  // The replacement ends with the day.
  await harness.sleep(member)
  expect(await run()).toBe(1)
  // The venue's clock stands still, so both notices have the same time.
  const { notices } = await list(member)
  expect(notices.map(({ summary }: { summary: { en: string } }) => summary.en).toSorted()).toEqual([
    expect.stringContaining('Reason: cancelled by the system.'),
    expect.stringContaining('Reason: the market closed.'),
  ])
})

test('several workers notify of each order once', async () => {
  const member = await harness.member()
  await sell(5)
  for (let n = 0; n < 5; n += 1) await harness.placed(member)
  await harness.untilIdle()
  const sent = await Promise.all([run(), run(), run()])
  expect(sent.reduce((sum, count) => sum + count)).toBe(5)
  expect((await list(member)).notices).toHaveLength(5)
  const events = await harness.venue.sql.query(
    `SELECT FROM app.member_events WHERE member_id = $1 AND kind = 'notice.new'`,
    [member.memberId],
  )
  expect(events.length).toBeLessThanOrEqual(3)
})
