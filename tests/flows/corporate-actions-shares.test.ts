// Stock dividends and splits on the real api, PostgreSQL, exchange and settlement: what becomes of positions, shorts, loans, triggers
// and shares of market makers. The books after every test.

import { randomUUID } from 'node:crypto'
import { shardOf } from '@fairlot/contract/venue'
import { postMany } from '@fairlot/ledger'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entitlementOf, exReference, ratioOf } from '../../packages/rules/src/corporate-actions/index.ts'
import { type DividendVenue, openDividendVenue } from './support/dividend-venue.ts'
import { ownStocks } from './support/own-stocks.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'

const stocks = ownStocks(14)
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

interface Held {
  readonly member: TestMember
  readonly positionId: string
}
const holder = async (lots = 1, ticket: object = {}): Promise<Held> => {
  const member = await venue.member()
  return { member, positionId: await venue.holding(member, { symbol, lots, ...ticket }, false) }
}
const sharesOf = ({ member }: Held, kind: string): Promise<bigint> =>
  venue.balance(`member/${member.memberId}/stk:${symbol}/${kind}`)
const cashOf = ({ member }: Held, kind: string): Promise<bigint> =>
  venue.balance(`member/${member.memberId}/TWD/${kind}`)
const accountOf = ({ member }: Held) => venue.call(member, '/positions/account')
const positionOf = ({ positionId }: Held): Promise<any> => venue.venue.position(positionId)
const nextDays = async (days: number): Promise<void> => {
  for (let day = 0; day < days; day += 1) await venue.nextDay()
}
const issued = (): Promise<bigint> => venue.balance(`house/main/stk:${symbol}/issue`)

describe('a stock dividend', () => {
  test('adds shares on the ex-date, sellable from the payment date on', async () => {
    const held = await holder(2)
    const before = await issued()
    const worth = (await accountOf(held)).total
    await venue.announce({ symbol, cashMicros: 1_000_000, stockMicros: 100_000 })
    expect((await venue.dividend(held.member, symbol)).mine).toMatchObject({
      newShares: 200,
      fraction: '0',
      gross: '200000',
    })
    await venue.passExDate(symbol, held.member)
    // (100.00 − 1.00) ÷ 1.1 is 90.00: 2,200 × 90.00 + 2,000.00 are 200,000.
    expect(await venue.dividend(held.member, symbol)).toMatchObject({ close: 10_000, reference: 9_000 })
    expect(await positionOf(held)).toMatchObject({ shares: 2_200, opened_shares: 2_200, closing: 200 })
    expect(await sharesOf(held, `dividend@${venue.inDays(2)}`)).toBe(200n)
    // Everybody who holds gets a tenth.
    expect(await issued()).toBe(before + before / 10n)
    const account = await accountOf(held)
    expect(account.total).toBe(worth)
    expect(account.day).toMatchObject({ profit: '0', paidIn: '0' })
    await signInAgain(held.member)
    const tooMuch = await venue.close(held.member, { positionId: held.positionId, lots: 3, price: 9_000 })
    expect(tooMuch.http).not.toBe(200)

    await nextDays(2)
    await venue.book()
    expect(await sharesOf(held, `dividend@${venue.date()}`)).toBe(0n)
    expect(await positionOf(held)).toMatchObject({ shares: 2_200, closing: 0 })
    expect(await venue.dividend(held.member, symbol)).toMatchObject({ state: 'paid' })
    expect((await venue.noticesOf(held.member)).toSorted()).toEqual([
      'dividend.accrued',
      'dividend.paid',
      'stock-dividend.arrived',
      'stock-dividend.due',
    ])
    expect(await venue.book()).toBe(0)
  })

  test('pays fractions in whole dollars of the reference price', async () => {
    const held = await holder(1)
    // 33.333 new shares; 0.333 × 96.80 are 32 dollars.
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 33_333 })
    await venue.passExDate(symbol, held.member)
    const { reference, mine } = await venue.dividend(held.member, symbol)
    expect(reference).toBe(9_680)
    expect(mine).toMatchObject({ newShares: 33, fraction: '3200', gross: '3200' })
    expect(await cashOf(held, `dividend@${venue.inDays(2)}`)).toBe(3_200n)
  })

  test('collects the supplement that the cash does not cover', async () => {
    const held = await holder(10)
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 500_000, paysOn: venue.inDays(2) })
    await venue.passExDate(symbol, held.member)
    // 5,000 new shares at 10.00 are 50,000; 2.11 % of it is 1,055.
    const paysOn = venue.inDays(1)
    expect(await cashOf(held, `payable@${paysOn}`)).toBe(-105_500n)
    await nextDays(1)
    await venue.book()
    await venue.sweep()
    expect(await cashOf(held, `payable@${paysOn}`)).toBe(0n)
    expect(await venue.noticesOf(held.member)).toContain('dividend.owed')
  })

  test('makes a short owe more shares', async () => {
    const held = await holder(2, { direction: 'short' })
    const { maintenance } = (await accountOf(held)) as { maintenance?: unknown }
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 250_000 })
    await venue.passExDate(symbol, held.member)
    expect(await positionOf(held)).toMatchObject({ shares: 2_500, closing: 0 })
    expect(await sharesOf(held, 'loan')).toBe(-2_500n)
    expect(await venue.balance(`lending/pool/stk:${symbol}/lent`)).toBe(2_500n)
    expect(((await accountOf(held)) as { maintenance?: unknown }).maintenance).toEqual(maintenance)
    expect((await venue.dividend(held.member, symbol)).mine).toMatchObject({ owedShares: 500, owed: '0' })
    expect(await venue.noticesOf(held.member)).toEqual(['stock-dividend.owed'])
  })

  test('keeps a loan as well covered as it was', async () => {
    const held = await holder(4, { multiple: 250 })
    const ratio = () => venue.call(held.member, '/positions/account')
    const before = await ratio()
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 250_000 })
    await venue.passExDate(symbol, held.member)
    const after = await ratio()
    expect(after.ratio ?? after.maintenanceBp).toEqual(before.ratio ?? before.maintenanceBp)
    expect(await positionOf(held)).toMatchObject({ shares: 5_000, closing: 1_000 })
  })

  test('of a position that was partly closed keeps result and cost exact', async () => {
    const held = await holder(3)
    await venue.sleep(held.member)
    await venue.sleep(held.member)
    await venue.venue.seat('maker-2', symbol, 'buy', 10_000, 1)
    const sold = await venue.close(held.member, { positionId: held.positionId, lots: 1, price: 10_000 })
    expect(sold.http).toBe(200)
    await venue.state(sold.body.data.orderId, 'filled')
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 33_333 })
    await venue.passExDate(symbol, held.member)
    // 2,066.666 shares are open, 1,033.333 would have been closed.
    expect(await positionOf(held)).toMatchObject({ shares: 2_066, opened_shares: 2_066 + 1_033 })
    expect((await venue.dividend(held.member, symbol)).mine).toMatchObject({ newShares: 66 })
  })
})

