// Conditional entries on the real api, PostgreSQL, NATS, exchange, settlement and quotes. The test moves clock and price
// and runs the watcher by hand, so that it can interrupt it anywhere.

import { setSecurityDay } from '@fairlot/testkit/log-prices'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { breaking } from './support/breaking.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { ownStocks } from './support/own-stocks.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'

const stocks = ownStocks(21)
let symbol = ''
let harness: OrderHarness

beforeAll(async () => {
  harness = await openOrderHarness({ symbols: stocks.symbols })
  await runWatcher()
})
afterAll(() => harness.stop())
beforeEach(() => {
  symbol = stocks.next()
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
})

/** One run of the watcher, on this database. */
function watch(db: Db = harness.venue.db): Promise<number> {
  const { bus, subjects } = harness.venue.settlement
  const orders = { db, bus, subjects, calendar: 'practice', money: 'practice' } as const
  return watchConditionals(orders, new Date(harness.venue.now))
}

/** Runs the watcher until there is nothing left to do, and settles everything in between. */
async function runWatcher(): Promise<void> {
  for (let turns = 0; turns < 10; turns += 1) {
    // Orders are distinguished by the time they were placed.
    harness.venue.now += 1_000
    await harness.untilIdle()
    if ((await watch()) === 0) return harness.untilIdle()
  }
  throw new Error('the watcher does not become idle')
}

interface Wanted {
  readonly conditionalId?: string
  readonly direction?: 'long' | 'short'
  readonly multiple?: 100 | 200 | 250
  readonly way?: 'rise' | 'fall'
  readonly trigger?: number
  /** Null: a market order. */
  readonly price?: number | null
  readonly quantity?: number
  readonly expiresOn?: string
  readonly terms?: string
  readonly acknowledged?: readonly string[]
  readonly replaces?: string
  readonly exits?: { readonly stop?: number; readonly takeProfit?: number }
}

const bodyOf = ({ price = 10_150, ...wanted }: Wanted) => ({
  conditionalId: newId(),
  symbol,
  direction: 'long',
  multiple: 100,
  way: 'rise',
  trigger: 10_100,
  quantity: 2_000,
  expiresOn: harness.date(),
  terms: harness.terms,
  ...(price === null ? {} : { price }),
  ...wanted,
})
const inDays = (days: number): string =>
  new Date(Date.parse(harness.date()) + days * 86_400_000).toISOString().slice(0, 10)
const set = (member: TestMember, wanted: Wanted = {}) =>
  member.client.call('/orders/placeEntry', bodyOf(wanted))

async function placed(member: TestMember, wanted: Wanted = {}): Promise<string> {
  const { body } = await set(member, wanted)
  if (body.status !== 1) throw new Error(JSON.stringify(body))
  return body.data.conditionalId
}

async function entryOf(id: string): Promise<any> {
  const [row] = await harness.venue.sql.query<any>(
    `SELECT state, reason, order_id, due, tries, worst_price FROM app.conditional_orders WHERE id = $1`,
    [id],
  )
  return row
}
const ordersOf = ({ memberId }: TestMember) =>
  harness.venue.sql.query<any>(
    `SELECT id, origin, purpose, price, quantity, state, reason, filled_shares AS filled, held_cash AS "heldCash"
     FROM app.orders WHERE member_id = $1 AND symbol = $2 ORDER BY placed_at, id`,
    [memberId, symbol],
  )
const cash = ({ memberId }: TestMember, kind: string): Promise<number> =>
  harness.venue.balance(`member/${memberId}/TWD/${kind}`)
const pool = (kind: string): Promise<number> => harness.venue.balance(`lending/pool/stk:${symbol}/${kind}`)
/** Value and fee of this many shares of a long without a loan. */
const costOf = (price: number, quantity: number): number =>
  price * quantity + Math.floor((price * quantity * 1_425) / 1_000_000 / 100) * 100
const upper = async (): Promise<number> =>
  (
    await harness.venue.sql.query<{ upper: number }>(
      'SELECT upper FROM settlement.prices WHERE symbol = $1',
      [symbol],
    )
  )[0]!.upper
const entryNotices = async (member: TestMember): Promise<any[]> => {
  const { notices } = (await member.client.call('/notices/list', { topic: 'orders' })).body.data
  return notices
}

