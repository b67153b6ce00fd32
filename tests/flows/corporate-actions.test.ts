// Cash dividends on the real api, PostgreSQL, exchange and settlement: announced by two operators, accrued at the ex-date, paid. What each
// role is refused, and the books after every test.

import { randomUUID } from 'node:crypto'
import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import { post } from '@fairlot/ledger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accrueEntry, payEntry } from '../../apps/server/src/features/corporate-actions/postings.ts'
import { accrueRows, payRows } from '../../apps/server/src/features/corporate-actions/working/store.ts'
import { exReference, grossOf, withheldOf } from '../../packages/rules/src/corporate-actions/index.ts'
import { type DividendVenue, openDividendVenue } from './support/dividend-venue.ts'
import { oddSeat } from './support/odd-lots.ts'
import { ownStocks } from './support/own-stocks.ts'
import type { TestMember } from './support/start-test-api.ts'

const stocks = ownStocks(13)
let symbol = ''
let venue: DividendVenue

beforeAll(async () => {
  venue = await openDividendVenue(stocks.symbols)
})
afterAll(() => venue.stop())
beforeEach(() => {
  symbol = stocks.next()
})
afterEach(async () => {
  await venue.untilIdle()
  expect(await venue.everyBreach()).toEqual([])
})

const holder = async (lots = 1, ticket: object = {}): Promise<TestMember> => {
  const member = await venue.member()
  await venue.holding(member, { symbol, lots, ...ticket }, false)
  return member
}
const cashOf = (member: TestMember, kind: string) => venue.balance(`member/${member.memberId}/TWD/${kind}`)
const totalOf = async (member: TestMember): Promise<bigint> =>
  BigInt((await venue.call(member, '/positions/account')).total)
const referenceNow = async (): Promise<number> => {
  const [row] = await venue.venue.sql.query<{ reference: number }>(
    'SELECT reference FROM settlement.prices WHERE symbol = $1',
    [symbol],
  )
  return row!.reference
}
const nextDays = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) await venue.nextDay()
}