describe('a split', () => {
  test('multiplies shares at once and keeps what they are worth', async () => {
    const held = await holder(2)
    const short = await holder(1, { direction: 'short' })
    const worth = (await accountOf(held)).total
    const seats = await seatShares()
    await venue.announceSplit({ symbol, splitTo: 4, splitFrom: 1 })
    await venue.passExDate(symbol, held.member, short.member)
    expect(await venue.dividend(held.member, symbol)).toMatchObject({ close: 10_000, reference: 2_500 })
    expect(await positionOf(held)).toMatchObject({ shares: 8_000, opened_shares: 8_000, closing: 0 })
    expect(await sharesOf(short, 'loan')).toBe(-4_000n)
    const account = await accountOf(held)
    expect(account.total).toBe(worth)
    expect(account.day).toMatchObject({ profit: '0' })
    expect(await seatShares()).toBe(4n * seats)
    expect(await venue.noticesOf(held.member)).toEqual(['split.effective'])
    await nextDays(2)
    await signInAgain(held.member)
    await venue.venue.seat('maker-2', symbol, 'buy', 2_500, 8)
    const sold = await venue.close(held.member, { positionId: held.positionId, lots: 8, price: 2_500 })
    expect(sold.http).toBe(200)
    await venue.state(sold.body.data.orderId, 'filled')
    await venue.book()
    expect(await venue.dividend(held.member, symbol)).toMatchObject({ state: 'paid' })
  })

  test('consolidates shares and pays the fractions', async () => {
    const held = await holder(1)
    const short = await holder(1, { direction: 'short' })
    await venue.announceSplit({ symbol, splitTo: 1, splitFrom: 7 })
    await venue.passExDate(symbol, held.member, short.member)
    // 1,000 are 142 and six sevenths of a share at 700.00: 600 dollars.
    const { reference, mine } = await venue.dividend(held.member, symbol)
    expect(reference).toBe(70_000)
    expect(mine).toMatchObject({ newShares: -858, fraction: '60000', net: '60000', withheld: '0' })
    expect(await positionOf(held)).toMatchObject({ shares: 142, opened_shares: 142, state: 'holding' })
    expect(await sharesOf(short, 'loan')).toBe(-142n)
    expect(await cashOf(short, `payable@${venue.inDays(2)}`)).toBe(-60_000n)
    await nextDays(2)
    await venue.book()
    await venue.sweep()
    expect(await venue.dividend(held.member, symbol)).toMatchObject({ state: 'paid' })
  })

  test('cancels conditional orders and adjusts alerts', async () => {
    const held = await holder(1)
    await venue.votes.owner.query(
      `WITH kept AS (
         INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at, after_event, priced_on)
         VALUES (gen_random_uuid(), $1, $2, $3, 'stop', '{"stop":{"trigger":9500,"price":9400}}', 1000, current_date + 90, now(), 0, current_date)
       ) UPDATE app.positions SET closing = 1000 WHERE id = $3`,
      [held.member.memberId, symbol, held.positionId],
    )
    await venue.votes.owner.query(
      `INSERT INTO app.price_alerts (id, member_id, symbol, kind, threshold, repeat, created_at, after_event)
       VALUES (gen_random_uuid(), $1, $2, 'falls-to', 9000, 'once', now(), 0)`,
      [held.member.memberId, symbol],
    )
    await venue.announceSplit({ symbol, splitTo: 2, splitFrom: 1 })
    await venue.passExDate(symbol, held.member)
    const { rows } = await venue.votes.owner.query(
      `SELECT (SELECT state || ' ' || reason FROM app.conditional_orders WHERE member_id = $1) AS stop,
         (SELECT threshold FROM app.price_alerts WHERE member_id = $1) AS alert`,
      [held.member.memberId],
    )
    expect(rows[0]).toEqual({ stop: 'cancelled split', alert: 4_500 })
    expect(await positionOf(held)).toMatchObject({ shares: 2_000, closing: 0 })
  })

  test('is proposed while a short order is open', async () => {
    await holder(1)
    const member = await venue.member()
    await venue.placed(member, { symbol, direction: 'short', lots: 1, price: 10_500 })
    expect(await venue.balance(`lending/pool/stk:${symbol}/held`)).toBe(1_000n)
    expect(await venue.proposeSplit({ symbol, splitTo: 2, splitFrom: 1 })).toMatchObject({ ok: true })
  })

  test('is refused while new shares have not arrived', async () => {
    await venue.announce({ symbol, cashMicros: 0, stockMicros: 100_000, paysOn: venue.inDays(5) })
    const early = await venue.proposeSplit({
      symbol,
      splitTo: 2,
      exOn: venue.inDays(3),
      paysOn: venue.inDays(9),
    })
    expect(early).toMatchObject({ ok: false, field: 'exOn' })
    const same = await venue.proposeSplit({ symbol })
    expect(same).toMatchObject({ ok: false, field: 'splitTo' })
  })
})

