// Parent orders on the real api, PostgreSQL, exchange and settlement: a mentor and three followers, one average price, holds,
// what comes back, and the books after every test.

import { createHash, randomUUID } from 'node:crypto'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { breaking } from './support/breaking.ts'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { ownStocks } from './support/own-stocks.ts'
import { placeCopyOrders } from '../../apps/server/src/features/orders/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf } from '../../packages/contract/src/venue/index.ts'
import {
  copyTradingRules,
  dayOrderText,
  purchaseCost,
  purchaseShares,
  sharesFor,
} from '../../packages/rules/src/copy-trading/index.ts'

vi.setConfig({ testTimeout: 120_000 })

const stocks = ownStocks(18)
let symbol = ''
let harness: BlockVenue
let mentor: BlockMentor
let followers: readonly [Follower, Follower, Follower]

beforeAll(async () => {
  harness = await openBlockVenue({ symbols: stocks.symbols, startAt: '2026-12-01T02:00:00Z' })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  symbol = stocks.next()
  mentor = await harness.mentor()
  followers = [
    await harness.follower(mentor),
    await harness.follower(mentor, { amount: '10000000' }),
    await harness.follower(mentor, { amount: '20000000', cap: '500000' }),
  ]
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await requestBreaches(harness.venue.database)).toEqual([])
  expect(await harness.broken()).toEqual([])
})

const price = 10_000
/** 2,000 of NT$1,000,000: 100, 200 and, by the cap, 49 shares. */
const lead = (): Promise<string> =>
  harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
const sell = async (lots: number, odd: number, at = price): Promise<void> => {
  if (lots > 0) await harness.venue.seat('maker-1', symbol, 'sell', at, lots)
  if (odd > 0) await oddSeat(harness.venue, 'maker-1', symbol, 'sell', at, odd)
}
/** Runs the worker and the venue until no order of the block is open. */
async function finish(leadOrder: string): Promise<any> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  return harness.block(leadOrder)
}
const bySize = (rows: readonly any[]) => rows.toSorted((a, b) => (a.planned ?? 0) - (b.planned ?? 0))

describe('a purchase of a mentor', () => {
  test('gives every follower shares at the one average price', async () => {
    const before = await Promise.all(followers.map((one) => harness.available(one)))
    await sell(2, 349)
    const leadOrder = await lead()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'preparing', copies: null })
    await harness.run()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'sent', copies: 3, lines: 4, sent: 4 })
    const block = await finish(leadOrder)
    expect(block.state).toBe('done')
    const lines = bySize(await harness.lines(leadOrder))
    expect(lines.map(({ planned, filled, state }) => [planned, filled, state])).toEqual([
      [49, 49, 'filled'],
      [100, 100, 'filled'],
      [200, 200, 'filled'],
    ])
    expect((await harness.venue.order(leadOrder)).filled_shares).toBe(2_000)
    for (const one of lines) expect(Number(one.value)).toBe(one.filled * price)
    // The shares were paid from the copy's hold and not from available cash.
    expect(await Promise.all(followers.map((one) => harness.available(one)))).toEqual(before)
    const { copy, positions, allocations } = await harness.read(followers[0])
    // 100 shares at 100 and a fee of 14.
    expect(copy).toMatchObject({ held: '3998600', cost: '1001400', value: '1000000', result: '-1400' })
    expect(positions).toMatchObject([{ symbol, shares: 100, cost: '1001400' }])
    expect(allocations).toMatchObject([
      { side: 'buy', planned: 100, shares: 100, reason: null, state: 'done' },
    ])
    expect(await harness.held(followers[0])).toBe(3_998_600)
  })

  test('that fills in part returns what was not spent to the hold', async () => {
    await sell(1, 0)
    const leadOrder = await lead()
    await harness.run()
    await harness.venue.settled()
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    const block = await finish(leadOrder)
    expect(block.state).toBe('done')
    const lines = bySize(await harness.lines(leadOrder))
    const { filled_shares: own } = await harness.venue.order(leadOrder)
    expect(own + lines.reduce((sum, { filled }) => sum + filled, 0)).toBe(1_000)
    // Of 2,349: the mentor never more than 2,000/2,349 of it.
    expect(own).toBe(851)
    for (const one of followers) {
      const { copy } = await harness.read(one)
      expect(BigInt(copy.held)).toBe(BigInt(copy.amount) - BigInt(copy.cost))
      expect(BigInt(await harness.held(one))).toBe(BigInt(copy.held))
    }
    expect(await harness.run()).toBe(0)
  })

  test('is refused unless it is a limit order for the day', async () => {
    for (const ticket of [{ price: null }, { validity: 'IOC' as const }, { validity: 'FOK' as const }]) {
      const { body } = await harness.place(mentor, {
        symbol,
        lots: 1,
        acknowledged: ['equity-share'],
        ...ticket,
      })
      expect([body.msg, body.rule]).toEqual(['order.choice', 'copy.lead-limit-rod'])
    }
  })

  test('writes a line with its reason for a copy without shares', async () => {
    const [one, two] = followers
    await one.client.call('/copy-trading/pause', { copyId: one.copyId, isPaused: true }, { key: true })
    await two.client.call('/orders/setRiskLimits', { stopped: true, dailyLoss: null })
    const leadOrder = await lead()
    await harness.run()
    const lines = await harness.lines(leadOrder)
    expect(lines.find(({ copy_id: id }) => id === one.copyId)).toMatchObject({
      planned: 0,
      reason: 'paused',
      order_id: null,
    })
    expect(await harness.block(leadOrder)).toMatchObject({ copies: 3 })
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await finish(leadOrder)
  })

  test('that is cancelled before it is sent frees all money', async () => {
    const before = await harness.available(mentor)
    const leadOrder = await lead()
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await harness.run()
    const block = await finish(leadOrder)
    expect(block).toMatchObject({ state: 'done', is_cancelled: true })
    expect((await harness.venue.order(leadOrder)).state).toBe('refused')
    expect(await harness.available(mentor)).toBe(before)
    expect((await harness.read(followers[0])).copy.held).toBe('5000000')
  })

  test('that is not ready in time is cancelled with its lines', async () => {
    const leadOrder = await lead()
    // The list, and no more.
    await expect(harness.run(breaking(harness.venue.db, 4))).rejects.toThrow('cut short')
    harness.venue.now += 61_000
    await harness.run()
    const block = await finish(leadOrder)
    expect(block).toMatchObject({ state: 'done', is_cancelled: true })
    expect((await harness.venue.order(leadOrder)).state).toBe('refused')
    for (const one of followers) expect((await harness.read(one)).copy.cost).toBe('0')
  })

  test('is prepared and sent once, wherever the worker is cut short', async () => {
    await sell(2, 349)
    const leadOrder = await lead()
    for (let statements = 1; statements <= 12; statements += 1)
      await harness.run(breaking(harness.venue.db, statements)).catch(() => undefined)
    await harness.run()
    await harness.venue.settled()
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    for (let statements = 1; statements <= 6; statements += 1)
      await harness.run(breaking(harness.venue.db, statements)).catch(() => undefined)
    await harness.run()
    expect(await harness.block(leadOrder)).toMatchObject({ state: 'done', copies: 3, lines: 4 })
    const lines = bySize(await harness.lines(leadOrder))
    expect(lines.map(({ filled }) => filled)).toEqual([49, 100, 200])
    expect((await harness.read(followers[0])).copy.held).toBe('3998600')
  })
})

