// Block trades on the real api, exchange, settlement and reviews: listings by two operators, what an application holds,
// every state and transition at the api and in the database, the end of the day, T+2 and the sale after it.

import { entry, post, seat } from '@fairlot/ledger'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { sweepDues } from '../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { blockListingStates, blockStates } from '../../packages/contract/src/block-trades/index.ts'
import {
  blockApplicationTransitions,
  blockListingTransitions,
} from '../../packages/rules/src/block-trades/index.ts'
import { type BlockHarness, openBlockHarness, password } from './support/block-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 60_000 })

const symbol = '2303'
/** Ten lots at NT$98: 980,000, and brokerage of 0.1425 % cut to the dollar. */
const value = 98_000_000n
const fee = 139_600n
const total = value + fee
const grant = 1_000_000_000n

let harness: BlockHarness
beforeAll(async () => {
  harness = await openBlockHarness([symbol, '2330'])
})
afterAll(() => harness.stop())
afterEach(async () => {
  await harness.untilIdle()
  expect(await harness.venue.breaches()).toEqual([])
  expect(await requestBreaches(harness.venue.database)).toEqual([])
  expect(await harness.differences()).toEqual([])
})

const balance = async (account: string): Promise<bigint> => BigInt(await harness.venue.balance(account))
const available = ({ memberId }: TestMember) => balance(`member/${memberId}/TWD/available`)
const held = ({ memberId }: TestMember) => balance(`member/${memberId}/TWD/held`)
const cancel = (member: TestMember, applicationId: string) =>
  member.client.call('/block-trades/cancel', { applicationId }, { key: true })
const mine = async (member: TestMember) => (await member.client.call('/block-trades/applications')).body.data
const listings = async (member: TestMember) => (await member.client.call('/block-trades/listings')).body.data
const noticesOf = ({ memberId }: TestMember) =>
  harness.owner.query<{ code: string }>('SELECT code FROM app.notices WHERE member_id = $1 ORDER BY id', [
    memberId,
  ])

describe('a listing', () => {
  test.each([
    ['a price above the limit of the day', { price: 11_001 }, 'block-listing.terms', 'price'],
    ['a price below it', { price: 8_999 }, 'block-listing.terms', 'price'],
    ['few lots that are worth a block', { minLots: 4 }, null, null],
    ['lots that are worth less than a block', { minLots: 3 }, 'block-listing.terms', 'minLots'],
    ['more per member than the rule', { lots: 400, maxLots: 201 }, 'block-listing.terms', 'maxLots'],
    ['less in all than one member may buy', { lots: 20 }, 'block-listing.terms', 'lots'],
    ['a stock that does not exist', { symbol: '9999' }, 'block-listing.stock', 'symbol'],
    ['a seat that does not exist', { seat: 'unknown' }, 'block-listing.seat', 'seat'],
    ['a short password', { password: 'abcde' }, 'block-listing.password', 'password'],
    ['more shares than the seat has', { lots: 999_999 }, 'block-listing.shares', 'lots'],
    ['no reason', { why: '' }, 'proposal.why', 'why'],
  ])('of %s is judged by its rule', async (_what, form, msg, field) => {
    const proposed = await harness.propose(form)
    if (msg === null) expect(proposed.ok).toBe(true)
    else expect(proposed).toMatchObject({ ok: false, msg, field })
  })

  test('holds the seat’s shares after two approvals, and gives them back', async () => {
    const seatId = await harness.venue.seatLedgerId('maker-1')
    const free = await balance(`seat/${seatId}/stk:${symbol}/available`)
    const listingId = await harness.list()
    expect(await harness.listing(listingId)).toMatchObject({ state: 'open', left_shares: 60_000 })
    expect(await balance(`seat/${seatId}/stk:${symbol}/held`)).toBe(60_000n)
    expect(await balance(`seat/${seatId}/stk:${symbol}/available`)).toBe(free - 60_000n)

    const member = await harness.member()
    const applicationId = await harness.applied(member, listingId)
    const ended = await harness.proposeEnd(listingId)
    expect(ended.ok).toBe(true)
    expect(await harness.proposeEnd(listingId)).toMatchObject({ ok: false, msg: 'proposal.open' })
    await harness.vote(1, 'block-listing-end', listingId, 'approve')
    await harness.execute()
    expect((await harness.apply(member, listingId)).body).toMatchObject({ msg: 'block.closed' })
    // What was sent is still decided, and keeps its shares until then.
    await harness.end()
    expect(await harness.listing(listingId)).toMatchObject({ state: 'closing', left_shares: 50_000 })
    await harness.vote(0, 'block-trade', applicationId, 'reject', {
      reason: 'seller-withdrew',
      note: '賣方取消',
    })
    await harness.execute()
    await harness.end()
    expect(await harness.listing(listingId)).toMatchObject({ state: 'closed', left_shares: 60_000 })
    expect(await balance(`seat/${seatId}/stk:${symbol}/available`)).toBe(free)
    expect(await mine(member)).toMatchObject({
      applications: [
        { applicationId, state: 'rejected', rejectionReason: 'seller-withdrew', note: '賣方取消' },
      ],
      usedToday: 0,
      held: '0',
    })
    expect(await available(member)).toBe(grant)
    expect(await noticesOf(member)).toEqual([{ code: 'block-trade.rejected' }])
  })
})

