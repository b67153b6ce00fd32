// A savings plan over a simulated year of the Taiwan calendar, on the real api, PostgreSQL, NATS, exchange and settlement. A
// normal run takes its first three months, FAIRLOT_PROVE=1 the year.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runPlans } from '../../apps/server/src/features/savings-plans/index.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const monthCount = isWhole ? 12 : 3
const times = 2 * monthCount
const symbol = '2317'
let harness: OrderHarness

beforeAll(async () => {
  harness = await openOrderHarness({ startAt: '2026-12-18T02:00:00Z' })
  for (const months of ['ledger.ensure_partitions', 'exchange.ensure_partitions', 'app.ensure_order_months'])
    await harness.venue.sql.query(`SELECT ${months}('2026-10-01', 24)`)
})
afterAll(() => harness.stop())

const run = (): Promise<number> => {
  const { db, now, settlement } = harness.venue
  const { bus, subjects } = settlement
  return runPlans({ db, bus, subjects, calendar: 'twse', money: 'practice' }, new Date(now))
}
const runsOf = (planId: string) =>
  harness.venue.sql.query<any>(
    `SELECT due_on::text AS "dueOn", on_date::text AS "on", state, shares, odd_order AS odd
     FROM app.savings_runs WHERE plan_id = $1 ORDER BY due_on`,
    [planId],
  )

const closed = [
  '2027-01-06',
  '2027-02-04',
  '2027-02-05',
  '2027-02-08',
  '2027-02-09',
  '2027-02-10',
  '2027-04-06',
  '2027-10-26',
]
/** Moved by a weekend or a closure; every other date is a trading day. */
const moved: Readonly<Record<string, string>> = {
  '2026-12-26': '2026-12-28',
  '2027-01-06': '2027-01-07',
  '2027-02-06': '2027-02-11',
  '2027-03-06': '2027-03-08',
  '2027-04-06': '2027-04-07',
  '2027-06-06': '2027-06-07',
  '2027-06-26': '2027-06-28',
  '2027-09-26': '2027-09-27',
  '2027-10-26': '2027-10-27',
  '2027-11-06': '2027-11-08',
}

describe('a year', () => {
  test('of purchases with holidays buys on every date once', { timeout: 400_000 }, async () => {
    const member = await harness.member()
    const { body } = await member.client.call(
      '/savings-plans/create',
      { symbol, amount: '300000', days: [6, 26] },
      { key: true },
    )
    const { planId } = body.data.plan
    await harness.venue.sql.query(
      `INSERT INTO app.closures (date, name_tw, name_en, source) SELECT d, '休市', 'Closed', 'test' FROM unnest($1::date[]) AS d
       ON CONFLICT DO NOTHING`,
      [closed],
    )
    await harness.closeDay()
    const months = Array.from({ length: monthCount }, (_, n) => {
      const first = new Date(Date.UTC(2026, 11 + n, 1)).toISOString().slice(0, 8)
      const next = new Date(Date.UTC(2027, n, 1)).toISOString().slice(0, 8)
      return [`${first}26`, `${next}06`]
    })
    for (const dueOn of months.flat()) {
      const on = moved[dueOn] ?? dueOn
      // On a date that moved, nothing happens.
      if (on !== dueOn) {
        harness.venue.now = Date.parse(`${dueOn}T10:00:00+08:00`)
        expect(await run()).toBe(0)
      }
      harness.venue.now = Date.parse(`${on}T09:29:00+08:00`)
      await harness.venue.begin(on)
      await harness.untilIdle()
      expect(await run()).toBe(0)
      harness.venue.now = Date.parse(`${on}T09:30:00+08:00`)
      expect(await run()).toBe(1)
      const [{ odd }] = (await runsOf(planId)).slice(-1)
      await harness.untilIdle()
      await oddSeat(harness.venue, 'maker-1', symbol, 'sell', 10_000, 29)
      await matchOddLots(harness.venue)
      await harness.state(odd, 'filled')
      expect(await run()).toBe(1)
      await harness.venue.phase(on, 'closing-call')
      await harness.venue.phase(on, 'closed')
      await harness.untilIdle()
    }
    const runs = await runsOf(planId)
    expect(runs).toHaveLength(times)
    for (const { dueOn, on, state, shares } of runs)
      expect([dueOn, on, state, shares]).toEqual([dueOn, moved[dueOn] ?? dueOn, 'filled', 29])
    const { plans } = await harness.call(member, '/savings-plans/list')
    // 29 shares at 100 and a fee of 4, on each date.
    expect(plans[0].bought).toEqual({ times, shares: 29 * times, spent: String(times * 290_400) })
    const positions = await harness.venue.sql.query<{ shares: number }>(
      `SELECT sum(shares)::integer AS shares FROM app.positions WHERE member_id = $1 AND symbol = $2`,
      [member.memberId, symbol],
    )
    expect(positions).toEqual([{ shares: 29 * times }])
    expect(await harness.venue.breaches()).toEqual([])
  })
})