describe('placing a conditional entry', () => {
  test('holds the money of its worst price once, also when sent again', async () => {
    const member = await harness.member()
    const free = await cash(member, 'available')
    const body = bodyOf({})
    const first = await member.client.call('/orders/placeEntry', body)
    const held = costOf(10_150, 2_000)
    expect(first.body).toMatchObject({
      status: 1,
      msg: 'done.conditional-placed',
      data: { conditionalId: body.conditionalId, held: String(held) },
    })
    const again = await Promise.all(
      Array.from({ length: 8 }, () => member.client.call('/orders/placeEntry', body)),
    )
    for (const reply of again) expect(reply.body).toEqual(first.body)
    const other = await member.client.call('/orders/placeEntry', { ...body, quantity: 1_000 })
    expect(other.body.msg).toBe('order.duplicate-id')
    expect(await cash(member, 'held')).toBe(held)
    expect(await cash(member, 'available')).toBe(free - held)

    const list = await member.client.call('/orders/listConditional', { which: 'waiting' })
    expect(list.body.data.conditional).toMatchObject([
      {
        conditionalId: body.conditionalId,
        positionId: null,
        kind: 'entry',
        side: 'buy',
        quantity: 2_000,
        entry: {
          direction: 'long',
          multiple: 100,
          way: 'rise',
          trigger: 10_100,
          price: 10_150,
          worstPrice: 10_150,
        },
        state: 'waiting',
        held: String(held),
      },
    ])
    // Nothing is in the book.
    expect(await ordersOf(member)).toEqual([])
  })

  test('a market entry and a short hold for the upper limit', async () => {
    const member = await harness.member()
    const limit = await upper()
    const market = await set(member, { price: null, quantity: 1_000 })
    expect(market.body.data.held).toBe(String(costOf(limit, 1_000)))
    const lendable = await pool('available')
    const short = await set(member, {
      direction: 'short',
      way: 'fall',
      trigger: 9_900,
      price: 9_850,
      quantity: 1_000,
    })
    // Ninety per cent of the value, rounded up to a hundred dollars.
    const margin = Math.ceil((limit * 1_000 * 0.9) / 10_000) * 10_000
    expect(short.body.data.held).toBe(String(margin))
    expect([await pool('available'), await pool('held')]).toEqual([lendable - 1_000, 1_000])
    const loan = await set(member, { multiple: 250, quantity: 1_000 })
    // The terms count what a waiting entry may borrow as owed.
    const { owed } = (await member.client.call('/orders/terms', { symbol })).body.data
    expect(loan.body.status).toBe(1)
    expect(Number(owed)).toBe(limit * 1_000 + Math.floor((10_150_000 * 1.5) / 2.5 / 100_000) * 100_000)
    const reply = await member.client.call('/orders/cancelAll', { stop: false })
    expect(reply.body.data).toEqual({ orders: 0, conditional: 3 })
    expect([await cash(member, 'held'), await pool('held')]).toEqual([0, 0])
    expect(await pool('available')).toBe(lendable)
  })

  test('an invalid entry is refused with its wrong field and holds nothing', async () => {
    const member = await harness.member()
    await harness.trade(symbol, 10_000)
    const cases: readonly [string, Wanted, number, string, string | undefined][] = [
      ['a rise to the last price', { trigger: 10_000 }, 400, 'order.entry-trigger', 'trigger'],
      ['a rise below it', { trigger: 9_950 }, 400, 'order.entry-trigger', 'trigger'],
      ['a fall above it', { way: 'fall', trigger: 10_050 }, 400, 'order.entry-trigger', 'trigger'],
      ['a trigger off the tick', { trigger: 10_103 }, 400, 'order.tick', 'trigger'],
      ['a limit off the tick', { price: 10_103 }, 400, 'order.tick', 'price'],
      ['half a lot', { quantity: 500 }, 400, 'order.lots', 'quantity'],
      ['a day that is over', { expiresOn: '2026-11-15' }, 400, 'order.expiry', 'expiresOn'],
      ['next year', { expiresOn: '2027-11-16' }, 400, 'order.expiry', 'expiresOn'],
      ['other terms', { terms: 'f'.repeat(64) }, 409, 'order.terms-changed', undefined],
      ['a limit far above the trigger', { price: 10_900 }, 409, 'guard.far-price', 'price'],
      ['most of the equity', { quantity: 80_000 }, 409, 'guard.equity-share', undefined],
      [
        'more than the equity',
        { quantity: 400_000, acknowledged: ['equity-share'] },
        409,
        'balance.insufficient',
        undefined,
      ],
      ['one that is not theirs', { replaces: newId() }, 404, 'order.not-found', undefined],
    ]
    for (const [what, wanted, http, msg, field] of cases) {
      const reply = await set(member, wanted)
      expect([what, reply.http, reply.body.msg, reply.body.field]).toEqual([what, http, msg, field])
    }
    expect(await cash(member, 'held')).toBe(0)
    await member.client.call('/orders/cancelAll', { stop: true })
    expect((await set(member)).body.msg).toBe('order.stopped')
  })

  test('two entries cannot hold the same money', async () => {
    const member = await harness.member()
    const lots = Math.floor((await cash(member, 'available')) / costOf(10_150, 1_000)) - 1
    const wanted = { quantity: lots * 1_000, acknowledged: ['equity-share'] }
    const replies = await Promise.all([set(member, wanted), set(member, wanted)])
    expect(replies.map(({ body }) => body.msg).toSorted()).toEqual([
      'balance.insufficient',
      'done.conditional-placed',
    ])
    expect(await cash(member, 'held')).toBe(costOf(10_150, lots * 1_000))
  })

  test('a changed entry replaces the old one, or changes nothing', async () => {
    const member = await harness.member()
    const first = await placed(member)
    const refused = await set(member, { replaces: first, trigger: 9_900 })
    expect(refused.body.msg).toBe('order.entry-trigger')
    expect(await entryOf(first)).toMatchObject({ state: 'waiting' })
    expect(await cash(member, 'held')).toBe(costOf(10_150, 2_000))
    const second = await placed(member, { replaces: first, trigger: 10_200, price: 10_250 })
    expect(await entryOf(first)).toMatchObject({ state: 'cancelled', reason: 'replaced' })
    expect(await cash(member, 'held')).toBe(costOf(10_250, 2_000))
    expect((await set(member, { replaces: first })).body.msg).toBe('order.not-pending')
    const stranger = await harness.member()
    expect((await set(stranger, { replaces: second })).body.msg).toBe('order.not-found')
    const stolen = await stranger.client.call('/orders/cancelConditional', { conditionalId: second })
    expect(stolen.body.msg).toBe('order.not-found')
    await harness.trade(symbol, 10_150)
    await runWatcher()
    expect(await ordersOf(member)).toEqual([])
  })
})