describe('an application', () => {
  let listingId = ''
  beforeAll(async () => {
    listingId = await harness.list({ lots: 120 })
  })

  test('shows price, market, bounds, hours and cost before it is sent', async () => {
    const member = await harness.member()
    const shown = await listings(member)
    expect(shown).toMatchObject({
      isOpen: true,
      perDay: 3,
      usedToday: 0,
      settlesOn: '2026-11-18',
      sellableOn: '2026-11-18',
      brokerage: 1_425,
      minAmount: '30000000',
      available: grant.toString(),
    })
    expect(shown.listings.find((each: any) => each.listingId === listingId)).toMatchObject({
      symbol,
      price: 9_800,
      market: 10_000,
      minLots: 10,
      maxLots: 50,
      leftLots: 120,
      isOpen: true,
    })
  })

  test('holds its cost, counts, and is taken back before the decision', async () => {
    const member = await harness.member()
    const applicationId = newId(harness.venue.now)
    const sent = await harness.apply(member, listingId, { applicationId })
    expect(sent.body).toMatchObject({ msg: 'done.block-applied' })
    expect(sent.body.data.application).toMatchObject({
      fee: fee.toString(),
      total: total.toString(),
      state: 'pending',
    })
    // Sent again under another key: one application.
    expect((await harness.apply(member, listingId, { applicationId })).body.data).toEqual(sent.body.data)
    expect((await harness.apply(member, listingId, { applicationId, lots: 11 })).body).toMatchObject({
      msg: 'input.invalid',
    })
    expect(await held(member)).toBe(total)
    expect(await mine(member)).toMatchObject({ usedToday: 1, held: total.toString() })
    await harness.vote(0, 'block-trade', applicationId, 'approve')
    expect((await mine(member)).applications[0]).toMatchObject({ isSecond: true })

    const stranger = await harness.member()
    expect((await cancel(stranger, applicationId)).body).toMatchObject({ msg: 'order.not-found' })
    expect((await cancel(member, applicationId)).body).toMatchObject({ msg: 'done.request-cancelled' })
    expect((await cancel(member, applicationId)).body).toMatchObject({ msg: 'order.not-review' })
    expect(await available(member)).toBe(grant)
    expect(await mine(member)).toMatchObject({
      usedToday: 0,
      applications: [{ state: 'rejected', rejectionReason: 'cancelled' }],
    })
    expect(await noticesOf(member)).toEqual([])
  })

  test('is refused outside the bounds of the listing and the balance', async () => {
    const member = await harness.member()
    const refusal = async (body: object) => (await harness.apply(member, listingId, body)).body
    expect(await refusal({ lots: 9 })).toMatchObject({
      msg: 'block.lots',
      params: { min: 10, max: 50 },
      rule: 'block.minLots',
    })
    expect(await refusal({ lots: 51 })).toMatchObject({ msg: 'block.lots', rule: 'block.maxLots' })
    expect(await refusal({ price: 9_700 })).toMatchObject({ msg: 'block.closed' })
    expect(await refusal({ listingId: newId() })).toMatchObject({ msg: 'block.closed' })
    expect(await refusal({ password: '' })).toMatchObject({ msg: 'input.required' })
    const few = await harness.list({ lots: 12, maxLots: 12, minLots: 10 })
    await harness.applied(await harness.member(), few)
    expect((await harness.apply(member, few)).body).toMatchObject({
      msg: 'block.sold-out',
      params: { left: 2 },
    })
    // Ten million pays for fifty lots twice, and not a third time.
    await harness.applied(member, listingId, 50)
    await harness.applied(member, listingId, 50)
    expect(await refusal({ lots: 10 })).toMatchObject({ msg: 'balance.insufficient' })
    expect(await held(member)).toBe(2n * (490_000_000n + 698_200n))
    const { applications } = await mine(member)
    for (const { applicationId } of applications) await cancel(member, applicationId)
    expect(await available(member)).toBe(grant)
  })

  test('is counted by the day, without those taken back', async () => {
    const member = await harness.member()
    const first = await harness.applied(member, listingId)
    await harness.applied(member, listingId)
    await harness.applied(member, listingId)
    expect((await harness.apply(member, listingId)).body).toMatchObject({
      msg: 'block.daily-limit',
      params: { times: 3 },
      rule: 'block.perDayCount',
    })
    await cancel(member, first)
    const again = await harness.applied(member, listingId)
    for (const { applicationId } of (await mine(member)).applications) await cancel(member, applicationId)
    expect(await harness.application(again)).toMatchObject({ state: 'rejected' })
  })

  test('needs the seller’s password, and five wrong ones lock', async () => {
    const member = await harness.member()
    for (const left of [4, 3, 2, 1, 0]) {
      expect((await harness.apply(member, listingId, { password: 'guessed' })).body).toMatchObject({
        msg: 'password.key-mismatch',
        params: { left },
      })
    }
    expect((await harness.apply(member, listingId)).body).toMatchObject({ msg: 'request.too-frequent' })
    expect(await held(member)).toBe(0n)
    const [row] = await harness.owner.query<{ payload: string }>(
      `SELECT payload::text FROM app.reviews WHERE kind = 'block-listing' AND subject = $1`,
      [listingId],
    )
    expect(row!.payload).not.toContain(password)
  })

  test('is refused to a member who may not trade', async () => {
    const member = await harness.member()
    await harness.venue.db.transaction((tx) =>
      setRestriction(tx, {
        memberId: member.memberId,
        kind: 'no-trading',
        reason: 'market-conduct',
        operators: ['one', 'two'],
        now: harness.now(),
        requestId: 'test',
      } as never),
    )
    expect((await harness.apply(member, listingId)).body).toMatchObject({ msg: 'restriction.no-trading' })
  })

  test('takes the last lots once, however many ask at the same moment', async () => {
    const few = await harness.list({ lots: 25, maxLots: 20 })
    const members = await Promise.all(Array.from({ length: 4 }, () => harness.member()))
    const replies = await Promise.all(members.map((member) => harness.apply(member, few)))
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(2)
    expect(replies.filter(({ body }) => body.msg === 'block.sold-out')).toHaveLength(2)
    expect(await harness.listing(few)).toMatchObject({ left_shares: 5_000 })
  })
})

