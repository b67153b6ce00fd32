// Announcements of dividends on the real api, PostgreSQL, exchange and settlement: holders get notices, and two operators cancel one
// before its ex-date. What each role is refused, and the books after every test.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { breaking } from './support/breaking.ts'
import { type Dividend, type DividendVenue, openDividendVenue } from './support/dividend-venue.ts'
import { ownStocks } from './support/own-stocks.ts'
import type { TestMember } from './support/start-test-api.ts'

const stocks = ownStocks(11)
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
  await venue.notify()
  await venue.untilIdle()
  expect(await venue.everyBreach()).toEqual([])
})

const holder = async (ticket: object = {}): Promise<TestMember> => {
  const member = await venue.member()
  await venue.holding(member, { symbol, lots: 1, ...ticket }, false)
  return member
}
const referenceNow = async (): Promise<number> => {
  const [row] = await venue.venue.sql.query<{ reference: number }>(
    'SELECT reference FROM settlement.prices WHERE symbol = $1',
    [symbol],
  )
  return row!.reference
}

describe('an announcement', () => {
  test('reaches holders and shorts, and no other member', async () => {
    const long = await holder()
    const short = await holder({ direction: 'short', price: 10_000 })
    const stranger = await venue.member()
    const id = await venue.announce({ symbol })
    expect(await venue.notify()).toBe(2)
    expect(await venue.notify()).toBe(0)
    for (const member of [long, short]) expect(await venue.noticesOf(member)).toEqual(['dividend.announced'])
    expect(await venue.noticesOf(stranger)).toEqual([])
    const { rows } = await venue.votes.owner.query(
      `SELECT params, path FROM app.notices WHERE member_id = $1 AND code = 'dividend.announced'`,
      [long.memberId],
    )
    expect(rows[0]).toMatchObject({
      params: { cash: '1.80', exOn: venue.inDays(1), paysOn: venue.inDays(3) },
      path: `/position/position?view=dividend&symbol=${symbol}&id=${id}`,
    })
  })

  test('reaches each holder once, wherever the worker is cut short', async () => {
    const members = [await holder(), await holder(), await holder()]
    await venue.announce({ symbol })
    let cuts = 0
    for (let statements = 1; ; statements += 1) {
      const [run] = await Promise.allSettled([venue.notify(1, breaking(venue.venue.db, statements))])
      if (run.status === 'fulfilled') break
      cuts += 1
    }
    expect(cuts).toBeGreaterThan(3)
    for (const member of members) expect(await venue.noticesOf(member)).toEqual(['dividend.announced'])
  })

  test('is not sent any more once it is cancelled', async () => {
    const member = await holder()
    await venue.cancel(await venue.announce({ symbol }))
    await venue.notify()
    expect(await venue.noticesOf(member)).toEqual(['dividend.cancelled'])
  })
})

