// Fee coupons from the grant by two operators to the refund, on the real ledger, exchange and settlement.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachCoupons } from '../../apps/server/src/features/coupons/attach-coupons.ts'
import { sweepExpired } from '../../apps/server/src/features/coupons/expire-coupons.ts'
import {
  couponReviews,
  couponsConsoleHandlers,
  couponsHandlers,
} from '../../apps/server/src/features/coupons/index.ts'
import { payCoupons } from '../../apps/server/src/features/coupons/pay-coupons.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { readProfit } from '../../apps/server/src/features/positions/profit/read-profit.ts'
import { readFigures } from '../../apps/server/src/features/positions/read-figures.ts'
import { executeReviews } from '../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { type Db, openDb } from './support/open-db.ts'
import { taipeiDate, taipeiMidnight } from '../../packages/rules/src/calendar/index.ts'
import { couponTransitions } from '../../packages/rules/src/coupons/index.ts'
import { captureLog } from './support/captured-log.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'
import { openVotes } from './support/two-operators.ts'

const day = '2026-11-16'
/** A day after today in Taipei: coupons are granted by the real clock. */
const inDays = (days: number): string => taipeiDate(Date.now() + days * 86_400_000)
const { log } = captureLog('coupons')

let venue: TestVenue
let asConsole: Db
let asApi: Db
let votes: Awaited<ReturnType<typeof openVotes>>
let deps: Parameters<typeof attachCoupons>[1]