describe('a sale of a mentor', () => {
  /** The mentor and the followers have 2,000, 100, 200 and 49 shares, which can be sold. */
  async function bought(): Promise<string> {
    await sell(2, 349)
    const leadOrder = await lead()
    await harness.run()
    await finish(leadOrder)
    await harness.sleep(mentor, ...followers)
    return leadOrder
  }
  const buy = async (lots: number, odd: number): Promise<void> => {
    if (lots > 0) await harness.venue.seat('maker-1', symbol, 'buy', price, lots)
    if (odd > 0) await oddSeat(harness.venue, 'maker-1', symbol, 'buy', price, odd)
  }
  const close = async (positionId: string, lots: number): Promise<string> => {
    const { body } = await harness.close(mentor, { positionId, price, lots })
    expect(body.msg).toBe('done.close-placed')
    return body.data.orderId
  }

  test('sells the same part of every copy, paused ones too', async () => {
    const positionId = await bought()
    const [one] = followers
    await one.client.call('/copy-trading/pause', { copyId: one.copyId, isPaused: true }, { key: true })
    const half = await close(positionId, 1)
    await harness.run()
    // Half of 49 is rounded down.
    expect(bySize(await harness.lines(half)).map(({ planned }) => planned)).toEqual([24, 50, 100])
    await buy(1, 174)
    expect((await finish(half)).state).toBe('done')
    const all = await close(positionId, 1)
    await harness.run()
    expect(bySize(await harness.lines(all)).map(({ planned }) => planned)).toEqual([25, 50, 100])
    await buy(1, 175)
    expect((await finish(all)).state).toBe('done')
    const { copy, positions } = await harness.read(one)
    // Each sale: 50 shares at 100, a fee of 7 and a tax of 15.
    expect(copy).toMatchObject({
      held: '3998600',
      cost: '1001400',
      proceeds: '995600',
      value: '0',
      result: '-5800',
    })
    expect(positions).toMatchObject([{ shares: 0, openedShares: 100 }])
  })

  test('takes what a follower has not sold alone', async () => {
    const positionId = await bought()
    const two = followers[1]
    const [held] = (await harness.read(two)).positions
    await buy(0, 150)
    const { body } = await harness.close(two, { positionId: held.positionId, price, quantity: 150 })
    expect(body.msg).toBe('done.close-placed')
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    const all = await close(positionId, 2)
    await harness.run()
    expect(bySize(await harness.lines(all)).map(({ planned }) => planned)).toEqual([49, 50, 100])
    await buy(2, 199)
    expect((await finish(all)).state).toBe('done')
  })

  test('is refused on the day of the purchase, with the date', async () => {
    await sell(2, 349)
    const leadOrder = await lead()
    await harness.run()
    await finish(leadOrder)
    const { body } = await harness.close(mentor, { positionId: leadOrder, price, lots: 1 })
    expect(body.msg).toBe('stock.no-same-day-sale')
  })

  test('leaves a stopped copy with the shares it keeps', async () => {
    const positionId = await bought()
    const [one, two] = followers
    const kept = await one.client.call('/copy-trading/stop', { copyId: one.copyId }, { key: true })
    expect(kept.body.data).toMatchObject({ selling: 0, kept: 1, copy: { state: 'ended', held: '0' } })
    await buy(0, 200)
    const sold = await two.client.call(
      '/copy-trading/stop',
      { copyId: two.copyId, how: 'sell' },
      { key: true },
    )
    expect(sold.body.data).toMatchObject({ selling: 1, kept: 0 })
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    expect((await harness.read(two)).positions).toMatchObject([{ shares: 0 }])
    const all = await close(positionId, 2)
    await harness.run()
    expect((await harness.lines(all)).map(({ planned }) => planned)).toEqual([49])
    await buy(2, 49)
    expect((await finish(all)).state).toBe('done')
    expect((await harness.read(one)).positions).toMatchObject([{ shares: 100 }])
  })
})