test('SQL computes shares, fractions and prices as the rules do', async () => {
  const { rows } = await venue.votes.owner.query(
    `SELECT m.*, (e.a).ratio_to, (e.a).ratio_from, app.ex_price('stock', m.price, 0, (e.a).ratio_to, (e.a).ratio_from) AS ex,
       div(m.shares * (e.a).ratio_to::numeric, (e.a).ratio_from)::integer AS after,
       app.fraction_cash(e.a, m.shares * (e.a).ratio_to::numeric % (e.a).ratio_from,
         app.ex_price('stock', m.price, 0, (e.a).ratio_to, (e.a).ratio_from))::text AS fraction
     FROM (SELECT (random() * 500000)::integer + 1 AS shares, (random() * 150000)::integer + 10 AS price,
         (random() * 1000000)::integer * (n % 2) AS stock, CASE WHEN n % 2 = 1 THEN 1 ELSE (random() * 99)::integer + 1 END AS "to",
         CASE WHEN n % 2 = 1 THEN 1 ELSE (random() * 99)::integer + 1 END AS "from"
       FROM generate_series(1, 400) AS n) AS m
     CROSS JOIN LATERAL (SELECT jsonb_populate_record(NULL::app.corporate_actions, jsonb_build_object('ratio_to',
       (1000000 + m.stock::bigint) * m.to, 'ratio_from', 1000000::bigint * m.from, 'fraction_rate', 10000)) AS a) AS e`,
  )
  for (const row of rows) {
    const terms = { stockMicros: row.stock, splitTo: row.to, splitFrom: row.from }
    expect(exReference('stock', row.price, 0, ratioOf(terms))).toBe(row.ex)
    const due = entitlementOf(
      {
        ...terms,
        cashMicros: 0,
        fractionRate: 10_000,
        parValue: 1_000,
        supplementFrom: 2_000_000,
        supplementRate: 211,
      },
      row.ex,
      [{ direction: 'long', shares: row.shares, owes: false }],
    )
    expect(due.newShares).toBe(row.after - row.shares)
    expect(due.fraction).toBe(BigInt(row.fraction))
  }
})

