// Conditional orders on the real api, PostgreSQL, NATS, exchange, settlement and quotes. The test moves clock and price
// and runs the watcher by hand, so that it can interrupt it anywhere.

import { randomUUID } from 'node:crypto'
import { setSecurityDay } from '@fairlot/testkit/log-prices'
import { openSql } from '@fairlot/testkit/sql'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import { breaking } from './support/breaking.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'

// Each test has its own stock: prices of one do not affect the next, and no price move triggers a volatility pause.
const symbols = [
  '1101',
  '1216',
  '1301',
  '1303',
  '1326',
  '2002',
  '2207',
  '2301',
  '2303',
  '2308',
  '2317',
  '2327',
  '2330',
  '2345',
  '2357',
  '2379',
  '2382',
  '2395',
  '2408',
  '2412',
  '2454',
  '2603',
  '2609',
  '2615',
  '2880',
  '2881',
  '2882',
  '2883',
  '2884',
  '2885',
  '2886',
  '2887',
  '2890',
  '2891',
  '2892',
  '2912',
  '3008',
  '3034',
]
let symbol = ''
let harness: OrderHarness
let settler: OrderHarness['settler']

beforeAll(async () => {
  harness = await openOrderHarness({ symbols })
  settler = harness.settler
  await runWatcher()
})
afterAll(() => harness.stop())
beforeEach(() => {
  symbol = symbols.pop()!
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
  readonly kind?: string
  readonly quantity?: number
  readonly stop?: { readonly trigger?: number; readonly distance?: number; readonly price?: number }
  readonly takeProfit?: { readonly price: number }
  readonly expiresOn?: string
  readonly terms?: string
}

const bodyOf = (positionId: string, wanted: Wanted) => ({
  conditionalId: newId(),
  positionId,
  kind: 'stop',
  quantity: 2_000,
  ...(wanted.kind === undefined ? { stop: { trigger: 9_900 } } : {}),
  expiresOn: harness.date(),
  terms: harness.terms,
  ...wanted,
})
const inDays = (days: number): string =>
  new Date(Date.parse(harness.date()) + days * 86_400_000).toISOString().slice(0, 10)
const set = (member: TestMember, positionId: string, wanted: Wanted = {}) =>
  member.client.call('/orders/placeConditional', bodyOf(positionId, wanted))

async function placed(member: TestMember, positionId: string, wanted: Wanted = {}): Promise<string> {
  const { body } = await set(member, positionId, wanted)
  if (body.status !== 1) throw new Error(JSON.stringify(body))
  return body.data.conditionalId
}

const pair = { kind: 'one-cancels-other', stop: { trigger: 9_900 }, takeProfit: { price: 10_150 } } as const

/** Two lots bought at NT$100 by a member who may sell them on the same day. */
async function holding(member: TestMember): Promise<string> {
  await harness.venue.makeEligible(member.memberId)
  const positionId = await harness.holding(member, { symbol, lots: 2 }, false)
  await runWatcher()
  return positionId
}

async function conditional(id: string): Promise<any> {
  const [row] = await harness.venue.sql.query<any>(
    `SELECT state, reason, order_id, quantity, best_price, due, tries, fired_event FROM app.conditional_orders WHERE id = $1`,
    [id],
  )
  return row
}
const ordersOf = (positionId: string) =>
  harness.venue.sql.query<any>(
    `SELECT id, origin, price, quantity, state, reason, filled_shares AS filled, left_shares AS left, replaces
     FROM app.orders WHERE position_id = $1 AND purpose = 'close' ORDER BY placed_at, id`,
    [positionId],
  )
const shares = (member: TestMember, kind: string): Promise<number> =>
  harness.venue.balance(`member/${member.memberId}/stk:${symbol}/${kind}`)
const notifiedStates = async (member: TestMember): Promise<string[]> => {
  const rows = await harness.venue.sql.query<{ data: any }>(
    `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'conditional.changed' ORDER BY number`,
    [member.memberId],
  )
  return rows.map(({ data }) => data.state)
}

/** A seat that buys everything sold down to this price. */
const bid = (price: number, lots = 2) => harness.venue.seat('maker-3', symbol, 'buy', price, lots)

describe('placing a conditional order', () => {
  test('reserves the shares and answers a retry with the first answer', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const body = bodyOf(positionId, {})
    const first = await member.client.call('/orders/placeConditional', body)
    expect(first.body).toMatchObject({
      status: 1,
      msg: 'done.conditional-placed',
      data: { conditionalId: body.conditionalId, held: '0' },
    })
    const again = await Promise.all(
      Array.from({ length: 10 }, () => member.client.call('/orders/placeConditional', body)),
    )
    for (const reply of again) expect(reply.body).toEqual(first.body)
    const other = await member.client.call('/orders/placeConditional', { ...body, quantity: 1_000 })
    expect(other.body.msg).toBe('order.duplicate-id')

    expect((await harness.venue.position(positionId)).closing).toBe(2_000)
    const list = await member.client.call('/orders/listConditional', { which: 'waiting' })
    expect(list.body.data.conditional).toMatchObject([
      {
        conditionalId: body.conditionalId,
        positionId,
        kind: 'stop',
        side: 'sell',
        quantity: 2_000,
        stop: { trigger: 9_900, distance: null, price: null },
        takeProfit: null,
        state: 'waiting',
        orderId: null,
      },
    ])
    // Its reserved shares cannot be closed by anything else.
    expect((await harness.close(member, { positionId, lots: 1, price: 10_000 })).body.msg).toBe('order.lots')
  })

  test('a changed conditional order replaces the old one, or changes nothing', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const first = await placed(member, positionId)
    const change = (wanted: Wanted) =>
      member.client.call('/orders/placeConditional', {
        ...bodyOf(positionId, wanted),
        replaces: first,
      })
    const refused = await change({ stop: { trigger: 10_500 } })
    expect(refused.body.msg).toBe('order.trigger')
    expect(await conditional(first)).toMatchObject({ state: 'waiting' })
    expect((await harness.venue.position(positionId)).closing).toBe(2_000)

    const changed = await change({ stop: { trigger: 9_800 } })
    expect(changed.body.msg).toBe('done.conditional-placed')
    expect(await conditional(first)).toMatchObject({ state: 'cancelled', reason: 'replaced' })
    expect(await conditional(changed.body.data.conditionalId)).toMatchObject({ state: 'waiting' })
    expect((await harness.venue.position(positionId)).closing).toBe(2_000)
    expect((await change({ stop: { trigger: 9_700 } })).body.msg).toBe('order.not-pending')
    const stranger = await harness.member()
    const foreign = await holding(stranger)
    const stolen = await stranger.client.call('/orders/placeConditional', {
      ...bodyOf(foreign, {}),
      replaces: changed.body.data.conditionalId,
    })
    expect(stolen.body.msg).toBe('order.not-found')
  })

  test('an invalid conditional order is refused with its wrong field', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    await harness.trade(symbol, 10_000)
    const cases: readonly [string, Wanted, number, string, string | undefined][] = [
      ['a stop above the market', { stop: { trigger: 10_050 } }, 400, 'order.trigger', 'stop'],
      ['a stop off the tick', { stop: { trigger: 9_905 } }, 400, 'order.tick', 'stop'],
      ['half a pair', { ...pair, takeProfit: undefined as never }, 400, 'order.trigger', 'stop'],
      ['more than is held', { quantity: 3_000 }, 400, 'order.lots', 'quantity'],
      ['half a lot', { quantity: 500 }, 400, 'order.lots', 'quantity'],
      ['a day that is over', { expiresOn: '2026-11-15' }, 400, 'order.expiry', 'expiresOn'],
      ['next year', { expiresOn: '2027-11-16' }, 400, 'order.expiry', 'expiresOn'],
      ['no date', { expiresOn: 'tomorrow' }, 400, 'order.expiry', 'expiresOn'],
      ['other terms', { terms: 'f'.repeat(64) }, 409, 'order.terms-changed', undefined],
    ]
    for (const [what, wanted, http, msg, field] of cases) {
      const reply = await set(member, positionId, wanted)
      expect([what, reply.http, reply.body.msg, reply.body.field]).toEqual([what, http, msg, field])
    }
    expect((await harness.venue.position(positionId)).closing).toBe(0)
  })

  test('is refused above the maximum, without a holding, or by another member', async () => {
    const member = await harness.member()
    const other = await harness.member()
    const positionId = await holding(member)
    expect((await set(other, positionId)).body.msg).toBe('order.not-found')
    expect((await set(member, randomUUID())).body.msg).toBe('order.not-found')
    await harness.venue.sql.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ('order.maxConditional', 1, $1, $1, 'test', 'op-1', 'op-2')`,
      [new Date(harness.venue.now)],
    )
    const { hash } = (await member.client.call('/orders/terms', { symbol })).body.data
    await placed(member, positionId, { quantity: 1_000, terms: hash })
    const second = await set(member, positionId, { quantity: 1_000, terms: hash })
    expect([second.body.msg, second.body.params]).toEqual(['order.conditional-full', { max: 1 }])
    await harness.venue.sql.query('DELETE FROM app.rule_values')
    await member.client.call('/orders/cancelAll', { stop: false })
    await bid(9_900)
    expect((await harness.close(member, { positionId, lots: 2, price: 9_900 })).http).toBe(200)
    await harness.untilIdle()
    expect((await set(member, positionId)).body.msg).toBe('order.not-holding')
  })
})

describe('firing a conditional order', () => {
  test('a stop fires once, at the first trade that reaches it', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId)
    await bid(9_850)
    await harness.trade(symbol, 9_910)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'waiting', order_id: null })
    await harness.trade(symbol, 9_900)
    // Two workers run at the same moment.
    await Promise.all([watch(), watch()])
    await runWatcher()
    const row = await conditional(id)
    expect(row).toMatchObject({ state: 'fired', due: 'stop' })
    const orders = await ordersOf(positionId)
    expect(orders).toMatchObject([
      {
        id: row.order_id,
        origin: 'conditional',
        price: 9_000,
        quantity: 2_000,
        state: 'filled',
        filled: 2_000,
      },
    ])
    expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', reason: 'conditional' })
    expect(await notifiedStates(member)).toEqual(['waiting', 'fired'])
    const ended = await member.client.call('/orders/listConditional', { which: 'ended' })
    expect(ended.body.data.conditional).toMatchObject([
      { conditionalId: id, state: 'fired', orderId: row.order_id },
    ])
  })

  test('earlier trades and trades of other stocks fire nothing', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    // Committed by the venue, not read by the watcher yet.
    await harness.trade(symbol, 9_850)
    await harness.trade(symbol, 9_950)
    const id = await placed(member, positionId)
    await harness.trade('3008', 9_800)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'waiting', due: null })
  })

  test('a take-profit becomes a limit order at its price', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId, { kind: 'take-profit', takeProfit: { price: 10_150 } })
    await harness.trade(symbol, 10_150)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
    expect(await ordersOf(positionId)).toMatchObject([{ price: 10_150, state: 'entrusted', left: 2_000 }])
    expect((await harness.venue.position(positionId)).closing).toBe(2_000)
  })

  test('a trailing stop follows the best price and fires behind it', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId, { kind: 'trailing', stop: { distance: 100 } })
    await harness.trade(symbol, 10_150)
    await harness.trade(symbol, 10_100)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'waiting', best_price: 10_150 })
    const list = await member.client.call('/orders/listConditional', { which: 'waiting', positionId })
    expect(list.body.data.conditional).toMatchObject([
      { stop: { trigger: 10_050, distance: 100 }, bestPrice: 10_150 },
    ])
    await bid(9_950)
    await harness.trade(symbol, 10_050)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
    expect((await harness.venue.position(positionId)).state).toBe('closed')
  })

  test('a stop is not watched before its shares may be sold', async () => {
    const member = await harness.member()
    const positionId = await harness.holding(member, { symbol, lots: 2 }, false)
    const id = await placed(member, positionId, { expiresOn: inDays(3) })
    await harness.trade(symbol, 9_850)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'waiting', due: null })
    await harness.nextDay()
    await runWatcher()
    await bid(9_800)
    await harness.trade(symbol, 9_850)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
    expect((await harness.venue.position(positionId)).state).toBe('closed')
  })

  test('a stop whose order is refused stays waiting and is retried', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId)
    await harness.trade(symbol, 9_900)
    await harness.venue.submit(shardOf(symbol), { kind: 'halt', symbol, reason: 'news' })
    await harness.untilIdle()
    // The platform's state is older than the venue's.
    const putBack = await setSecurityDay(harness.venue.sql, symbol, { state: 'continuous' })
    await watch()
    await harness.untilIdle()
    expect(await ordersOf(positionId)).toMatchObject([{ state: 'refused', reason: 'halt.no-entry' }])
    await putBack()
    await watch()
    expect(await conditional(id)).toMatchObject({ state: 'waiting', due: 'stop' })
    expect((await harness.venue.position(positionId)).closing).toBe(2_000)
    await harness.venue.submit(shardOf(symbol), { kind: 'resume', symbol })
    await runWatcher()
    // The pause after a halt accepts only limit orders: that is why a stop is sent as one.
    expect(await ordersOf(positionId)).toMatchObject([
      { state: 'refused' },
      { state: 'entrusted', price: 9_000 },
    ])
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
  })

  test('an interrupted watcher still fires a stop once', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId)
    await bid(9_850)
    await harness.trade(symbol, 9_900)
    let cuts = 0
    for (let allowed = 0; ; allowed += 1) {
      const finished = await watch(breaking(harness.venue.db, allowed)).then(
        () => true,
        () => false,
      )
      if (finished) break
      cuts += 1
      const row = await conditional(id)
      const orders = await ordersOf(positionId)
      expect(orders).toHaveLength(row.state === 'fired' ? 1 : 0)
    }
    expect(cuts).toBeGreaterThan(15)
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([{ state: 'filled', filled: 2_000 }])
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
  })
})

describe('a one-cancels-other pair', () => {
  /** A pair whose profit order rests in the book. */
  async function resting(member: TestMember, wanted: Wanted = {}) {
    const positionId = await holding(member)
    const id = await placed(member, positionId, { ...pair, expiresOn: inDays(5), ...wanted })
    await runWatcher()
    const { order_id: profit } = await conditional(id)
    expect(await ordersOf(positionId)).toMatchObject([
      { id: profit, price: 10_150, state: 'entrusted', left: 2_000, origin: 'conditional' },
    ])
    return { id, positionId, profit }
  }

  test('a filled profit order ends the stop', async () => {
    const member = await harness.member()
    const { id, positionId, profit } = await resting(member)
    expect((await harness.venue.position(positionId)).closing).toBe(2_000)
    await bid(10_150)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'fired', order_id: profit })
    await harness.trade(symbol, 9_850)
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([{ state: 'filled', filled: 2_000 }])
    expect((await harness.venue.position(positionId)).state).toBe('closed')
  })

  test('the stop replaces the profit order in one command', async () => {
    const member = await harness.member()
    const { id, positionId, profit } = await resting(member)
    await bid(9_850)
    await harness.trade(symbol, 9_900)
    await runWatcher()
    const orders = await ordersOf(positionId)
    expect(orders).toMatchObject([
      { id: profit, state: 'cancelled', reason: 'replaced', filled: 0 },
      { state: 'filled', filled: 2_000, replaces: profit, price: 9_000 },
    ])
    expect(await conditional(id)).toMatchObject({ state: 'fired', order_id: orders[1].id })
    expect(await harness.venue.position(positionId)).toMatchObject({ state: 'closed', reason: 'conditional' })
    expect(await shares(member, 'held')).toBe(0)
  })

  test('the stop sells only what the profit order left', async () => {
    const member = await harness.member()
    const { positionId } = await resting(member)
    await bid(10_150, 1)
    await runWatcher()
    await bid(9_850)
    await harness.trade(symbol, 9_900)
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([
      { state: 'cancelled', filled: 1_000 },
      { state: 'filled', quantity: 1_000, filled: 1_000 },
    ])
    expect((await harness.venue.position(positionId)).state).toBe('closed')
  })

  test('a fill during the replacement makes it retry the remaining shares', async () => {
    const member = await harness.member()
    const { id, positionId } = await resting(member)
    await harness.trade(symbol, 9_900)
    await settler.stop()
    await bid(10_150, 1)
    await harness.venue.matched()
    await watch()
    await harness.venue.matched()
    settler = harness.venue.startSettler()
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([
      { state: 'cancelled', reason: 'replaced', filled: 1_000 },
      { state: 'refused', reason: 'order.left', filled: 0 },
      { state: 'entrusted', quantity: 1_000, price: 9_000 },
    ])
    expect(await conditional(id)).toMatchObject({ state: 'fired' })
  })

  test('the stop sells nothing after the profit order filled completely', async () => {
    const member = await harness.member()
    const { id, positionId, profit } = await resting(member)
    await harness.trade(symbol, 9_900)
    await settler.stop()
    await bid(10_150, 2)
    await harness.venue.matched()
    await watch()
    await harness.venue.matched()
    settler = harness.venue.startSettler()
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([
      { state: 'filled', filled: 2_000 },
      { state: 'refused', reason: 'order.unknown', filled: 0 },
    ])
    expect(await conditional(id)).toMatchObject({ state: 'fired', order_id: profit })
    expect((await harness.venue.position(positionId)).state).toBe('closed')
  })

  test('the profit order is entered again each day until expiry', async () => {
    const member = await harness.member()
    const { id, positionId } = await resting(member, { expiresOn: inDays(1) })
    await harness.nextDay()
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([
      { state: 'cancelled', reason: 'end-of-day' },
      { state: 'entrusted', price: 10_150 },
    ])
    await harness.nextDay()
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'expired' })
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 0, state: 'holding' })
    expect(await ordersOf(positionId)).toHaveLength(2)
  })

  test('cancelling the pair cancels its resting order', async () => {
    const member = await harness.member()
    const { id, positionId } = await resting(member)
    const cancel = () => member.client.call('/orders/cancelConditional', { conditionalId: id })
    expect((await cancel()).http).toBe(200)
    expect((await cancel()).body.msg).toBe('order.not-pending')
    await runWatcher()
    expect(await ordersOf(positionId)).toMatchObject([{ state: 'cancelled', reason: 'asked' }])
    expect(await harness.venue.position(positionId)).toMatchObject({ closing: 0, state: 'holding' })
  })

  test('cancelling the resting order cancels the pair', async () => {
    const member = await harness.member()
    const { id, profit } = await resting(member)
    expect((await harness.ask(member, '/orders/cancelOrder', { orderId: profit })).http).toBe(200)
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'cancelled', reason: 'asked' })
  })
})

describe('the end of a conditional order', () => {
  test('cancelling releases the shares, and only the owner can cancel', async () => {
    const member = await harness.member()
    const other = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId)
    expect((await other.client.call('/orders/cancelConditional', { conditionalId: id })).body.msg).toBe(
      'order.not-found',
    )
    expect((await member.client.call('/orders/cancelConditional', { conditionalId: id })).http).toBe(200)
    expect(await conditional(id)).toMatchObject({ state: 'cancelled', reason: 'asked' })
    expect((await harness.venue.position(positionId)).closing).toBe(0)
    await harness.trade(symbol, 9_850)
    await runWatcher()
    expect(await ordersOf(positionId)).toEqual([])
  })

  test('a row that names the hold of another order releases nothing', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const honest = await placed(member, positionId, { quantity: 1_000 })
    const { sql, database } = harness.venue
    // A taken api writes the row of a conditional order as it likes.
    const forged = newId()
    const api = openSql(database.apiUrl)
    await api.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at,
           after_event, priced_on, holds)
         SELECT $1, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at, after_event, priced_on, holds
         FROM app.conditional_orders WHERE id = $2`,
        [forged, honest],
      )
      await tx.query('UPDATE app.positions SET closing = closing + 1000 WHERE id = $1', [positionId])
    })
    await api.close()
    const cancelled = await member.client.call('/orders/cancelConditional', { conditionalId: forged })
    expect(cancelled.http).toBe(200)
    expect(await conditional(forged)).toMatchObject({ state: 'cancelled' })
    expect(
      await sql.query('SELECT state, remaining::int FROM ledger.holds WHERE reference = $1', [honest]),
    ).toEqual([{ state: 'open', remaining: 1_000 }])
  })

  test('a conditional order expires after its last day', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    const id = await placed(member, positionId)
    await harness.nextDay()
    await runWatcher()
    expect(await conditional(id)).toMatchObject({ state: 'expired' })
    expect((await harness.venue.position(positionId)).closing).toBe(0)
    expect(await notifiedStates(member)).toEqual(['waiting', 'expired'])
    await signInAgain(member)
    const { notices } = (await member.client.call('/notices/list', { topic: 'orders' })).body.data
    expect(notices).toMatchObject([
      {
        summary: { tw: '2 張，有效期限已過。部位沒有變動。' },
        path: `/position/positionDetail?id=${positionId}`,
      },
    ])
  })

  test('the kill switch cancels all conditional orders', async () => {
    const member = await harness.member()
    const positionId = await holding(member)
    await placed(member, positionId, { quantity: 1_000 })
    await placed(member, positionId, { ...pair, quantity: 1_000 })
    const reply = await member.client.call('/orders/cancelAll', { stop: false })
    expect(reply.body.data).toEqual({ orders: 0, conditional: 2 })
    expect((await harness.venue.position(positionId)).closing).toBe(0)
  })
})