test('a passed block settles on T+2 and can be sold then', async () => {
  const listingId = await harness.list()
  const seatId = await harness.venue.seatLedgerId('maker-1')
  const member = await harness.member()
  const applicationId = await harness.applied(member, listingId)
  await harness.approve('block-trade', applicationId)
  const due = '2026-11-18'
  expect(await harness.application(applicationId)).toMatchObject({ state: 'passed' })
  expect((await cancel(member, applicationId)).body).toMatchObject({ msg: 'order.not-review' })
  expect(await available(member)).toBe(grant - total)
  expect(await held(member)).toBe(0n)
  expect(await balance(`member/${member.memberId}/stk:${symbol}/receivable@${due}`)).toBe(10_000n)
  expect(await noticesOf(member)).toEqual([{ code: 'block-trade.passed' }])

  const { positions } = await harness.call(member, '/positions/listPositions', { which: 'open' })
  expect(positions).toMatchObject([
    {
      positionId: applicationId,
      origin: 'block',
      multiple: 100,
      price: 9_800,
      sellableOn: due,
      openFee: fee.toString(),
    },
  ])
  // Two dollars a share below the market, less the fee.
  const { day } = await harness.call(member, '/positions/account')
  expect(day).toMatchObject({ paidIn: grant.toString(), profit: String(2_000_000n - fee), rest: '0' })
  const read = await harness.call(member, '/positions/readPosition', { positionId: applicationId })
  expect(read).toMatchObject({ orders: [], fills: [] })
  expect(
    (await harness.close(member, { positionId: applicationId, price: 9_500, lots: 10 })).body,
  ).toMatchObject({
    msg: 'stock.no-same-day-sale',
    rule: 'sell.minHoldDays',
  })
  await harness.sleep(member)
  expect(
    (await harness.close(member, { positionId: applicationId, price: 9_500, lots: 10 })).body,
  ).toMatchObject({
    msg: 'stock.no-sale-before-t1',
  })
  // Everything else of the first day was ended by its close.
  await harness.end()
  await harness.execute()
  await harness.end()
  await harness.sleep(member)
  const before = await balance(`seat/${seatId}/TWD/available`)
  await sweepDues(harness.venue.settlement.db, 'practice', harness.now())
  expect(await balance(`member/${member.memberId}/stk:${symbol}/available`)).toBe(10_000n)
  expect((await balance(`seat/${seatId}/TWD/available`)) - before).toBeGreaterThanOrEqual(value)

  await harness.venue.seat('maker-2', symbol, 'buy', 10_000, 10)
  const sold = await harness.close(member, { positionId: applicationId, price: 10_000, lots: 10 })
  expect(sold.http).toBe(200)
  await harness.state(sold.body.data.orderId, 'filled')
  await harness.untilIdle()
  // 1,000,000 less the purchase with its fee, the sale's fee of 1,425 and the tax of 3,000.
  expect(await harness.venue.position(applicationId)).toMatchObject({
    state: 'closed',
    realised: String(100_000_000n - total - 142_500n - 300_000n),
  })
})