describe('a taken worker', () => {
  test('cannot credit shares without an approved action and its entitlement', async () => {
    const { db } = venue.venue
    const held = await holder(1)
    const id = await venue.announce({ symbol, cashMicros: 0, stockMicros: 100_000 })
    const stock = `stk:${symbol}` as const
    const forged = (event: string, lines: readonly (readonly [string, bigint])[]) =>
      db.transaction(async (tx) => {
        await postMany(tx, [
          {
            event,
            reference: id,
            key: randomUUID(),
            postedAt: new Date(venue.venue.now),
            lines: lines.map(([account, amount]) => ({ account: account as never, amount })),
          },
        ])
      })
    const mine = `member/${held.member.memberId}/${stock}`
    const issue = `house/main/${stock}/issue`
    await expect(
      forged('shares.adjusted', [
        [issue, -5_000n],
        [`${mine}/available`, 5_000n],
      ]),
    ).rejects.toThrow('no corporate action that says so')
    await expect(
      db.query(
        `INSERT INTO app.share_adjustments VALUES ($1, $2, $3, 'long', 1000, 9000, 1000, 9000, 0, 0, 0)`,
        [id, held.positionId, held.member.memberId],
      ),
    ).rejects.toThrow('permission denied')
    await expect(
      db.query('UPDATE app.positions SET shares = 9000 WHERE id = $1', [held.positionId]),
    ).rejects.toThrow('permission denied')
    await expect(db.query('SELECT app.deliver_shares($1, 10, now())', [id])).rejects.toThrow(
      'query returned no rows',
    )
    await venue.passExDate(symbol, held.member)
    // Before the payment date: the database asks its own clock, which the venue's is ahead of.
    await venue.votes.owner.query('UPDATE platform.clock_bound SET seconds = 60')
    try {
      await expect(db.query('SELECT app.deliver_shares($1, 10, now())', [id])).rejects.toThrow('is paid on')
    } finally {
      await venue.votes.owner.query('UPDATE platform.clock_bound SET seconds = 2000000000')
    }
    await expect(
      forged('shares.delivered', [
        [`${mine}/dividend@${venue.inDays(2)}`, -100n],
        [`${mine}/available`, 100n],
      ]),
    ).rejects.toThrow('no corporate action that says so')
    await expect(
      db.query('UPDATE app.dividend_entitlements SET new_shares = 500 WHERE action_id = $1', [id]),
    ).rejects.toThrow('permission denied')
    await expect(
      db.query('SELECT app.post_shares($1, $2, $3, $4, $5, $6, $7, now())', [
        'shares.adjusted',
        id,
        ['x'],
        [1, 1],
        [issue, `${mine}/available`],
        [-1, 1],
        [null, null],
      ]),
    ).rejects.toThrow('permission denied')
  })
})

test('a day is not over before its auction of odd lots', async () => {
  const { db } = venue.venue
  const { owner } = venue.votes
  await holder(1)
  await venue.closeDay()
  await venue.untilIdle()
  const close = (seconds: number) =>
    owner
      .query(
        `UPDATE settlement.prices SET odd_until = clock_timestamp() + $2 * interval '1 second' WHERE symbol = $1`,
        [symbol, seconds],
      )
      .then(() => db.query('SELECT * FROM app.last_close($1::smallint, $2)', [shardOf(symbol), symbol]))
  await owner.query('UPDATE platform.clock_bound SET seconds = 60')
  try {
    expect(await close(600)).toEqual([])
    expect(await close(-600)).toHaveLength(1)
  } finally {
    await owner.query('UPDATE platform.clock_bound SET seconds = 2000000000')
  }
  await venue.openCall()
  await venue.continuous()
})

async function seatShares(): Promise<bigint> {
  const { rows } = await venue.votes.owner.query(
    `SELECT coalesce(sum(b.balance), 0)::text AS shares FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner_kind IN ('seat', 'lending') AND a.asset = $1 AND a.kind <> 'lent'`,
    [`stk:${symbol}`],
  )
  return BigInt(rows[0].shares as string)
}