describe('firing a conditional entry', () => {
  test('fires once at a trade at its trigger, with the same money', async () => {
    const member = await harness.member()
    const free = await cash(member, 'available')
    const id = await placed(member)
    const held = await cash(member, 'held')
    await harness.trade(symbol, 10_050)
    await runWatcher()
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', due: null })
    await harness.trade(symbol, 10_100)
    // Two workers run at the same moment.
    await Promise.all([watch(), watch()])
    await harness.untilIdle()
    const row = await entryOf(id)
    expect(row).toMatchObject({ state: 'fired', due: 'entry' })
    expect(await ordersOf(member)).toMatchObject([
      {
        id: row.order_id,
        origin: 'conditional',
        purpose: 'open',
        price: 10_150,
        state: 'entrusted',
        heldCash: String(held),
      },
    ])
    expect(await cash(member, 'held')).toBe(held)
    await harness.venue.seat('maker-3', symbol, 'sell', 10_150, 2)
    await runWatcher()
    expect(await ordersOf(member)).toMatchObject([{ state: 'filled', filled: 2_000 }])
    expect(await harness.venue.position(row.order_id)).toMatchObject({ state: 'holding', shares: 2_000 })
    expect(await cash(member, 'held')).toBe(0)
    expect(await cash(member, 'available')).toBe(free - costOf(10_150, 2_000))
    const notices = await entryNotices(member)
    expect(notices).toMatchObject([
      {
        title: { tw: expect.stringContaining('條件單已觸發') },
        path: `/position/positionDetail?order=${row.order_id}`,
      },
    ])
    const ended = await member.client.call('/orders/listConditional', { which: 'ended' })
    expect(ended.body.data.conditional).toMatchObject([
      { conditionalId: id, state: 'fired', orderId: row.order_id },
    ])
  })

  test('earlier trades fire nothing, and a cancelled entry never fires', async () => {
    const member = await harness.member()
    // Committed by the venue, not read by the watcher yet.
    await harness.trade(symbol, 10_150)
    await harness.trade(symbol, 10_000)
    const id = await placed(member)
    await runWatcher()
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', due: null })
    await harness.trade(symbol, 10_100)
    const cancel = () => member.client.call('/orders/cancelConditional', { conditionalId: id })
    expect((await cancel()).http).toBe(200)
    expect((await cancel()).body.msg).toBe('order.not-pending')
    await runWatcher()
    expect(await entryOf(id)).toMatchObject({ state: 'cancelled', reason: 'asked' })
    expect(await ordersOf(member)).toEqual([])
    expect(await cash(member, 'held')).toBe(0)
  })

  test('a cancel that races the trigger leaves an order or a release', async () => {
    const member = await harness.member()
    const free = await cash(member, 'available')
    for (let turn = 0; turn < 6; turn += 1) {
      await harness.trade(symbol, 10_000)
      await harness.untilIdle()
      const id = await placed(member)
      await harness.trade(symbol, 10_100)
      await harness.untilIdle()
      const kill = turn % 2 === 1
      const [, reply] = await Promise.all([
        watch(),
        kill
          ? member.client.call('/orders/cancelAll', { stop: false })
          : member.client.call('/orders/cancelConditional', { conditionalId: id }),
      ])
      expect(['order.not-pending', undefined]).toContain(reply.body.status === 1 ? undefined : reply.body.msg)
      await runWatcher()
      const { state, order_id: orderId } = await entryOf(id)
      expect(state === 'fired').toBe(orderId !== null)
      if (orderId !== null) await harness.ask(member, '/orders/cancelOrder', { orderId })
      await runWatcher()
      expect(await cash(member, 'held')).toBe(0)
      expect(await cash(member, 'available')).toBe(free)
    }
  })

  test('an interrupted watcher still fires it once', async () => {
    const member = await harness.member()
    const id = await placed(member, { price: null })
    await harness.trade(symbol, 10_100)
    await harness.venue.seat('maker-3', symbol, 'sell', 10_150, 2)
    await harness.untilIdle()
    let cuts = 0
    for (let allowed = 0; ; allowed += 1) {
      const finished = await watch(breaking(harness.venue.db, allowed)).then(
        () => true,
        () => false,
      )
      if (finished) break
      cuts += 1
      const row = await entryOf(id)
      expect(await ordersOf(member)).toHaveLength(row.state === 'fired' ? 1 : 0)
    }
    expect(cuts).toBeGreaterThan(15)
    await runWatcher()
    // Sent at the upper limit for the rest of the day, filled at the price of the book.
    expect(await ordersOf(member)).toMatchObject([{ price: await upper(), state: 'filled', filled: 2_000 }])
    expect(await entryOf(id)).toMatchObject({ state: 'fired' })
  })

  test('waits through a halt and is retried after a refusal', async () => {
    const member = await harness.member()
    const id = await placed(member)
    const held = await cash(member, 'held')
    await harness.trade(symbol, 10_100)
    await harness.venue.submit(shardOf(symbol), { kind: 'halt', symbol, reason: 'news' })
    await harness.untilIdle()
    await watch()
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', due: 'entry' })
    // The platform's state is older than the venue's.
    const putBack = await setSecurityDay(harness.venue.sql, symbol, { state: 'continuous' })
    await watch()
    await harness.untilIdle()
    expect(await ordersOf(member)).toMatchObject([{ state: 'refused', reason: 'halt.no-entry' }])
    await putBack()
    await watch()
    expect(await entryOf(id)).toMatchObject({ state: 'waiting', due: 'entry', order_id: null })
    expect(await cash(member, 'held')).toBe(held)
    await harness.venue.submit(shardOf(symbol), { kind: 'resume', symbol })
    await runWatcher()
    expect(await ordersOf(member)).toMatchObject([
      { state: 'refused' },
      { state: 'entrusted', price: 10_150 },
    ])
    expect(await entryOf(id)).toMatchObject({ state: 'fired' })
    expect(await cash(member, 'held')).toBe(held)
  })

  test('a short and a loan open as ordinary positions', async () => {
    const member = await harness.member()
    const falling = await placed(member, {
      direction: 'short',
      way: 'fall',
      trigger: 9_900,
      price: 9_900,
      quantity: 1_000,
    })
    const rising = await placed(member, { multiple: 250, quantity: 1_000 })
    await harness.trade(symbol, 9_900)
    await harness.venue.seat('maker-3', symbol, 'buy', 9_900, 1)
    await runWatcher()
    const short = await harness.venue.position((await entryOf(falling)).order_id)
    expect(short).toMatchObject({ direction: 'short', shares: 1_000, opened_value: '9900000' })
    await harness.trade(symbol, 10_100)
    await harness.venue.seat('maker-3', symbol, 'sell', 10_100, 1)
    await runWatcher()
    const long = await harness.venue.position((await entryOf(rising)).order_id)
    expect(long).toMatchObject({ direction: 'long', multiple: 250, loan: '6000000' })
    expect(await cash(member, 'held')).toBe(0)
  })

  test('a stopped member gets no order, and is told so', async () => {
    const member = await harness.member()
    const id = await placed(member)
    await harness.venue.sql.query(
      `INSERT INTO app.risk_limits (member_id, stopped_at, stopped_by) VALUES ($1, now(), 'rule')`,
      [member.memberId],
    )
    await harness.trade(symbol, 10_100)
    await runWatcher()
    expect(await entryOf(id)).toMatchObject({ state: 'failed', reason: 'order.stopped', order_id: null })
    expect(await ordersOf(member)).toEqual([])
    expect(await cash(member, 'held')).toBe(0)
    expect(await entryNotices(member)).toMatchObject([
      { summary: { tw: '買進 2 張，你的帳戶已停止下單。凍結的款項已解凍。' } },
    ])
  })

  test('a member who may not trade gets no order', async () => {
    const member = await harness.member()
    const id = await placed(member)
    await harness.venue.sql.query(
      `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on)
       VALUES ($1, $2, 'no-trading', 'market-conduct', 'op-1', 'op-2', $3, $4)`,
      [newId(), member.memberId, new Date(harness.venue.now), harness.date()],
    )
    await harness.trade(symbol, 10_100)
    await runWatcher()
    expect(await entryOf(id)).toMatchObject({ state: 'failed', reason: 'restriction.no-trading' })
    expect(await ordersOf(member)).toEqual([])
    expect(await cash(member, 'held')).toBe(0)
  })

  test('changed terms end it before it fires', async () => {
    const member = await harness.member()
    const id = await placed(member)
    await harness.venue.sql.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ('order.maxConditional', 49, $1, $1, 'test', 'op-1', 'op-2')`,
      [new Date(harness.venue.now)],
    )
    await harness.trade(symbol, 10_100)
    await runWatcher()
    await harness.venue.sql.query('DELETE FROM app.rule_values')
    expect(await entryOf(id)).toMatchObject({ state: 'failed', reason: 'order.terms-changed' })
    expect(await ordersOf(member)).toEqual([])
  })
})

describe('the end of a day', () => {
  test('ends what expires, and an unfilled order is released and reported', async () => {
    const member = await harness.member()
    const free = await cash(member, 'available')
    const waiting = await placed(member, { trigger: 10_200, price: 10_250, quantity: 1_000 })
    const fired = await placed(member)
    await harness.trade(symbol, 10_100)
    await runWatcher()
    expect(await entryOf(fired)).toMatchObject({ state: 'fired' })
    await harness.nextDay()
    await runWatcher()
    expect(await entryOf(waiting)).toMatchObject({ state: 'expired' })
    expect(await ordersOf(member)).toMatchObject([{ state: 'cancelled', reason: 'end-of-day' }])
    expect(await cash(member, 'held')).toBe(0)
    expect(await cash(member, 'available')).toBe(free)
    await signInAgain(member)
    expect((await entryNotices(member)).map(({ title }) => title.tw)).toEqual(
      expect.arrayContaining([expect.stringContaining('條件單已失效')]),
    )
  })

  test('a market entry is funded again for the limits of each day', { timeout: 60_000 }, async () => {
    const [rich, poor] = [await harness.member(), await harness.member()]
    const wanted = { price: null, trigger: 10_900, quantity: 40_000, expiresOn: inDays(5) }
    const [kept, lost] = [await placed(rich, wanted), await placed(poor, wanted)]
    const before = await upper()
    await harness.trade(symbol, 10_300)
    await harness.nextDay()
    // What is left is less than one lot of an order, and less than forty lots need more by the new limit.
    const lots = Math.floor((await cash(poor, 'available')) / 10_020_000)
    await harness.venue.open(poor.memberId, { symbol: '1101', price: 10_000, lots })
    await runWatcher()
    expect(await upper()).toBeGreaterThan(before)
    expect(await entryOf(kept)).toMatchObject({ state: 'waiting', worst_price: await upper() })
    expect(await cash(rich, 'held')).toBe(costOf(await upper(), 40_000))
    expect(await entryOf(lost)).toMatchObject({ state: 'failed', reason: 'balance.insufficient' })
    // Only the order in the book holds money, and the other entry fires with the new day's hold.
    expect(await cash(poor, 'held')).toBe(costOf(10_000, lots * 1_000))
    await harness.moveTo(symbol, 10_900)
    await harness.venue.seat('maker-3', symbol, 'sell', 10_950, 40)
    await runWatcher()
    expect(await ordersOf(rich)).toMatchObject([{ price: await upper(), state: 'filled' }])
  })
})

describe('the exits of an opening order', () => {
  const exits = { stop: 9_800, takeProfit: 10_300 }
  /** A buy of this many lots at NT$100 that carries its exits. */
  const buy = (member: TestMember, lots: number, more: object = {}) =>
    member.client.call('/orders/placeOrder', {
      orderId: harness.newOrderId(),
      symbol,
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      price: 10_000,
      quantity: lots * 1_000,
      validity: 'ROD',
      exits,
      terms: harness.terms,
      ...more,
    })
  const ask = (lots: number, price = 10_000) => harness.venue.seat('maker-1', symbol, 'sell', price, lots)
  const closesOf = (positionId: string) =>
    harness.venue.sql.query<any>(
      `SELECT kind, quantity, state, reason, body, order_id FROM app.conditional_orders WHERE position_id = $1 ORDER BY created_at, quantity`,
      [positionId],
    )
  const sellable = async () => {
    const member = await harness.member()
    await harness.venue.makeEligible(member.memberId)
    return member
  }

  test('a filled order gives its position both, and one cancels the other', async () => {
    const member = await sellable()
    await ask(2)
    const { body } = await buy(member, 2)
    const orderId = body.data.orderId
    expect((await member.client.call('/orders/readOrder', { orderId })).body.data.order).toMatchObject({
      exits,
    })
    await runWatcher()
    expect(await closesOf(orderId)).toMatchObject([
      { kind: 'one-cancels-other', quantity: 2_000, state: 'waiting' },
    ])
    expect((await harness.venue.position(orderId)).closing).toBe(2_000)
    await harness.venue.seat('maker-3', symbol, 'buy', 9_750, 2)
    await harness.trade(symbol, 9_800)
    await runWatcher()
    expect(await closesOf(orderId)).toMatchObject([{ state: 'fired' }])
    expect(await harness.venue.position(orderId)).toMatchObject({ state: 'closed', reason: 'conditional' })
    // The take profit was replaced by the stop in one command.
    expect((await ordersOf(member)).map(({ price, state }) => [price, state])).toEqual([
      [10_000, 'filled'],
      [10_300, 'cancelled'],
      [9_000, 'filled'],
    ])
  })

  test('partial fills get exits, and a cancel leaves no more', async () => {
    const member = await harness.member()
    await ask(1)
    const orderId = (await buy(member, 3)).body.data.orderId
    await runWatcher()
    expect(await closesOf(orderId)).toMatchObject([{ quantity: 1_000, state: 'waiting' }])
    await ask(1)
    await runWatcher()
    // It waits for the first day on which the shares may be sold, so it grows with the fill.
    expect(await closesOf(orderId)).toMatchObject([
      { quantity: 1_000, state: 'cancelled', reason: 'replaced' },
      { quantity: 2_000, state: 'waiting', order_id: null },
    ])
    await harness.ask(member, '/orders/cancelOrder', { orderId })
    await runWatcher()
    expect(await harness.venue.position(orderId)).toMatchObject({ shares: 2_000, closing: 2_000 })
    expect(
      await harness.venue.sql.query('SELECT armed, done FROM app.order_exits WHERE order_id = $1', [orderId]),
    ).toEqual([{ armed: 2_000, done: true }])

    const unfilled = (await buy(member, 1, { price: 9_500, exits: { stop: 9_000 } })).body.data.orderId
    await harness.ask(member, '/orders/cancelOrder', { orderId: unfilled })
    await runWatcher()
    expect(await closesOf(unfilled)).toEqual([])
  })

  test('a fill beside a resting take profit gets its own exits', async () => {
    const member = await sellable()
    await ask(1)
    const orderId = (await buy(member, 2)).body.data.orderId
    await runWatcher()
    expect(await closesOf(orderId)).toMatchObject([{ quantity: 1_000, order_id: expect.any(String) }])
    await ask(1)
    await runWatcher()
    expect(await closesOf(orderId)).toMatchObject([
      { quantity: 1_000, state: 'waiting' },
      { quantity: 1_000, state: 'waiting' },
    ])
    await harness.venue.seat('maker-3', symbol, 'buy', 10_300, 2)
    await runWatcher()
    expect((await closesOf(orderId)).map(({ state }) => state)).toEqual(['fired', 'fired'])
    expect((await harness.venue.position(orderId)).state).toBe('closed')
  })

  test('a conditional short entry carries its exits to the position', async () => {
    const member = await harness.member()
    const wanted = { direction: 'short', way: 'fall', trigger: 9_900, price: 9_850, quantity: 1_000 } as const
    const wrong = await set(member, { ...wanted, exits: { stop: 9_700 } })
    expect([wrong.body.msg, wrong.body.field]).toEqual(['order.exits', 'stop'])
    const id = await placed(member, { ...wanted, exits: { stop: 10_200, takeProfit: 9_500 } })
    const [waiting] = (await member.client.call('/orders/listConditional', { which: 'waiting' })).body.data
      .conditional
    expect(waiting).toMatchObject({ entry: { exits: { stop: 10_200, takeProfit: 9_500 } } })
    await harness.trade(symbol, 9_900)
    await harness.venue.seat('maker-3', symbol, 'buy', 9_900, 1)
    await runWatcher()
    const { order_id: orderId } = await entryOf(id)
    expect(await closesOf(orderId)).toMatchObject([
      { kind: 'one-cancels-other', quantity: 1_000, state: 'waiting' },
    ])
  })

  test('wrong exits are refused, and a retry must carry the same', async () => {
    const member = await harness.member()
    const cases: readonly [object, string, string][] = [
      [{ stop: 10_000 }, 'order.exits', 'stop'],
      [{ takeProfit: 10_000 }, 'order.exits', 'takeProfit'],
      [{ stop: 9_903 }, 'order.tick', 'stop'],
      [{}, 'order.exits', 'exits'],
    ]
    for (const [wrong, msg, field] of cases) {
      const { body } = await buy(member, 1, { exits: wrong })
      expect([body.msg, body.field]).toEqual([msg, field])
    }
    const orderId = harness.newOrderId()
    expect((await buy(member, 1, { orderId })).body.status).toBe(1)
    expect((await buy(member, 1, { orderId })).body.status).toBe(1)
    expect((await buy(member, 1, { orderId, exits: { stop: 9_700 } })).body.msg).toBe('order.duplicate-id')
    // A changed order keeps its exits, and they must fit its new price.
    const moved = await harness.replace(member, orderId, { symbol, price: 9_750, quantity: 1_000 })
    expect([moved.body.msg, moved.body.field]).toEqual(['order.exits', 'stop'])
    const kept = await harness.replace(member, orderId, { symbol, price: 9_900, quantity: 1_000 })
    await runWatcher()
    expect(
      (await member.client.call('/orders/readOrder', { orderId: kept.body.data.orderId })).body.data.order,
    ).toMatchObject({ exits })
    expect((await closesOf(orderId)).length).toBe(0)
  })
})
