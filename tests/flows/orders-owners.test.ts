// Accounts of one owner: their orders do not trade with each other. Accounts that only share a device may trade, and
// operators review it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { surveillanceReviews, watchPairs } from '../../apps/server/src/features/orders/index.ts'
import { type Db, openDb } from './support/open-db.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

describe('trading', () => {
  let harness: OrderHarness
  let worker: Db
  beforeAll(async () => {
    harness = await openOrderHarness()
    worker = openDb({ url: harness.api.database.workerUrl, poolSize: 3, applicationName: 'test-worker' })
  })
  afterAll(async () => {
    await worker.close()
    await harness.stop()
  })

  const join = (...members: readonly TestMember[]): Promise<unknown> =>
    harness.venue.sql.query(`SELECT directory.join_owners($1::uuid[], 'person')`, [
      members.map(({ memberId }) => memberId),
    ])
  const stateOf = async (orderId: string): Promise<string> => (await harness.venue.order(orderId)).state
  const ended = async (member: TestMember, orderId: string): Promise<any> => {
    await until('the order to end', async () => (await stateOf(orderId)) !== 'entrusted')
    return (await harness.ask(member, '/orders/readOrder', { orderId })).body.data.order
  }
  const openWatch = (now = new Date(harness.venue.now)): Promise<number> =>
    watchPairs({ db: worker, openReview }, now)
  const reviewsOf = (member: TestMember): Promise<readonly any[]> =>
    harness.venue.sql.query(
      `SELECT payload, state, member_id FROM app.reviews
       WHERE kind = 'surveillance' AND subject LIKE '%' || $1::text || '%'`,
      [member.memberId],
    )
  const shareDevice = (a: TestMember, b: TestMember): Promise<unknown> =>
    harness.venue.sql.query(
      `INSERT INTO app.known_devices (id, member_id, cookie_hash, label, first_seen_at, last_seen_at, expires_at)
       SELECT gen_random_uuid(), $2, cookie_hash, label, first_seen_at, last_seen_at, expires_at
       FROM app.known_devices WHERE member_id = $1`,
      [a.memberId, b.memberId],
    )
  /** A short sale by one and a purchase by the other at the same price. */
  const tradeBetween = async (seller: TestMember, buyer: TestMember, price: number): Promise<string> => {
    const sale = await harness.placed(seller, { direction: 'short', price, acknowledged: ['far-price'] })
    await until('the book to have it', async () => (await harness.venue.order(sale)).accepted_at !== null)
    const order = await harness.placed(buyer, { price, acknowledged: ['far-price'] })
    await until('the purchase to end', async () => (await stateOf(order)) !== 'entrusted')
    return order
  }

  test('orders of one owner do not trade with each other', async () => {
    const [a, b, c] = [await harness.member(), await harness.member(), await harness.member()]
    await join(a, b)
    const sale = await harness.placed(a, { direction: 'short', price: 10_000 })
    await until('the book to have it', async () => (await harness.venue.order(sale)).accepted_at !== null)
    const own = await harness.placed(b, { price: 10_000 })
    expect(await ended(b, own)).toMatchObject({ state: 'cancelled', reason: 'self-trade', filled: 0 })
    expect(await stateOf(sale)).toBe('entrusted')
    const other = await harness.placed(c, { price: 10_000 })
    await harness.state(other, 'filled')
    await harness.state(sale, 'filled')
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('a replaced order keeps its owner', async () => {
    const [a, b] = [await harness.member(), await harness.member()]
    await join(a, b)
    const sale = await harness.placed(a, { direction: 'short', price: 10_100 })
    const bid = await harness.placed(b, { price: 9_900 })
    await until('the book to have both', async () => (await harness.venue.order(bid)).accepted_at !== null)
    const reply = await harness.replace(b, bid, { price: 10_100 })
    expect(reply.http).toBe(200)
    expect(await ended(b, reply.body.data.orderId)).toMatchObject({
      state: 'cancelled',
      reason: 'self-trade',
    })
    await harness.ask(a, '/orders/cancelOrder', { orderId: sale })
    await harness.state(sale, 'cancelled')
  })

  test('a trade between accounts of one device opens one review', async () => {
    const [a, b] = [await harness.member(), await harness.member()]
    await shareDevice(a, b)
    expect(await stateOf(await tradeBetween(a, b, 10_000))).toBe('filled')
    await harness.untilIdle()
    expect(await openWatch()).toBe(1)
    expect(await openWatch()).toBe(0)
    const [review, ...more] = await reviewsOf(a)
    expect(more).toEqual([])
    expect(review).toMatchObject({ state: 'waiting', payload: { trades: 1, links: ['device'] } })
    expect(new Set([review.payload.firstMember, review.payload.secondMember])).toEqual(
      new Set([a.memberId, b.memberId]),
    )

    const { checks } = await worker.transaction((tx) => surveillanceReviews.describe(tx, review))
    expect(checks?.map(({ ok, code }) => [code, ok])).toEqual([
      ['surveillance.other-owner', true],
      ['surveillance.same-device', false],
      ['surveillance.other-network', true],
    ])

    // Two people find that one person trades for both: from then on the two accounts have one owner.
    await worker.transaction((tx) =>
      surveillanceReviews.execute(tx, { number: 'V1', payload: review.payload } as never, {
        now: new Date(harness.venue.now),
        requestId: '00000000-0000-7000-8000-000000000001',
        operators: ['one', 'two'],
        note: '',
      }),
    )
    const again = await tradeBetween(a, b, 10_000)
    expect(await ended(b, again)).toMatchObject({ state: 'cancelled', reason: 'self-trade' })
    expect((await harness.ask(a, '/orders/cancelAll', { stop: false })).http).toBe(200)
    await harness.untilIdle()
  })

  test('unlinked accounts are reviewed only after many mutual trades', async () => {
    const [a, b] = [await harness.member(), await harness.member()]
    await tradeBetween(a, b, 10_000)
    await harness.untilIdle()
    expect(await openWatch()).toBe(0)
    await harness.venue.sql.query(
      `UPDATE app.pair_trades SET trades = 20 WHERE $1::uuid IN (first_member, second_member)`,
      [a.memberId],
    )
    expect(await openWatch()).toBe(1)
    expect((await reviewsOf(a))[0].payload).toMatchObject({ trades: 20 })
  })
})

describe('owner groups', () => {
  let harness: FundHarness
  beforeAll(async () => {
    harness = await openFundHarness()
  })
  afterAll(() => harness.stop())

  const groupOf = async ({ memberId }: TestMember): Promise<string | undefined> =>
    (await harness.owner.query('SELECT owner_group FROM directory.owners WHERE member_id = $1', [memberId]))
      .rows[0]?.owner_group

  test('a bank account reused by another member joins both owners', async () => {
    const [a, b, c] = [await harness.member(), await harness.member(), await harness.member()]
    const [number, other] = ['100200300400', '100200300401']
    const card = await harness.card(a, { number })
    expect(await groupOf(a)).toBeUndefined()
    expect((await a.client.call('/bank-accounts/remove', { bankAccountId: card }, { key: true })).http).toBe(
      200,
    )
    const second = await harness.card(b, { number })
    expect(await groupOf(a)).toBeDefined()
    expect(await groupOf(b)).toBe(await groupOf(a))

    // A third member who shares another bank account with the second belongs to the same group.
    await harness.card(c, { number: other })
    expect(await groupOf(c)).toBeUndefined()
    await harness.owner.query(`SELECT directory.join_owners($1::uuid[], 'review')`, [
      [b.memberId, c.memberId],
    ])
    expect(await groupOf(c)).toBe(await groupOf(a))
    expect(second).toBeDefined()
  })

  test('an unverified bank account number joins no owners', async () => {
    const [a, b] = [await harness.member(), await harness.member()]
    const number = '100200300500'
    const card = await harness.card(a, { number })
    await a.client.call('/bank-accounts/remove', { bankAccountId: card }, { key: true })
    const form = {
      currency: 'TWD',
      holder: '林小安',
      number,
      bankCode: '812',
      branch: '信義分行',
      branchCode: '0687',
    }
    const typed = await b.client.call(
      '/bank-accounts/add',
      { ...form, fundPassword: '258036' },
      { key: true },
    )
    expect(typed.http).toBe(200)
    expect(await groupOf(b)).toBeUndefined()
  })

  test('an ID number that was verified twice joins both accounts', async () => {
    const [a, b] = [await harness.api.member(), await harness.api.member()]
    const index = Buffer.alloc(32, 7)
    const claim = (member: TestMember): Promise<unknown> =>
      harness.worker.query(
        'INSERT INTO directory.persons (key_id, number_index, member_id) VALUES ($1, $2, $3)',
        ['k1', index, member.memberId],
      )
    await claim(a)
    await harness.worker.query('DELETE FROM directory.persons WHERE member_id = $1', [a.memberId])
    await claim(b)
    expect(await groupOf(a)).toBeDefined()
    expect(await groupOf(b)).toBe(await groupOf(a))
  })

  test('no role of the application can write owners or marks', async () => {
    for (const db of [harness.api.asApi, harness.worker, harness.console]) {
      await expect(
        db.query(`INSERT INTO directory.owners (member_id, owner_group, joined_by) VALUES
          (gen_random_uuid(), gen_random_uuid(), 'review')`),
      ).rejects.toThrow(/permission denied/)
      await expect(
        db.query(`SELECT directory.mark_owner('person', '\\x00', gen_random_uuid())`),
      ).rejects.toThrow(/permission denied/)
    }
    await expect(
      harness.api.asApi.query(`SELECT directory.join_owners(ARRAY[gen_random_uuid()], 'review')`),
    ).rejects.toThrow(/permission denied/)
  })
})
