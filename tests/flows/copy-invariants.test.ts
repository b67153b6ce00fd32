// The invariant of copying (I13) finds every fault that is planted into the rows of a purchase, a sale and a cancelled block.

import { copyBreaches } from '@fairlot/testkit/invariants/copies'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { drawOpening } from './support/drawn-opening.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'
import { type PlantedFault, plantedFaults } from './support/planted-copies.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbol = '1101'
const price = 10_000
let harness: BlockVenue
let mentor: BlockMentor
let followers: readonly Follower[]
let names: Readonly<Record<string, string>>

async function finish(leadOrder: string): Promise<string> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  const { state } = await harness.venue.order(leadOrder)
  if (state === 'entrusted') await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
  await harness.venue.settled()
  await harness.run()
  const { id, state: end } = await harness.block(leadOrder)
  expect(end).toBe('done')
  return id
}
const lead = (of: string): Promise<string> =>
  harness.placed(mentor, { symbol: of, price, lots: 4, acknowledged: ['equity-share'] })

/** 2,333 of 4,699 shares at two prices: of three equal lines two get one share more. */
async function purchase(): Promise<string> {
  await harness.venue.seat('maker-1', symbol, 'sell', price, 2)
  await oddSeat(harness.venue, 'maker-1', symbol, 'sell', 9_990, 333)
  const leadOrder = await lead(symbol)
  await harness.run()
  return leadOrder
}
/** A lot of what the mentor bought, and a part of what the copies have. */
async function sale(positionId: string): Promise<string> {
  await harness.venue.seat('maker-1', symbol, 'buy', price, 1)
  await oddSeat(harness.venue, 'maker-1', symbol, 'buy', price, 50)
  const { body } = await harness.close(mentor, { positionId, price, lots: 1 })
  await harness.run()
  return finish(body.data.orderId)
}

beforeAll(async () => {
  harness = await openBlockVenue({ symbols: [symbol, '2330'], startAt: '2026-12-01T02:00:00Z' })
  await drawOpening(harness.venue.sql, harness.date(), new Date('2026-12-01T01:00:00Z'))
  mentor = await harness.mentor()
  const other = await harness.mentor()
  const whole = { stockShareBp: 10_000 }
  followers = [
    await harness.follower(mentor, whole),
    await harness.follower(mentor, whole),
    await harness.follower(mentor, whole),
    await harness.follower(mentor, { ...whole, amount: '10000000', cap: '1000000' }),
    await harness.follower(mentor, whole),
  ]
  const pause = (one: Follower) =>
    one.client.call('/copy-trading/pause', { copyId: one.copyId, isPaused: true }, { key: true })
  await pause(followers[4]!)
  // They follow before the order, by the clock too.
  harness.venue.now += 60_000
  const positionId = await purchase()
  const buy = await finish(positionId)
  const cancelled = await lead('2330')
  await harness.ask(mentor, '/orders/cancelOrder', { orderId: cancelled })
  await harness.run()
  const empty = await finish(cancelled)
  await harness.sleep(mentor, ...followers)
  const sold = await sale(positionId)
  // A limit that was lowered later says nothing of the order.
  const last = followers[3]!
  const settings = { copyId: last.copyId, stockShareBp: 500, stopLossBp: null, cap: null }
  expect((await last.client.call('/copy-trading/change', settings, { key: true })).http).toBe(200)
  await last.client.call('/copy-trading/stop', { copyId: last.copyId, how: 'keep' }, { key: true })
  names = { buy, sale: sold, void: empty, mentor: other.mentorId }
})
afterAll(() => harness.stop())

/** What is said of the rows with this fault, which is taken back. */
async function said({ sql }: PlantedFault): Promise<readonly string[]> {
  const undo = new Error('undo')
  let found: readonly string[] = []
  await harness.venue.sql
    .transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(sql.replaceAll(/\$(buy|sale|void|mentor)/g, (_, name: string) => names[name]!))
      found = (await copyBreaches(tx)).map(({ what }) => what)
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

describe('the invariant of copying', () => {
  test('finds nothing in real blocks', async () => {
    expect(await copyBreaches(harness.venue.sql)).toEqual([])
    const bought = await harness.venue.sql.query<any>(
      `SELECT l.planned, o.filled_shares AS filled FROM app.copy_block_lines l LEFT JOIN app.orders o ON o.id = l.order_id
       WHERE l.block_id = $1 ORDER BY l.planned DESC, l.place`,
      [names['buy']],
    )
    expect(bought.map(({ planned, filled }) => [planned, filled])).toEqual([
      [200, 100],
      [200, 100],
      [200, 99],
      [99, 49],
      [0, null],
    ])
  })

  test.each(plantedFaults)('finds $name', async (fault) => {
    expect(await said(fault)).toContainEqual(expect.stringMatching(fault.says))
  })
})