describe('the stop of a short position', () => {
  const upper = async (): Promise<number> => {
    const [row] = await harness.venue.sql.query<{ upper: number }>(
      'SELECT upper FROM settlement.prices WHERE symbol = $1',
      [symbol],
    )
    return row!.upper
  }
  const cash = (member: TestMember, kind: string) =>
    harness.venue.balance(`member/${member.memberId}/TWD/${kind}`)

  // Two lots sold short at NT$100 that now cost NT$178, and a stop above; one of the two members has nothing left.
  test(
    'recalculates its hold at each roll and fails without enough money',
    {
      timeout: 120_000,
    },
    async () => {
      const [rich, poor] = [await harness.member(), await harness.member()]
      await harness.venue.seat('maker-1', symbol, 'buy', 10_000, 4)
      const short = { symbol, direction: 'short', lots: 2, price: 10_000 } as const
      const [kept, lost] = [await harness.placed(rich, short), await harness.placed(poor, short)]
      await harness.untilIdle()
      await harness.moveTo(symbol, 17_000)
      await harness.sleep(rich, poor)
      await runWatcher()
      const stop = { stop: { trigger: 18_000 }, expiresOn: inDays(9) }
      const [waiting, failing] = [await placed(rich, kept, stop), await placed(poor, lost, stop)]
      const { collateral } = await harness.venue.position(kept)
      // Beyond the collateral: value and fee at the day's limit.
      const needed = async (): Promise<number> => {
        const value = (await upper()) * 2_000
        const fee = Math.floor((value * 1_425) / 1_000_000 / 100) * 100
        return Math.max(0, value + fee - Number(collateral))
      }
      expect(await cash(rich, 'held')).toBe(await needed())
      await harness.trade(symbol, 17_800)
      await harness.nextDay()
      const lots = Math.floor((await cash(poor, 'available')) / 10_020_000)
      await harness.venue.open(poor.memberId, { symbol: '1101', price: 10_000, lots })
      await runWatcher()

      expect(await conditional(failing)).toMatchObject({ state: 'failed', reason: 'balance.insufficient' })
      expect((await notifiedStates(poor)).at(-1)).toBe('failed')
      expect((await harness.venue.position(lost)).closing).toBe(0)
      expect(await needed()).toBeGreaterThan(0)
      expect(await cash(rich, 'held')).toBe(await needed())
      await harness.venue.seat('maker-1', symbol, 'sell', 18_100, 2)
      await harness.trade(symbol, 18_000)
      await runWatcher()
      expect(await conditional(waiting)).toMatchObject({ state: 'fired' })
      expect(await harness.venue.position(kept)).toMatchObject({ state: 'closed', reason: 'conditional' })
      expect(await cash(rich, 'held')).toBe(0)
    },
  )
})