describe('a stop-loss', () => {
  test('ends the copy at its limit and sells its shares', async () => {
    const one = await harness.follower(mentor, { stopLossBp: 500, stockShareBp: 10_000 })
    await harness.venue.sql.query('UPDATE app.mentor_days SET capital = 20000000 WHERE mentor_id = $1', [
      mentor.mentorId,
    ])
    const [first] = followers
    for (const other of followers.slice(1))
      await other.client.call('/copy-trading/stop', { copyId: other.copyId }, { key: true })
    await first.client.call('/copy-trading/stop', { copyId: first.copyId }, { key: true })
    await sell(2, 499)
    const leadOrder = await lead()
    await harness.run()
    await finish(leadOrder)
    const { copy } = await harness.read(one)
    // 499 shares at 100 and a fee of 71: all but 29.
    expect(copy).toMatchObject({ cost: '4997100', held: '2900' })
    expect(await harness.endLost()).toBe(0)
    await harness.nextDay({ [symbol]: 9_400 })
    await oddSeat(harness.venue, 'maker-1', symbol, 'buy', 9_400, 499)
    await harness.untilIdle()
    expect(await harness.endLost()).toBe(1)
    await matchOddLots(harness.venue)
    await harness.venue.settled()
    await harness.sleep(one)
    const after = await harness.read(one)
    expect(after.copy).toMatchObject({ state: 'ended', endReason: 'stop-loss', held: '0' })
    expect(after.positions).toMatchObject([{ shares: 0 }])
  })
})

describe('the database', () => {
  test('computes costs and shares as the rules do', async () => {
    const { sql, terms } = harness.venue
    for (let n = 0; n < 200; n += 1) {
      const wanted = Math.floor(Math.random() * 3_000)
      const at = 100 + Math.floor(Math.random() * 100_000)
      const money = Math.floor(Math.random() * 40_000_000)
      const [row] = await sql.query<any>(
        'SELECT app.copy_cost($1::jsonb, $2, $4)::text AS cost, app.copy_shares_for($1::jsonb, $2, $3, $4) AS shares',
        [JSON.stringify(terms), at, money, wanted],
      )
      expect(row).toEqual({
        cost: purchaseCost(terms, at, wanted).toString(),
        shares: sharesFor(terms, at, BigInt(money), wanted),
      })
    }
  })

  test('lists and plans copies as the rules do', async () => {
    const { terms } = harness.venue
    const leadOrder = await lead()
    await harness.run()
    const lines = await harness.lines(leadOrder)
    const keyOf = (copyId: string): string =>
      createHash('sha256')
        .update(dayOrderText({ date: harness.date(), mentorId: mentor.mentorId, seed: '', copyId }))
        .digest('hex')
    expect(lines.map(({ copy_id: id, key }) => [id, key.toString('hex')])).toEqual(
      followers
        .map(({ copyId }) => [copyId, keyOf(copyId)] as const)
        .toSorted(([, a], [, b]) => (a < b ? -1 : 1)),
    )
    const purchase = { shares: 2_000, price, capital: 100_000_000n }
    for (const [at, amount] of [5_000_000n, 10_000_000n, 20_000_000n].entries()) {
      const cap = at === 2 ? 500_000n : null
      const money = { amount, left: amount, inStock: 0n, stockShareBp: 3_000, cap, isPaused: false }
      const line = lines.find(({ copy_id: id }) => id === followers[at]!.copyId)
      expect(line.planned).toBe(purchaseShares(terms, purchase, money))
    }
    const source: string = (
      await harness.venue.sql.query<any>(`SELECT prosrc FROM pg_proc WHERE proname = 'cancel_copy_block'`)
    )[0].prosrc
    expect(source).toContain(`interval '${copyTradingRules.prepareSeconds.default} seconds'`)
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await finish(leadOrder)
  })
})