describe('a cash dividend', () => {
  test('reaches an unsettled purchase on the payment date', async () => {
    const member = await holder(2)
    await venue.announce({ symbol })
    expect(await venue.dividend(member, symbol)).toMatchObject({
      state: 'announced',
      close: 10_000,
      reference: 9_820,
      mine: { long: 2_000, gross: '360000', withheld: '0', net: '360000', averagePrice: 10_000 },
    })
    await venue.passExDate(symbol, member)
    const paysOn = venue.inDays(2)
    expect(await referenceNow()).toBe(9_820)
    expect(await cashOf(member, `dividend@${paysOn}`)).toBe(360_000n)
    expect(await venue.dividend(member, symbol)).toMatchObject({
      state: 'ex',
      close: 10_000,
      reference: 9_820,
    })
    const before = await venue.call(member, '/positions/account')
    expect(before.parts.dividends).toBe('360000')
    expect(before.unsettledOn).toContainEqual({ on: paysOn, amount: '360000' })

    await nextDays(2)
    const available = await cashOf(member, 'available')
    // The member's, and one of the market makers.
    expect(await venue.book()).toBe(2)
    expect(await cashOf(member, 'available')).toBe(available + 360_000n)
    expect(await cashOf(member, `dividend@${paysOn}`)).toBe(0n)
    expect(await venue.book()).toBe(0)
    expect(await venue.dividend(member, symbol)).toMatchObject({ state: 'paid', mine: { net: '360000' } })
    const { records } = await venue.call(member, '/funds/records', { tab: 'transaction' })
    expect(records[0]).toMatchObject({ event: 'dividend.paid', amount: '360000' })
    const { rows } = await venue.votes.owner.query(
      `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'dividend.%' ORDER BY sent_at`,
      [member.memberId],
    )
    expect(rows.map(({ code }) => code)).toEqual(['dividend.accrued', 'dividend.paid'])
  })

  test('makes no one poorer on the ex-date', async () => {
    const member = await holder(1)
    await venue.announce({ symbol, paysOn: venue.inDays(5) })
    const before = await totalOf(member)
    const buying = (await venue.call(member, '/positions/account')).buyingPower
    await venue.passExDate(symbol, member)
    const after = await venue.call(member, '/positions/account')
    expect(BigInt(after.total)).toBe(before)
    expect(after.day).toMatchObject({ profit: '0', paidIn: '0' })
    expect(after.buyingPower).toBe(buying)
    // The fall of the price and the dividend both belong to the day before: neither is a deposit.
    const { before: until } = await venue.call(member, '/positions/profit', { range: 'all' })
    expect(until.realised).toBe('180000')
    const costs = BigInt(until.profit)
    expect(BigInt(until.unrealised)).toBe(costs - 180_000n)
  })

  test('withholds the supplement from its threshold on', async () => {
    const member = await holder(12)
    await venue.announce({ symbol, paysOn: venue.inDays(2) })
    await venue.passExDate(symbol, member)
    const { mine } = await venue.dividend(member, symbol)
    expect(mine).toMatchObject({ gross: '2160000', withheld: '45600', net: '2114400' })
    await nextDays(1)
    await venue.book()
    expect(await cashOf(member, `dividend@${venue.date()}`)).toBe(0n)
  })

  test('is owed by a short seller and collected on the payment date', async () => {
    const member = await holder(1, { direction: 'short', price: 10_000 })
    await venue.announce({ symbol, paysOn: venue.inDays(2) })
    await venue.passExDate(symbol, member)
    const paysOn = venue.inDays(1)
    expect(await cashOf(member, `payable@${paysOn}`)).toBe(-180_000n)
    await nextDays(1)
    await venue.book()
    await venue.sweep()
    expect(await cashOf(member, `payable@${paysOn}`)).toBe(0n)
    expect(await venue.dividend(member, symbol)).toMatchObject({
      state: 'paid',
      mine: { owed: '180000', net: '0' },
    })
  })

  test('does not reach a purchase of the ex-date', async () => {
    await holder(1)
    await venue.announce({ symbol, paysOn: venue.inDays(4) })
    await venue.passExDate(symbol)
    const late = await venue.member()
    await venue.holding(late, { symbol, price: 9_820 }, false)
    expect((await venue.dividend(late, symbol)).mine).toBeNull()
  })

  test('lowers stops and price alerts with the price', async () => {
    const member = await holder(1)
    await venue.votes.owner.query(
      `INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at, after_event, priced_on)
       SELECT gen_random_uuid(), p.member_id, p.symbol, p.id, 'stop', '{"stop":{"trigger":9900,"price":9890}}', 1000, current_date + 90, now(), 0, current_date
       FROM app.positions p WHERE p.member_id = $1`,
      [member.memberId],
    )
    // The second becomes what the first was.
    for (const threshold of [9_720, 9_900])
      await venue.votes.owner.query(
        `INSERT INTO app.price_alerts (id, member_id, symbol, kind, threshold, repeat, created_at, after_event)
         VALUES (gen_random_uuid(), $1, $2, 'falls-to', $3, 'once', now(), 0)`,
        [member.memberId, symbol, threshold],
      )
    await venue.announce({ symbol, paysOn: venue.inDays(4) })
    expect((await venue.dividend(member, symbol)).lowers).toEqual([
      { of: 'stop', from: 9_900, to: 9_720 },
      { of: 'alert', from: 9_900, to: 9_720 },
      { of: 'alert', from: 9_720, to: 9_540 },
    ])
    await venue.passExDate(symbol, member)
    const { rows } = await venue.votes.owner.query(
      `SELECT (SELECT body FROM app.conditional_orders WHERE member_id = $1) AS body,
         (SELECT array_agg(threshold ORDER BY threshold) FROM app.price_alerts WHERE member_id = $1) AS alerts`,
      [member.memberId],
    )
    expect(rows[0]).toEqual({ body: { stop: { trigger: 9_720, price: 9_710 } }, alerts: [9_540, 9_720] })
    await venue.votes.owner.query(`DELETE FROM app.conditional_orders WHERE member_id = $1`, [
      member.memberId,
    ])
  })

  test('keeps the opening waiting until settlement has the close', async () => {
    await holder(1)
    await venue.announce({ symbol, paysOn: venue.inDays(4) })
    expect(await venue.passExDates(symbol)).toBe(false)
    await venue.passExDate(symbol)
    expect(await venue.passExDates(symbol)).toBe(true)
  })

  test('reaches a buyer of odd lots in the auction after the close', async () => {
    const [seller, buyer] = [await holder(1), await venue.member()]
    await venue.announce({ symbol, paysOn: venue.inDays(4) })
    const { now } = venue.venue
    const hours = { from: now, shown: now + 50_000, until: now + 60_000 }
    await venue.closeDay(hours)
    await venue.placed(buyer, { symbol, quantity: 300, price: 10_000 })
    await oddSeat(venue.venue, 'maker-1', symbol, 'sell', 10_000, 300)
    await venue.untilIdle()
    expect(await venue.passExDates(symbol)).toBe(false)
    venue.venue.now = hours.until
    for (const shard of shards)
      await venue.venue.submit(shard, { kind: 'cancel-all', account: seatAccount('no-orders') })
    await venue.untilIdle()
    expect(await venue.passExDates(symbol)).toBe(true)
    await venue.openCall()
    await venue.book()
    await venue.continuous()
    // 300 shares at 1.80 each.
    expect(await venue.dividend(buyer, symbol)).toMatchObject({ mine: { gross: '54000' } })
    expect(await venue.dividend(seller, symbol)).toMatchObject({ mine: { gross: '180000' } })
  })

  test('equals the rule in every figure', async () => {
    const { rows } = await venue.votes.owner.query<{
      micros: string
      shares: string
      gross: string
      held: string
      price: number
      ex: number
    }>(
      `SELECT m.micros, m.shares, m.price, app.ex_price('stock', m.price, m.micros) AS ex, app.dividend_gross(m.micros, m.shares) AS gross,
         app.dividend_withheld(app.dividend_gross(m.micros, m.shares), 2000000, 211) AS held
       FROM (SELECT (random() * 30000000)::bigint AS micros, (random() * 500000)::bigint AS shares, (random() * 150000)::integer + 10 AS price
         FROM generate_series(1, 500)) AS m`,
    )
    for (const { micros, shares, gross, held, price, ex } of rows) {
      expect(exReference('stock', price, Number(micros))).toBe(ex)
      expect(grossOf(Number(micros), BigInt(shares))).toBe(BigInt(gross))
      expect(withheldOf({ supplementFrom: 2_000_000, supplementRate: 211 }, BigInt(gross))).toBe(BigInt(held))
    }
  })
})