beforeAll(async () => {
  venue = await openTestVenue()
  const { database } = venue
  deps = venue.settlement
  asConsole = openDb({ url: database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
  asApi = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test-api' })
  votes = await openVotes(database.ownerUrl)
  await venue.begin(day)
  venue.startSettler()
})
afterAll(async () => {
  await Promise.all([asConsole.close(), asApi.close(), votes.owner.end()])
  await venue.stop()
})

const now = () => new Date(venue.now)
const run = <Result>(job: (db: Db, notifyDeps: typeof deps, at: Date) => Promise<Result>, at = now()) =>
  job(venue.db, deps, at)
const accountOf = async (memberId: string): Promise<string> => {
  const [row] = await venue.sql.query<{ account: string }>('SELECT account FROM app.members WHERE id = $1', [
    memberId,
  ])
  return row!.account
}
const ask = (over: object, by = votes.operators[0]!) =>
  couponsConsoleHandlers({ db: asConsole }).proposeGrant(
    {
      audience: { kind: 'member', account: '' },
      name: { tw: '系統停機補償', en: 'Sorry for the outage' },
      fee: 'brokerage',
      amount: '10000',
      lastDay: inDays(14),
      reason: 'ticket 4471',
      ...over,
    },
    { caller: by, now: new Date(), requestId: 'test' } as never,
  )
const execute = () =>
  executeReviews({ db: venue.db, log, kinds: [couponReviews(deps)], onTrouble: () => undefined }, now)
/** Proposed by one operator, approved by the other, executed. Returns the grant's id. */
async function grant(over: object): Promise<string> {
  const proposed = await ask(over)
  if (!proposed.ok) throw new Error(proposed.msg)
  const [row] = await venue.sql.query<{ subject: string }>('SELECT subject FROM app.reviews WHERE id = $1', [
    proposed.data.reviewId,
  ])
  expect(await execute()).toBe(0)
  await votes.vote(1, 'coupon-grant', row!.subject, 'approve', 'seen')
  expect(await execute()).toBe(1)
  return row!.subject
}
const list = async (memberId: string, state: 'available' | 'used' | 'expired', at = now()) => {
  const answer = await couponsHandlers({ db: asApi }).list({ state }, {
    caller: { memberId },
    now: at,
  } as never)
  if (!answer.ok) throw new Error(answer.msg)
  return answer.data
}
/** The books agree, and the reserved amount equals the sum of the coupons. */
async function checkBooks(): Promise<void> {
  const { broken } = await venue.db.transaction((tx) => reconcile(tx, now()))
  expect(broken).toEqual([])
  expect(await venue.breaches()).toEqual([])
  expect(await requestBreaches(venue.database)).toEqual([])
}
const coupons = () => venue.balance('house/main/TWD/vouchers')
const promotion = () => venue.balance('house/main/TWD/promotion')

test('a coupon refunds the fee of one finished order once', async () => {
  const buyer = await venue.member()
  const account = await accountOf(buyer)
  // The coupon that expires later is granted first and used second.
  await grant({ audience: { kind: 'member', account }, amount: '100000', lastDay: inDays(45) })
  await grant({ audience: { kind: 'member', account }, amount: '10000', lastDay: inDays(14) })
  expect(await coupons()).toBe(110_000)
  expect(await promotion()).toBe(-110_000)
  expect((await list(buyer, 'available')).coupons.map(({ amount }) => amount)).toEqual(['10000', '100000'])
  await checkBooks()

  const free = await venue.balance(`member/${buyer}/TWD/available`)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  const order = await venue.open(buyer, { symbol: '2330', price: 10_000, lots: 2 })
  await venue.settled()
  expect((await venue.order(order)).state).toBe('entrusted')
  expect(await run(attachCoupons)).toBe(1)
  // Half filled: the coupon is bound to the order, and nothing is refunded before the fee is final.
  expect(await run(payCoupons)).toBe(0)
  expect((await list(buyer, 'used')).coupons).toMatchObject([
    { orderId: order, used: '0', usedAt: null, entryId: null },
  ])
  await checkBooks()

  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await venue.settled()
  expect(await run(attachCoupons)).toBe(0)
  const charged = Number((await venue.order(order)).fee)
  expect(charged).toBe(28_500)
  const paid = await Promise.all([1, 2, 3, 4].map(() => run(payCoupons)))
  expect(paid.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(await run(payCoupons)).toBe(0)
  // The fee was charged in full, as the ticket said; the coupon's part was refunded separately.
  expect(await venue.balance(`member/${buyer}/TWD/available`)).toBe(free - 20_000_000 - charged + 10_000)
  const used = await list(buyer, 'used')
  expect(used).toMatchObject({ counts: { available: 1, used: 1, expired: 0 }, paidThisYear: '10000' })
  expect(used.coupons[0]).toMatchObject({ used: '10000', orderId: order, entryId: expect.any(String) })
  await checkBooks()

  // The larger coupon pays the whole fee of the next order and gives no change.
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  const next = await venue.open(buyer, { symbol: '2330', price: 10_000, lots: 1 })
  await venue.settled()
  await run(attachCoupons)
  await run(payCoupons)
  expect((await list(buyer, 'used')).coupons.find(({ orderId }) => orderId === next)).toMatchObject({
    used: '14200',
  })
  expect(await coupons()).toBe(0)
  expect(await promotion()).toBe(-24_200)
  // No coupon left: the third order pays its fee.
  await venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  await venue.open(buyer, { symbol: '2330', price: 10_000, lots: 1 })
  await venue.settled()
  expect([await run(attachCoupons), await run(payCoupons)]).toEqual([0, 0])
  await checkBooks()
  // A refund is a part of the day's profit, and no money that was paid in.
  const facts = { calendar: 'practice', money: 'practice' } as const
  const figures = await readFigures(asApi, facts, buyer, now())
  expect(figures.day).toMatchObject({ rebates: '24200', realised: '0', paidIn: '1000000000' })
  expect(BigInt(figures.day.profit)).toBe(BigInt(figures.unrealisedBefore) + 24_200n)
  const past = await readProfit(asApi, facts, buyer, 'all', now())
  expect(past).toMatchObject({ line: [], before: { paidIn: '0', profit: '0', rebates: '0' } })
  const notices = await venue.sql.query<{ code: string }>(
    'SELECT code FROM app.notices WHERE member_id = $1 ORDER BY sent_at, id',
    [buyer],
  )
  expect(notices.map(({ code }) => code).toSorted()).toEqual([
    'coupon.granted',
    'coupon.granted',
    'coupon.used',
    'coupon.used',
  ])
  const own = await venue.sql.query<{ data: { state: string } }>(
    `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'coupon.changed' ORDER BY number`,
    [buyer],
  )
  expect(own.map(({ data }) => data.state)).toEqual([
    'available',
    'available',
    'used',
    'used',
    'used',
    'used',
  ])
})

test('an unused coupon expires and returns its money to the house', async () => {
  const member = await venue.member()
  await grant({
    audience: { kind: 'member', account: await accountOf(member) },
    amount: '5000',
    lastDay: inDays(1),
  })
  const end = new Date(taipeiMidnight(inDays(2)))
  const [before, spent] = [await coupons(), await promotion()]
  expect((await list(member, 'available', new Date(end.getTime() - 1))).counts.available).toBe(1)
  // Expired for the member at once; the sweep waits an hour for trades that are settled late.
  expect((await list(member, 'expired', end)).counts).toEqual({ available: 0, used: 0, expired: 1 })
  expect(await run(sweepExpired, end)).toBe(0)
  expect(await run(sweepExpired, new Date(end.getTime() + 3_600_000))).toBe(1)
  expect(await run(sweepExpired, new Date(end.getTime() + 7_200_000))).toBe(0)
  expect([await coupons(), await promotion()]).toEqual([before - 5_000, spent + 5_000])
  await checkBooks()
})

test('a grant by join date leaves out related members and latecomers', async () => {
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  await venue.sql.query(
    `UPDATE app.members SET joined_at = '2020-03-04T05:00:00Z' WHERE id = ANY($1::uuid[])`,
    [members],
  )
  await venue.sql.query('INSERT INTO app.operator_relations (operator_id, member_id) VALUES ($1, $2)', [
    votes.operators[1]!.operatorId,
    members[2],
  ])
  const audience = { kind: 'joined', from: '2020-03-04', to: '2020-03-04', verifiedOnly: false }
  const counted = await couponsConsoleHandlers({ db: asConsole }).countAudience(
    { audience } as never,
    { now: new Date() } as never,
  )
  expect(counted).toMatchObject({ ok: true, data: { members: 2 } })
  const proposed = await ask({ audience, amount: '2000' })
  if (!proposed.ok) throw new Error(proposed.msg)
  // One more fits at execution time: the approval was for two.
  const late = await venue.member()
  await venue.sql.query(`UPDATE app.members SET joined_at = '2020-03-04T06:00:00Z' WHERE id = $1`, [late])
  const [row] = await venue.sql.query<{ subject: string }>('SELECT subject FROM app.reviews WHERE id = $1', [
    proposed.data.reviewId,
  ])
  await votes.vote(1, 'coupon-grant', row!.subject, 'approve', '')
  await execute()
  const got = await venue.sql.query<{ member: string }>(
    'SELECT member_id AS member FROM app.coupons WHERE grant_id = $1',
    [row!.subject],
  )
  expect(got.map(({ member }) => member).toSorted()).toEqual(members.slice(0, 2).toSorted())
  await checkBooks()
  const shown = await couponsConsoleHandlers({ db: asConsole }).grants({}, {} as never)
  expect(shown).toMatchObject({ ok: true, data: { setAside: String(await coupons()) } })
  if (shown.ok) expect(shown.data.grants[0]).toMatchObject({ members: 2, available: 2, used: 0, paid: '0' })
})

test('an invalid, unapproved or rejected grant gives no coupon', async () => {
  const member = await venue.member()
  const audience = { kind: 'member', account: await accountOf(member) }
  expect(await ask({ audience: { kind: 'member', account: '0999999999' } })).toMatchObject({
    msg: 'account.not-found',
  })
  for (const over of [
    { amount: '0' },
    { amount: '100001' },
    { lastDay: '2020-01-01' },
    { name: { tw: 'x', en: ' ' } },
  ])
    expect(await ask({ audience, ...over })).toMatchObject({ msg: 'coupon.terms' })
  await venue.sql.query('INSERT INTO app.operator_relations (operator_id, member_id) VALUES ($1, $2)', [
    votes.operators[1]!.operatorId,
    member,
  ])
  expect(await ask({ audience }, votes.operators[1])).toMatchObject({ msg: 'review.own-account' })
  const proposed = await ask({ audience })
  if (!proposed.ok) throw new Error(proposed.msg)
  const [row] = await venue.sql.query<{ subject: string }>('SELECT subject FROM app.reviews WHERE id = $1', [
    proposed.data.reviewId,
  ])
  await expect(votes.vote(0, 'coupon-grant', row!.subject, 'approve', '')).rejects.toThrow(
    'review.same-person',
  )
  await expect(votes.vote(1, 'coupon-grant', row!.subject, 'approve', '')).rejects.toThrow(
    'review.own-account',
  )
  expect(await execute()).toBe(0)
  await votes.vote(0, 'coupon-grant', row!.subject, 'reject', 'no')
  expect(await execute()).toBe(1)
  expect((await list(member, 'available')).counts).toEqual({ available: 0, used: 0, expired: 0 })
})

test('a market maker gets no coupon, neither alone nor with others', async () => {
  const [seat, member] = [await venue.member(), await venue.member()]
  await venue.sql.query(
    `UPDATE app.members SET joined_at = '2020-05-06T05:00:00Z' WHERE id = ANY($1::uuid[])`,
    [[seat, member]],
  )
  await venue.sql.query(`UPDATE app.members SET kind = 'seat' WHERE id = $1`, [seat])
  expect(await ask({ audience: { kind: 'member', account: await accountOf(seat) } })).toMatchObject({
    msg: 'coupon.no-recipient',
  })
  const id = await grant({
    audience: { kind: 'joined', from: '2020-05-06', to: '2020-05-06', verifiedOnly: false },
  })
  expect(await venue.sql.query('SELECT member_id FROM app.coupons WHERE grant_id = $1', [id])).toEqual([
    { member_id: member },
  ])
  await checkBooks()
})

test('a grant to more than 2,000 members is refused', async () => {
  await venue.sql.query(
    `INSERT INTO app.members (id, account, invitation_code, joined_at)
     SELECT gen_random_uuid(), '08' || lpad(n::text, 8, '0'), 'N-' || n, '2019-01-02T03:00:00Z' FROM generate_series(1, 2001) n`,
  )
  const audience = { kind: 'joined', from: '2019-01-01', to: '2019-01-31', verifiedOnly: false }
  expect(await ask({ audience })).toMatchObject({ msg: 'coupon.too-many', params: { max: 2_000 } })
})

test('the database allows only the listed transitions of a coupon', async () => {
  const rows = await venue.sql.query<{ a: string; b: string }>(
    `SELECT from_state AS a, to_state AS b FROM app.state_steps
     WHERE machine = 'coupon' AND from_state IS NOT NULL ORDER BY 1, 2`,
  )
  expect(rows.map(({ a, b }) => `${a} ${b}`).toSorted()).toEqual(
    couponTransitions.map((step) => step.join(' ')).toSorted(),
  )
  for (const [from, to] of [
    ['used', 'available'],
    ['used', 'expired'],
    ['expired', 'available'],
  ]) {
    const [one] = await venue.sql.query<{ id: string }>(
      'SELECT id FROM app.coupons WHERE state = $1 LIMIT 1',
      [from],
    )
    await expect(
      venue.sql.query('UPDATE app.coupons SET state = $2 WHERE id = $1', [one!.id, to]),
      `${from} to ${to}`,
    ).rejects.toThrow('does not go from')
  }
  const [paid] = await venue.sql.query<{ id: string }>(
    'SELECT id FROM app.coupons WHERE entry_id IS NOT NULL LIMIT 1',
  )
  await expect(venue.sql.query('UPDATE app.coupons SET used = 1 WHERE id = $1', [paid!.id])).rejects.toThrow(
    'paid once',
  )
})