test('a decision whose execution is interrupted is booked once', async () => {
  const listingId = await harness.list()
  const member = await harness.member()
  const applicationId = await harness.applied(member, listingId)
  await harness.vote(0, 'block-trade', applicationId, 'approve')
  await harness.vote(1, 'block-trade', applicationId, 'approve')
  await harness.interrupt()
  expect(await harness.application(applicationId)).toMatchObject({ state: 'pending' })
  expect(await held(member)).toBe(total)
  // Decided: neither the member nor the end of the day takes it back.
  expect((await cancel(member, applicationId)).body).toMatchObject({ msg: 'order.not-review' })
  expect(await harness.execute()).toBe(1)
  expect(await harness.execute()).toBe(0)
  expect(await harness.application(applicationId)).toMatchObject({ state: 'passed' })
  expect(await available(member)).toBe(grant - total)
  expect(await noticesOf(member)).toEqual([{ code: 'block-trade.passed' }])
})

test('the end of the day returns what was not decided', async () => {
  const listingId = await harness.list({ symbol: '2330' })
  const member = await harness.member()
  const waiting = await harness.applied(member, listingId)
  const half = await harness.applied(member, listingId)
  const decided = await harness.applied(member, listingId)
  await harness.vote(0, 'block-trade', half, 'approve')
  await harness.vote(0, 'block-trade', decided, 'approve')
  await harness.vote(1, 'block-trade', decided, 'approve')
  const { closes_at: closesAt } = await harness.listing(listingId)
  const before = harness.venue.now
  harness.venue.now = new Date(closesAt).getTime()
  expect((await harness.propose()).ok).toBe(false)
  await harness.end()
  // The close does not undo what two operators decided before it.
  await harness.execute()
  await harness.end()
  expect(await harness.application(waiting)).toMatchObject({ state: 'rejected', rejection_reason: 'expired' })
  expect(await harness.application(half)).toMatchObject({ state: 'rejected', rejection_reason: 'expired' })
  expect(await harness.application(decided)).toMatchObject({ state: 'passed' })
  expect(await harness.listing(listingId)).toMatchObject({ state: 'closed', left_shares: 50_000 })
  expect(await held(member)).toBe(0n)
  expect(await available(member)).toBe(grant - total)
  // Nothing happens twice.
  expect(await harness.end()).toBe(0)
  harness.venue.now = before
})