describe('an announcement', () => {
  test('needs a second operator', async () => {
    const proposed = await venue.propose({ symbol })
    if (!proposed.ok) throw new Error(proposed.msg)
    const { reviewId } = proposed.data
    await expect(
      venue.venue.db.query('SELECT app.announce_corporate_action($1, now())', [reviewId]),
    ).rejects.toThrow('not approved by two')
    const id = await venue.subjectOf(reviewId)
    await expect(venue.votes.vote(0, 'corporate-actions', id, 'approve', 'again')).rejects.toThrow('refused')
    await venue.votes.vote(1, 'corporate-actions', id, 'reject', 'wrong date', { reason: 'other' })
    await venue.execute()
    const { rows } = await venue.votes.owner.query('SELECT 1 FROM app.corporate_actions WHERE id = $1', [id])
    expect(rows).toEqual([])
  })

  test('names the first wrong field', async () => {
    const field = async (over: object) => {
      const answer = await venue.propose({ symbol, ...over })
      return answer.ok ? undefined : answer.field
    }
    expect(await field({ symbol: '9998' })).toBe('symbol')
    expect(await field({ cashMicros: 0 })).toBe('cashMicros')
    expect(await field({ exOn: venue.date() })).toBe('exOn')
    expect(await field({ paysOn: venue.inDays(1) })).toBe('paysOn')
  })
})

