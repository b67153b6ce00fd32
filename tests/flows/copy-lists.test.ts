// The list of a parent order: its turns, its end by a cancellation in sets, and a member with two copies.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { runBlocks } from '../../apps/server/src/features/copy-trading/index.ts'
import { sweepDues } from '../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbols = ['1101', '1102', '1201', '2330']
const price = 10_000
let symbol = ''
let harness: BlockVenue
let mentor: BlockMentor

beforeAll(async () => {
  harness = await openBlockVenue({ symbols, startAt: '2026-12-01T02:00:00Z' })
})
afterAll(() => harness.stop())
beforeEach(async () => {
  symbol = symbols.shift()!
  mentor = await harness.mentor()
})
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await requestBreaches(harness.venue.database)).toEqual([])
  expect(await harness.broken()).toEqual([])
})

/** 2,000 of NT$1,000,000, and 100 of each follower's 50,000. */
const lead = (by = mentor): Promise<string> =>
  harness.placed(by, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
const followersOf = async (count: number): Promise<readonly Follower[]> => {
  const followers: Follower[] = []
  for (let n = 0; n < count; n += 1) followers.push(await harness.follower(mentor))
  return followers
}
async function finish(leadOrder: string): Promise<void> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  expect((await harness.block(leadOrder)).state).toBe('done')
}
/** What `app.prepare_copy_lines` is asked for, in order. */
function noting(db: Db, asked: string[]): Db {
  return {
    ...db,
    transaction: (run) =>
      db.transaction((tx) => {
        const query = tx.query.bind(tx)
        return run(
          Object.assign(tx, {
            query: (text: string, values: readonly unknown[]) => {
              if (text.includes('app.prepare_copy_lines')) asked.push(String(values[0]))
              return query(text, values)
            },
          }),
        )
      }),
  }
}

test('a cancelled block writes its lines in sets, each noticed once', async () => {
  const followers = await followersOf(3)
  const leadOrder = await lead()
  const { id } = await harness.block(leadOrder)
  const { db, now, sql } = harness.venue
  const prepare = (limit: number) =>
    db.transaction((tx) =>
      tx.query('SELECT * FROM app.prepare_copy_lines($1, $2, $3)', [id, limit, new Date(now)]),
    )
  await prepare(2)
  expect(await harness.block(leadOrder)).toMatchObject({ state: 'preparing', copies: 3, prepared: 0 })
  expect(await harness.lines(leadOrder)).toEqual([])
  await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
  const cancel = () => db.query('SELECT app.cancel_copy_block($1, $2) AS done', [id, new Date(now)])
  expect(await cancel()).toEqual([{ done: true }])
  expect(await cancel()).toEqual([{ done: false }])
  expect(await harness.notify()).toBe(0)
  expect(await prepare(2)).toEqual([])
  expect(await harness.block(leadOrder)).toMatchObject({
    state: 'preparing',
    is_cancelled: true,
    prepared: 2,
  })
  expect((await harness.lines(leadOrder)).map(({ reason }) => reason)).toEqual(['cancelled', 'cancelled'])
  expect(await harness.notify()).toBe(2)
  await harness.run()
  expect(await harness.block(leadOrder)).toMatchObject({ state: 'sent', lines: 1, prepared: 3 })
  expect(await sql.query('SELECT FROM app.copy_block_lists WHERE block_id = $1', [id])).toEqual([])
  expect(await harness.notify()).toBe(1)
  expect(await harness.notify()).toBe(0)
  await finish(leadOrder)
  for (const one of followers) expect((await harness.read(one)).copy.held).toBe('5000000')
})

test('blocks of two mentors are prepared in turns', async () => {
  await followersOf(3)
  const second = await harness.mentor()
  await harness.follower(second)
  const first = await lead()
  // The older block is the first in each turn.
  harness.venue.now += 1_000
  const orders = [first, await lead(second)] as const
  const [one, two] = [(await harness.block(orders[0])).id, (await harness.block(orders[1])).id]
  const { bus, subjects } = harness.venue.settlement
  const asked: string[] = []
  const deps = { db: noting(harness.venue.db, asked), bus, subjects }
  await runBlocks(deps, () => new Date(harness.venue.now), 1)
  // The list, then a line in each set.
  expect(asked).toEqual([one, two, one, two, one, one])
  for (const leadOrder of orders) {
    await harness.ask(leadOrder === orders[0] ? mentor : second, '/orders/cancelOrder', {
      orderId: leadOrder,
    })
    await finish(leadOrder)
  }
})

test('a member with two copies has the proceeds of both', async () => {
  const second = await harness.mentor()
  const member = await harness.follower(mentor)
  const copyId = newId(harness.venue.now)
  const terms = { amount: '5000000', stockShareBp: 3_000, stopLossBp: null, cap: null, agreed: true }
  const follow = { copyId, mentorId: second.mentorId, ...terms }
  expect((await member.client.call('/copy-trading/follow', follow, { key: true })).http).toBe(200)
  await harness.venue.sql.query('UPDATE app.copies SET starts_on = $2 WHERE id = $1', [
    copyId,
    harness.date(),
  ])
  const offer = async (side: 'buy' | 'sell'): Promise<void> => {
    await harness.venue.seat('maker-1', symbol, side, price, 2)
    await oddSeat(harness.venue, 'maker-1', symbol, side, price, 100)
  }
  const mentors = [mentor, second] as const
  const positions: string[] = []
  for (const by of mentors) {
    await offer('sell')
    positions.push(await lead(by))
    await harness.run()
    await finish(positions.at(-1)!)
  }
  await harness.sleep(...mentors, member)
  for (const [index, by] of mentors.entries()) {
    await offer('buy')
    const { body } = await harness.close(by, { positionId: positions[index]!, price, lots: 2 })
    await harness.run()
    await finish(body.data.orderId)
  }
  await harness.sleep(...mentors, member)
  await harness.sleep(...mentors, member)
  const { settlement, now } = harness.venue
  await sweepDues(settlement.db, 'practice', new Date(now))
  // Less is left than both sales brought: the second copy gets what the first one leaves.
  const lots = Math.floor(((await harness.available(member)) - 1_200_000) / 10_014_300)
  const orders = [await harness.placed(member, { symbol, price, lots, acknowledged: ['equity-share'] })]
  const odd = Math.floor(((await harness.available(member)) - 1_200_000) / 10_100)
  orders.push(await harness.placed(member, { symbol, price, quantity: odd, acknowledged: ['equity-share'] }))
  const left = await harness.available(member)
  expect(left).toBeGreaterThan(1_000_000)
  expect(left).toBeLessThan(1_400_000)
  expect(await harness.restore()).toBe(2)
  expect(await harness.available(member)).toBe(0)
  const held = await Promise.all(
    [member.copyId, copyId].map(async (id) => (await harness.read({ ...member, copyId: id })).copy.held),
  )
  expect(new Set(held)).toEqual(new Set([3_998_600 + left - 995_600, 4_994_200].map(String)))
  for (const orderId of orders) await harness.ask(member, '/orders/cancelOrder', { orderId })
  await harness.venue.settled()
})