describe('a cancelled dividend', () => {
  test('changes no price, pays no member and reaches its holders', async () => {
    const member = await holder()
    const id = await venue.announce({ symbol })
    await venue.notify()
    expect(await venue.noticesOf(member)).toEqual(['dividend.announced'])
    await venue.cancel(id)
    await venue.notify()
    // Both may have the same millisecond.
    expect([...(await venue.noticesOf(member))].sort()).toEqual(['dividend.announced', 'dividend.cancelled'])
    expect(await venue.dividend(member, symbol)).toMatchObject({
      state: 'cancelled',
      cancelledAt: expect.any(String),
      lowers: [],
      mine: null,
    })
    await venue.passExDate(symbol, member)
    expect(await referenceNow()).toBe(10_000)
    for (let day = 0; day < 3; day += 1) await venue.nextDay()
    expect(await venue.book()).toBe(0)
    expect(await venue.balance(`member/${member.memberId}/TWD/dividend@${venue.date()}`)).toBe(0n)
  })

  test('gives its ex-date to the corrected one', async () => {
    const member = await holder()
    const wrong = await venue.announce({ symbol })
    expect(await venue.propose({ symbol })).toMatchObject({ ok: false, field: 'exOn' })
    await venue.cancel(wrong)
    const right = await venue.announce({ symbol, cashMicros: 800_000 })
    const { actions } = await venue.call(member, '/corporate-actions/ofStock', { symbol })
    expect(actions.map(({ actionId, state }: Dividend) => [actionId, state])).toEqual([
      [right, 'announced'],
      [wrong, 'cancelled'],
    ])
    await venue.passExDate(symbol, member)
    expect(await referenceNow()).toBe(9_920)
    for (let day = 0; day < 2; day += 1) await venue.nextDay()
    // The members', and one of the market makers.
    expect(await venue.book()).toBe(2)
  })

  test('needs a second operator and an open proposal only once', async () => {
    const id = await venue.announce({ symbol })
    const proposed = await venue.proposeCancel(id)
    if (!proposed.ok) throw new Error(proposed.msg)
    const { reviewId } = proposed.data
    expect(await venue.proposeCancel(id)).toMatchObject({ ok: false, msg: 'proposal.open' })
    const found = await venue.published()
    if (!found.ok) throw new Error(found.msg)
    expect(found.data.actions[0]).toMatchObject({ actionId: id, cancelling: { reviewId } })
    await expect(
      venue.venue.db.query('SELECT app.cancel_corporate_action($1, now())', [reviewId]),
    ).rejects.toThrow('not a cancellation that two operators approved')
    await expect(venue.votes.vote(0, 'dividend-cancel', id, 'approve', 'again')).rejects.toThrow('refused')
    await venue.votes.vote(1, 'dividend-cancel', id, 'reject', 'it is right', { reason: 'other' })
    await venue.execute()
    expect(await stateOf(id)).toBe('announced')
  })

  test('is refused from the ex-date on', async () => {
    const member = await holder()
    const id = await venue.announce({ symbol })
    const proposed = await venue.proposeCancel(id)
    if (!proposed.ok) throw new Error(proposed.msg)
    await venue.passExDate(symbol, member)
    // Approved too late: holders are entitled.
    await venue.votes.vote(1, 'dividend-cancel', id, 'approve', 'seen')
    await venue.execute()
    expect(await stateOf(id)).toBe('ex')
    expect(await venue.proposeCancel(id)).toMatchObject({ ok: false, msg: 'offer.closed' })
    expect(await venue.proposeCancel('00000000-0000-4000-8000-000000000001')).toMatchObject({
      ok: false,
      msg: 'request.not-found',
    })
  })
})

describe('a taken worker', () => {
  test('cannot cancel by itself, nor by the announcement’s review', async () => {
    const { db, sql } = venue.venue
    const id = await venue.announce({ symbol })
    const [row] = await sql.query<{ review: string }>(
      'SELECT review_id AS review FROM app.corporate_actions WHERE id = $1',
      [id],
    )
    await expect(db.query('SELECT app.cancel_corporate_action($1, now())', [row!.review])).rejects.toThrow(
      'not a cancellation that two operators approved',
    )
    await expect(
      db.query(`UPDATE app.corporate_actions SET state = 'cancelled' WHERE id = $1`, [id]),
    ).rejects.toThrow('permission denied')
    await expect(
      db.query(`INSERT INTO app.dividend_notices (action_id, state) VALUES ($1, 'cancelled')`, [id]),
    ).rejects.toThrow('permission denied')
    expect(await stateOf(id)).toBe('announced')
  })

  test('cannot bring a cancelled dividend past its ex-date', async () => {
    await holder()
    const id = await venue.announce({ symbol })
    await venue.cancel(id)
    await venue.closeDay()
    await expect(
      venue.venue.db.query('SELECT app.take_entitlements($1, 0::smallint, 9820, now())', [id]),
    ).rejects.toThrow('no rows')
    await venue.openCall()
    await venue.continuous()
  })
})

test('reconciliation finds a cancellation without two operators', async () => {
  const id = await venue.announce({ symbol })
  const { owner } = venue.votes
  await owner.query(
    `UPDATE app.corporate_actions SET state = 'cancelled', cancelled_at = now(), cancel_review_id = review_id WHERE id = $1`,
    [id],
  )
  expect(JSON.stringify(await venue.everyBreach())).toContain('cancelled without two operators')
  await owner.query(`DELETE FROM app.dividend_notices WHERE action_id = $1`, [id])
  await owner.query(`DELETE FROM app.corporate_actions WHERE id = $1`, [id])
})

async function stateOf(id: string): Promise<string> {
  const { rows } = await venue.votes.owner.query<{ state: string }>(
    'SELECT state FROM app.corporate_actions WHERE id = $1',
    [id],
  )
  return rows[0]!.state
}