describe('a taken worker', () => {
  test('cannot pay twice, to another, more, or after a change', async () => {
    const { db, sql } = venue.venue
    const member = await holder(1)
    const stranger = await venue.member()
    const id = await venue.announce({ symbol, paysOn: venue.inDays(2) })
    await expect(
      db.query('UPDATE app.corporate_actions SET cash_micros = 9 WHERE id = $1', [id]),
    ).rejects.toThrow('permission denied')
    await expect(
      db.query(
        `INSERT INTO app.dividend_entitlements (action_id, member_id, long_shares, short_shares, gross, withheld, owed)
         VALUES ($1, $2, 1, 0, 100, 0, 0)`,
        [id, stranger.memberId],
      ),
    ).rejects.toThrow('permission denied')
    // The day is not over.
    await expect(
      db.query('SELECT app.take_entitlements($1, 0::smallint, 9820, now())', [id]),
    ).rejects.toThrow('is not over')
    await venue.passExDate(symbol, member)
    const right = {
      actionId: id,
      memberId: member.memberId,
      paysOn: venue.inDays(1),
      gross: 180_000n,
      withheld: 0n,
      owed: 0n,
      owedSupplement: 0n,
    }
    const forged = async (dividend: typeof right, key = randomUUID()) =>
      db.transaction(async (tx) => {
        const posted = await post(tx, { ...payEntry(dividend, new Date(venue.venue.now)), key })
        if (!posted.ok) throw new Error(posted.reason)
        await payRows(tx, {
          actionId: id,
          memberIds: [dividend.memberId],
          entryIds: [posted.entryId],
          at: new Date(venue.venue.now),
        })
      })
    const accrued = async (dividend: typeof right) =>
      db.transaction(async (tx) => {
        const at = new Date(venue.venue.now)
        const posted = await post(tx, { ...accrueEntry(dividend, at), key: randomUUID() })
        if (!posted.ok) throw new Error(posted.reason)
        await accrueRows(tx, { actionId: id, memberIds: [dividend.memberId], entryIds: [posted.entryId], at })
      })
    await expect(accrued(right)).rejects.toThrow('not what they are entitled to')
    await expect(accrued({ ...right, memberId: stranger.memberId })).rejects.toThrow(
      'not what they are entitled to',
    )
    await expect(forged({ ...right, gross: 90_000n })).rejects.toThrow('not what was accrued')
    // An entry alone, without its row.
    await expect(
      db.transaction(async (tx) => {
        await post(tx, { ...accrueEntry(right, new Date(venue.venue.now)), key: randomUUID() })
      }),
    ).rejects.toThrow('no dividend that says so')
    await nextDays(1)
    await venue.book()
    await expect(forged(right)).rejects.toThrow('insufficient')
    const [paid] = await sql.query<{ count: string }>(
      `SELECT count(*) FROM ledger.entries WHERE event = 'dividend.paid' AND reference = $1 AND key NOT LIKE '% seats'`,
      [id],
    )
    expect(Number(paid!.count)).toBe(1)
  })

  test('can set the price of an ex-date only before its day', async () => {
    const { db } = venue.venue
    const member = await holder(1)
    await venue.announce({ symbol })
    const ask = (price: number): Promise<unknown> =>
      db.query('SELECT exchange.submit($1, $2)', [
        shardOf(symbol),
        JSON.stringify({ kind: 'reference', symbol, price }),
      ])
    await expect(ask(9_820)).rejects.toThrow('may not ask the venue')
    await venue.closeDay()
    await venue.passExDates(symbol)
    await expect(ask(5_000)).rejects.toThrow('may not ask the venue')
    await ask(9_820)
    await venue.openCall()
    await venue.votes.owner.query(`INSERT INTO exchange.phase_changes VALUES ($1, $2, 'opening-call')`, [
      shardOf(symbol),
      venue.date(),
    ])
    await expect(ask(9_820)).rejects.toThrow('may not ask the venue')
    await venue.book()
    await venue.continuous()
    expect(await referenceNow()).toBe(9_820)
    expect(await cashOf(member, 'available')).toBeGreaterThan(0n)
  })
})
