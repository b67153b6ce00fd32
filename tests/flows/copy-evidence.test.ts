// Evidence of copied orders: a block on the real exchange, its lines in the signed tree of the day, checked as a phone does; and
// what operators and followers hear of a block that was stopped.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildAll, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { readFollowed } from '../../apps/server/src/features/mentors/figures/store.ts'
import { readSystem } from '../../apps/server/src/features/status/read-system.ts'
import {
  checkAllocation,
  type CopyEvidence,
} from '../../apps/member/src/features/copy-trading/check-allocation.ts'
import { type BlockMentor, type BlockVenue, type Follower, openBlockVenue } from './support/block-venue.ts'
import { openDb } from './support/open-db.ts'
import { breaking } from './support/breaking.ts'
import { drawOpening } from './support/drawn-opening.ts'
import { phoneTools as tools } from './support/evidence-harness.ts'
import { matchOddLots, oddSeat } from './support/odd-lots.ts'

vi.setConfig({ testTimeout: 120_000 })

const symbols = ['1101', '1102', '2330']
const price = 10_000
let harness: BlockVenue
let mentor: BlockMentor
let followers: readonly Follower[]

beforeAll(async () => {
  harness = await openBlockVenue({ symbols, startAt: '2026-12-01T02:00:00Z' })
  await drawOpening(harness.venue.sql, harness.date(), new Date('2026-12-01T01:00:00Z'))
  mentor = await harness.mentor()
  followers = [
    await harness.follower(mentor),
    await harness.follower(mentor, { amount: '10000000' }),
    await harness.follower(mentor, { amount: '20000000', cap: '500000' }),
  ]
})
afterAll(() => harness.stop())

const lead = (symbol: string): Promise<string> =>
  harness.placed(mentor, { symbol, price, lots: 2, acknowledged: ['equity-share'] })
async function finish(leadOrder: string): Promise<void> {
  await harness.venue.settled()
  await matchOddLots(harness.venue)
  await harness.venue.settled()
  await harness.run()
  expect((await harness.block(leadOrder)).state).toBe('done')
}

describe('the record of an allocation', () => {
  const right = { hash: 'right', seed: 'right', list: 'right', shares: 'right', average: 'right' }
  let block: any
  const evidenceOf = async (one: Follower): Promise<CopyEvidence> =>
    harness.call(one, '/audit/copyEvidence', { copyId: one.copyId, blockId: block.id })
  const shownOf = async (one: Follower): Promise<any> => (await harness.read(one)).allocations[0]
  const openings = async () =>
    (await harness.call(mentor, '/draws/openings', { date: harness.date() })).openings
  const verdictOf = async (one: Follower) =>
    checkAllocation(tools, one.copyId, await shownOf(one), await evidenceOf(one), await openings())

  beforeAll(async () => {
    // One lot of 2,349 shares: every line has a remainder.
    await harness.venue.seat('maker-1', '1101', 'sell', price, 1)
    await oddSeat(harness.venue, 'maker-1', '1101', 'sell', 9_990, 60)
    const leadOrder = await lead('1101')
    await harness.run()
    await harness.venue.settled()
    await matchOddLots(harness.venue)
    await harness.ask(mentor, '/orders/cancelOrder', { orderId: leadOrder })
    await finish(leadOrder)
    block = await harness.block(leadOrder)
  })

  test('is recomputed before the day has a tree', async () => {
    for (const one of followers) {
      expect(await verdictOf(one)).toEqual({ ...right, path: 'absent', signature: 'absent' })
    }
  })

  test('leads to the signed root of its day', async () => {
    const { db, now } = harness.venue
    const { secrets } = harness.api.config
    const trees = await buildAll({ db, secrets, now: new Date(now) }, harness.date())
    expect(trees.filter(({ kind }) => kind === 'copies')).toMatchObject([{ leaves: 3 }])
    for (const one of followers) {
      expect(await verdictOf(one)).toEqual({ ...right, path: 'right', signature: 'right' })
    }
    const again = await buildAll({ db, secrets, now: new Date(now) }, harness.date())
    expect(again.filter(({ kind }) => kind === 'copies')).toEqual([])
  })

  test('fails its check when one number is changed', async () => {
    const [one] = followers as [Follower]
    const [shown, evidence, drawn] = [await shownOf(one), await evidenceOf(one), await openings()]
    const record = JSON.parse(evidence.body)
    const wrongOf = async (changed: Partial<CopyEvidence>, view: object = {}): Promise<string[]> =>
      Object.entries(
        await checkAllocation(tools, one.copyId, { ...shown, ...view }, { ...evidence, ...changed }, drawn),
      )
        .filter(([, verdict]) => verdict === 'wrong')
        .map(([key]) => key)
    const bodyWith = (field: object) => ({ body: JSON.stringify({ ...record, ...field }) })
    expect(await wrongOf({}, { shares: shown.shares + 1 })).toEqual(['hash'])
    expect(await wrongOf(bodyWith({ shares: record.shares + 1 }))).toEqual(['hash', 'path', 'shares'])
    expect(await wrongOf(bodyWith({ amount: String(BigInt(record.amount) + 1n) }))).toEqual([
      'hash',
      'path',
      'average',
    ])
    expect(await wrongOf(bodyWith({ seed: 'ab' }))).toEqual(
      expect.arrayContaining(['hash', 'path', 'seed', 'list']),
    )
    // Another follower gets more in the list.
    const lines = evidence.list!.split('\n')
    const other = lines.findIndex((line, at) => line !== '' && at !== record.place - 1)
    const moved = lines.map((line, at) => (at === other ? `${line.slice(0, 65)}2000` : line)).join('\n')
    expect(await wrongOf({ list: moved })).toEqual(expect.arrayContaining(['list', 'shares']))
  })

  test('of another member is not found', async () => {
    const [one, two] = followers as [Follower, Follower]
    const { body } = await harness.ask(two, '/audit/copyEvidence', { copyId: one.copyId, blockId: block.id })
    expect(body.msg).toBe('order.not-found')
  })

  test('is rebuilt by the verifier, who finds a changed row', async () => {
    const { database, sql } = harness.venue
    const reader = openDb({ url: database.readerUrl, poolSize: 1, applicationName: 'verifier' })
    const key = Buffer.from((await evidenceOf(followers[0]!)).proof!.root.publicKey, 'base64')
    expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true })
    await sql.query(
      'UPDATE app.copy_block_lines SET planned = planned + 1 WHERE block_id = $1 AND line = 1',
      [block.id],
    )
    const report = await verifyTrees(reader, [key])
    await reader.close()
    expect(report).toMatchObject({ ok: false, what: 'is not what was signed' })
    await sql.query(
      'UPDATE app.copy_block_lines SET planned = planned - 1 WHERE block_id = $1 AND line = 1',
      [block.id],
    )
  })
})