describe('a worker in the wrong hands', () => {
  const block = async (): Promise<any> => harness.block(await lead())
  const end = async ({ lead_order: leadOrder }: any): Promise<void> => {
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await harness.run()
    await finish(leadOrder)
  }

  const statements = [
    `UPDATE app.copy_block_lines SET planned = 1000`,
    `INSERT INTO app.copy_block_lines (block_id, copy_id, place, key) SELECT id, id, 1, sha256('') FROM app.copy_blocks`,
    `UPDATE app.copy_blocks SET seed = 'mine'`,
    `UPDATE app.copies SET spent = 0`,
  ] as const
  test('cannot write a block, a line or the money of a copy', async () => {
    for (const statement of statements)
      await expect(harness.venue.db.query(statement, [])).rejects.toThrow('permission denied')
  })

  test('cannot take money without the order it is for', async () => {
    const { db, now } = harness.venue
    const open = await block()
    const prepare = () =>
      db.transaction((tx) =>
        tx.query('SELECT * FROM app.prepare_copy_lines($1, 100, $2)', [open.id, new Date(now)]),
      )
    expect(await prepare()).toEqual([])
    await expect(prepare()).rejects.toThrow('has no order')
    await end(open)
  })

  test('cannot send the venue another block than the rows say', async () => {
    const { db } = harness.venue
    const open = await block()
    const forged = {
      kind: 'block',
      block: open.id,
      account: 'seat:copy-pool',
      symbol,
      side: 'buy',
      price,
      date: harness.date(),
      from: 0,
      lines: [{ order: open.lead_order, account: `member:${mentor.memberId}`, quantity: 9_000 }],
      last: true,
    }
    for (const command of [forged, { ...forged, block: randomUUID() }])
      await expect(
        db.query('SELECT exchange.submit($1, $2)', [shardOf(symbol), JSON.stringify(command)]),
      ).rejects.toThrow(/may not ask the venue|permission denied/)
    await end(open)
  })

  /** What a release with a fault did to Knight Capital: children without end. */
  test('that sends ten thousand orders is stopped, and its block is paged', async () => {
    const { db, now } = harness.venue
    const { bus, subjects } = harness.venue.settlement
    const stopped = async (): Promise<number> => {
      const [row] = await harness.venue.sql.query<{ amount: string }>(
        `SELECT amount FROM status.figures() WHERE name = 'copy-blocks-stopped'`,
      )
      return Number(row!.amount)
    }
    const before = await stopped()
    const open = await block()
    const { terms } = await harness.venue.order(open.lead_order)
    const of = {
      symbol,
      kind: 'stock',
      side: 'buy',
      price,
      date: harness.date(),
      terms: terms.toString('hex'),
      shard: open.shard,
    } as const
    let refused = 0
    for (let chunk = 0; chunk < 20; chunk += 1) {
      const orders = Array.from({ length: 500 }, () => {
        const orderId = newId(now)
        const { memberId } = followers[0]
        return {
          orderId,
          memberId,
          positionId: orderId,
          quantity: 1,
          cost: purchaseCost(harness.venue.terms, price, 1),
        }
      })
      await db
        .transaction((tx) => placeCopyOrders(tx, { bus, subjects }, of, orders, new Date(now)))
        .catch((error: Error) => {
          expect(error.message).toContain('is of no block')
          refused += 500
        })
    }
    expect(refused).toBe(10_000)
    expect(await harness.lines(open.lead_order)).toHaveLength(0)
    // Instead of preparing the block it sent orders: the block is late, ends, and is counted for the alert CopyBlocksStopped.
    harness.venue.now += 61_000
    await harness.run()
    expect(await finish(open.lead_order)).toMatchObject({ state: 'done', cancelled_by: 'time' })
    expect(await stopped()).toBe(before + 1)
    const own = await harness.venue.sql.query(
      `SELECT 1 FROM app.orders WHERE member_id = $1 AND origin = 'copy' AND symbol = $2`,
      [followers[0].memberId, symbol],
    )
    expect(own).toEqual([])
  })
})