describe('in the database', () => {
  const asWorker = (sql: string, values: readonly unknown[]) => harness.venue.db.query(sql, [...values])

  test('a listing and an application take only the listed steps', async () => {
    const listingId = await harness.list()
    const member = await harness.member()
    const applicationId = await harness.applied(member, listingId)
    const tried = async (table: string, id: string, from: string, to: string): Promise<boolean> => {
      const columns = (state: string): string => {
        if (table === 'block_listings')
          return `state = '${state}', closed_at = ${state === 'closed' ? 'now()' : 'NULL'}`
        const [at, entry] = state === 'pending' ? ['NULL', 'NULL'] : ['now()', 'gen_random_uuid()']
        const reason = state === 'rejected' ? `'expired'` : 'NULL'
        return `state = '${state}', decided_at = ${at}, entry_id = ${entry}, rejection_reason = ${reason}`
      }
      let took = false
      await harness.owner
        .transaction(async (tx) => {
          // A row in the first state, planted past the triggers; then the step with them, and back.
          await tx.query('SET LOCAL session_replication_role = replica')
          await tx.query(`UPDATE app.${table} SET ${columns(from)} WHERE id = $1`, [id])
          await tx.query('SET LOCAL session_replication_role = origin')
          await tx.query(`UPDATE app.${table} SET ${columns(to)} WHERE id = $1`, [id])
          took = true
          throw new Error('back')
        })
        .catch(() => undefined)
      return took
    }
    for (const from of blockListingStates) {
      for (const to of blockListingStates.filter((state) => state !== from)) {
        const isListed = blockListingTransitions.some(([a, b]) => a === from && b === to)
        expect([from, to, await tried('block_listings', listingId, from, to)]).toEqual([from, to, isListed])
      }
    }
    for (const from of blockStates) {
      for (const to of blockStates.filter((state) => state !== from)) {
        // Only app.book_block_trade passes an application, with its holding.
        const isListed =
          to !== 'passed' && blockApplicationTransitions.some(([a, b]) => a === from && b === to)
        expect([from, to, await tried('block_applications', applicationId, from, to)]).toEqual([
          from,
          to,
          isListed,
        ])
      }
    }
    await cancel(member, applicationId)
  })

  test('nothing is booked without two votes and its own entry', async () => {
    const listingId = await harness.list()
    const member = await harness.member()
    const applicationId = await harness.applied(member, listingId)
    const [review] = await harness.owner.query<{ id: string }>(
      `SELECT id FROM app.reviews WHERE kind = 'block-trade' AND subject = $1`,
      [applicationId],
    )
    const [entry] = await harness.owner.query<{ id: string }>(
      `SELECT id FROM ledger.entries WHERE event = 'block.held' AND reference = $1`,
      [applicationId],
    )
    const book = () =>
      asWorker('SELECT app.book_block_trade($1, $2, $3, now())', [applicationId, review!.id, entry!.id])
    await expect(book()).rejects.toThrow('not approved by two operators')
    await harness.vote(0, 'block-trade', applicationId, 'approve')
    await expect(book()).rejects.toThrow('not approved by two operators')
    await harness.vote(1, 'block-trade', applicationId, 'approve')
    await expect(book()).rejects.toThrow('does not trade application')
    await expect(
      asWorker(
        `UPDATE app.block_applications SET state = 'passed', decided_at = now(), entry_id = $2 WHERE id = $1`,
        [applicationId, entry!.id],
      ),
    ).rejects.toThrow('without its holding')
    await expect(
      asWorker(`UPDATE app.block_listings SET left_shares = 0 WHERE id = $1`, [listingId]),
    ).rejects.toThrow('permission denied')
    await harness.execute()
    expect(await harness.application(applicationId)).toMatchObject({ state: 'passed' })
    await expect(book()).rejects.toThrow('is passed')
  })

  test('a seat’s money cannot be withdrawn', async () => {
    const seatId = await harness.venue.seatLedgerId('maker-1')
    const id = newId(harness.venue.now)
    const asked = entry({ event: 'withdrawal.held', reference: id, key: id, postedAt: harness.now() })
      .hold(id, 100n, seat(seatId).available('TWD'))
      .done()
    await expect(harness.asApi.transaction((tx) => post(tx, asked))).rejects.toThrow('withdrawal.held')
  })

  test('an application that does not fit its listing is no row', async () => {
    const listingId = await harness.list()
    const member = await harness.member()
    const insert = (over: Readonly<Record<string, unknown>>) => {
      const row = {
        id: newId(),
        member_id: member.memberId,
        listing_id: listingId,
        price: 9_800,
        shares: 10_000,
        fee: 0,
        hold_id: newId(),
        date: harness.date(),
        settles_on: '2030-01-02',
        sellable_on: '2030-01-02',
        sent_at: harness.now(),
        promised_at: harness.now(),
        ...over,
      }
      const names = Object.keys(row)
      return harness.asApi.query(
        `INSERT INTO app.block_applications (${names.join(', ')}) VALUES (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
        Object.values(row),
      )
    }
    await expect(insert({ price: 9_700 })).rejects.toThrow('does not fit')
    await expect(insert({ shares: 9_000 })).rejects.toThrow('does not fit')
    await expect(insert({ shares: 51_000 })).rejects.toThrow('does not fit')
    await expect(insert({ date: '2030-01-01' })).rejects.toThrow('does not fit')
    await expect(insert({ sent_at: '2030-01-01' })).rejects.toThrow('does not fit')
    await expect(insert({ state: 'passed' })).rejects.toThrow('permission denied')
  })
})