describe('a block that is stopped', () => {
  const noticesOf = async (one: Follower): Promise<readonly string[]> => {
    const rows = await harness.venue.sql.query<any>(
      `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'copy.order%'`,
      [one.memberId],
    )
    return rows.map(({ code }) => code)
  }
  const stopped = async (): Promise<any> => {
    const { waiting } = await readSystem(harness.venue.sql as never, new Date())
    return waiting.find(({ name }) => name === 'copy-blocks-stopped')
  }

  test('needs attention at the console and notifies its followers once', async () => {
    expect(await stopped()).toMatchObject({ amount: 0, isLate: false })
    await followers[1]!.client.call(
      '/copy-trading/pause',
      { copyId: followers[1]!.copyId, isPaused: true },
      { key: true },
    )
    const leadOrder = await lead('1102')
    await expect(harness.run(breaking(harness.venue.db, 4))).rejects.toThrow('cut short')
    harness.venue.now += 61_000
    await harness.run()
    await finish(leadOrder)
    expect(await harness.block(leadOrder)).toMatchObject({ cancelled_by: 'time' })
    // The figure counts by the database's clock.
    await harness.venue.sql.query(
      `UPDATE app.copy_blocks SET at = now() - interval '1 minute' WHERE lead_order = $1`,
      [leadOrder],
    )
    expect(await stopped()).toMatchObject({ amount: 1, isLate: true })
    expect(await harness.notify()).toBeGreaterThan(0)
    expect(await harness.notify()).toBe(0)
    expect(await noticesOf(followers[0]!)).toEqual(['copy.order-cancelled'])
  })
})

describe('the followers’ median', () => {
  /** From the fills alone, by an order statistic of the database. */
  const independent = async (): Promise<number | null> => {
    const [row] = await harness.venue.sql.query<any>(
      `SELECT CASE WHEN count(*) < 5 THEN NULL ELSE percentile_disc(0.5) WITHIN GROUP (ORDER BY r.bp) END AS bp FROM (
         SELECT div(sum(CASE f.side WHEN 'buy' THEN -f.price::numeric * f.quantity ELSE f.price::numeric * f.quantity END - f.fee - f.tax
           + CASE f.side WHEN 'buy' THEN 1 ELSE -1 END * f.quantity * coalesce(q.last, q.reference)) * 10000, c.amount)::int AS bp
         FROM app.copies c JOIN app.copy_block_lines l ON l.copy_id = c.id JOIN app.fills f ON f.order_id = l.order_id
         JOIN settlement.prices q ON q.symbol = f.symbol
         WHERE c.mentor_id = $1 GROUP BY c.id, c.amount) AS r`,
      [mentor.mentorId],
    )
    return row.bp
  }
  const median = async (): Promise<number | null> =>
    (await harness.venue.db.transaction((tx) => readFollowed(tx, mentor.mentorId))).followerMedianBp

  test('is that of their fills, and none below five', async () => {
    expect([await median(), await independent()]).toEqual([null, null])
    for (const amount of ['3000000', '7000000'])
      followers = [...followers, await harness.follower(mentor, { amount })]
    await followers[1]!.client.call(
      '/copy-trading/pause',
      { copyId: followers[1]!.copyId, isPaused: false },
      { key: true },
    )
    await harness.venue.seat('maker-1', '2330', 'sell', price, 3)
    await oddSeat(harness.venue, 'maker-1', '2330', 'sell', price, 999)
    const leadOrder = await lead('2330')
    await harness.run()
    await finish(leadOrder)
    // One of them has ended, and counts.
    await followers[4]!.client.call('/copy-trading/stop', { copyId: followers[4]!.copyId }, { key: true })
    const found = await median()
    expect(found).toBeLessThan(0)
    expect(found).toBe(await independent())
  })
})
