// The listing day of an auction on a real exchange, settlement and api: winners get their shares for the held price and
// sell them. tests/flows/listing.test.ts has the days without a limit.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { schedulePhases } from '../../apps/server/src/features/calendar/index.ts'
import { openBeaconClient } from '../../apps/server/src/features/draws/index.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { listNewShares, newSharesConsoleHandlers } from '../../apps/server/src/features/new-shares/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { quicknet } from '../../packages/proof/src/index.ts'
import { floorToTick } from '../../packages/rules/src/instruments/index.ts'
import { type AuctionHarness, openAuctionHarness, type TestAuction } from './support/auction-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
let harness: AuctionHarness

/** A time in Taipei. */
const taipei = (text: string): string => new Date(`${text.replace(' ', 'T')}+08:00`).toISOString()
// A shard begins its day with its first instrument, so the new stock joins one that has some.
const symbols = Array.from({ length: 90 }, (_, n) => String(74_000 + n)).filter(
  (symbol) => shardOf(symbol) === shardOf('2330'),
)

const at = (text: string): void => {
  harness.clock.set(taipei(text))
  venue.now = harness.clock.now().getTime()
}

/** The worker's calendar and auctions, as often as they have something to do. */
async function work(): Promise<void> {
  const db = harness.worker
  const deps = {
    db,
    bus: harness.api.api.runtime.bus,
    subjects: subjectsOf(venue.database.name),
    calendar: 'practice',
    listNew: (now: Date) => listNewShares(db, 'practice', now),
    passExDates: () => Promise.resolve(true),
    openingBeacon: { chain: quicknet, client: openBeaconClient([]) },
    openingFallback: undefined,
  } as const
  await schedulePhases(deps, harness.clock.now())
  await harness.advance()
  await venue.settled()
}

beforeAll(async () => {
  venue = await openTestVenue({ symbols: ['2330'] })
  harness = await openAuctionHarness(
    { MARKET_CALENDAR: 'practice' },
    { database: venue.database, start: taipei('2026-11-16 10:00') },
  )
  venue.startSettler()
})
afterAll(async () => {
  await harness.stop()
  await venue.stop()
})
afterEach(async () => {
  expect(await requestBreaches(venue.database)).toEqual([])
  expect(await venue.breaches()).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const row = async (text: string, values: readonly unknown[]): Promise<any> =>
  (await venue.sql.query<any>(text, values))[0]
const auctionState = async ({ auctionId }: TestAuction): Promise<string> =>
  (await row('SELECT state FROM app.auctions WHERE id = $1', [auctionId])).state
const bidOf = async (member: TestMember, auction: TestAuction) =>
  (await harness.read(member, auction)).bids[0]!

/** An auction of this day that is listed on the next: two winners have paid, one has not. */
async function settled(
  date: string,
  listsOn: string,
  symbol: string,
): Promise<[TestAuction, TestMember, TestMember, TestMember]> {
  at(`${date} 10:00`)
  await work()
  const auction = await harness.auction({ symbol, listsOn })
  const members = [await harness.member(), await harness.member(), await harness.member()] as const
  const bids = [
    { price: 7_000n, lots: 2 },
    { price: 6_110n, lots: 1 },
    { price: 6_000n, lots: 1 },
  ]
  for (const [n, member] of members.entries())
    expect((await harness.bid(member, auction, bids[n]!)).http).toBe(200)
  await harness.open(auction)
  for (const member of members.slice(0, 2)) {
    const { bidId } = await bidOf(member, auction)
    expect((await member.client.call('/auctions/pay', { bidId }, { key: true })).http).toBe(200)
  }
  harness.clock.set(auction.payBy.toISOString())
  await harness.advance()
  expect(await auctionState(auction)).toBe('settled')
  return [auction, ...members]
}

test('a winner sells won lots on the listing day', async () => {
  const symbol = symbols[0]!
  const [auction, first, second, unpaid] = await settled('2026-11-16', '2026-11-17', symbol)
  at('2026-11-16 23:59')
  await work()
  expect(await auctionState(auction)).toBe('settled')
  expect(await harness.held(first)).toBe(14_000_000n)

  // The day begins: the stock is listed, the shares arrive, each winner pays their own price.
  at('2026-11-17 00:00')
  const cash = await harness.available(first)
  await work()
  await work()
  expect(await auctionState(auction)).toBe('listed')
  expect([await harness.held(first), await harness.available(first)]).toEqual([0n, cash])
  const sharesOf = ({ memberId }: TestMember) => venue.balance(`member/${memberId}/stk:${symbol}/available`)
  expect([await sharesOf(first), await sharesOf(second), await sharesOf(unpaid)]).toEqual([2_000, 1_000, 0])
  expect(await venue.balance('house/main/TWD/issue')).toBe(14_000_000 + 6_110_000)
  // (2 × 70.00 + 61.10 + 60.00) / 4 = 65.275, down to a tick.
  expect(await row('SELECT reference, limited FROM app.instruments WHERE symbol = $1', [symbol])).toEqual({
    reference: 6_520,
    limited: false,
  })
  await signInAgain(first)
  expect(await bidOf(first, auction)).toMatchObject({
    state: 'delivered',
    held: '0',
    amount: '14000000',
    deliveredAt: taipei('2026-11-17 00:00'),
  })
  const notice = await row(
    `SELECT params FROM app.notices WHERE member_id = $1 AND code = 'auction.delivered'`,
    [first.memberId],
  )
  expect(notice.params).toMatchObject({ symbol, shares: '2000', amount: '14000000' })

  at('2026-11-17 05:00')
  await work()
  await signInAgain(first)
  const listed = await first.client.call('/positions/listPositions', { which: 'open' })
  const [position] = listed.body.data.positions
  expect(position).toMatchObject({ symbol, origin: 'auction', product: 'auction', openedShares: 2_000 })
  const terms = await first.client.call('/orders/terms', { symbol })
  const sold = await first.client.call('/orders/closePosition', {
    orderId: newId(venue.now),
    positionId: position.positionId,
    price: 9_000,
    quantity: 2_000,
    validity: 'ROD',
    terms: terms.body.data.hash,
    acknowledged: ['far-price', 'equity-share'],
  })
  if (sold.http !== 200) throw new Error(JSON.stringify(sold.body))
  await venue.seat('maker-1', symbol, 'buy', 9_000, 2)
  await venue.matched()
  // No beacon answers here: the opening waits ten seconds for its draw.
  at('2026-11-17 05:05:10')
  await work()
  const closed = await venue.position(position.positionId)
  expect(closed).toMatchObject({ state: 'closed', origin: 'auction' })
  expect(Number(closed.closed_value) - Number(closed.opened_value)).toBe(4_000_000)
})

/** An offer of the same code, approved by two, whose winners have been called; without an application. */
async function offerOf(symbol: string, listsOn: string): Promise<void> {
  const now = harness.clock.now().getTime()
  const moment = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()
  const [proposer, second] = harness.operators
  const proposed = await newSharesConsoleHandlers({ db: harness.console }).proposeOffer(
    {
      symbol,
      name: { tw: '曜石光電', en: 'Obsidian' },
      industry: { tw: '光通訊', en: 'Optical networks' },
      price: '5500',
      lots: 10,
      minShares: 1_000,
      maxPerMember: 1,
      paymentMode: 'prepaid',
      pe: null,
      industryPe: null,
      announcesAt: moment(1),
      opensAt: moment(2),
      closesAt: moment(3),
      drawsAt: moment(6),
      payBy: moment(20),
      issuesOn: listsOn,
      listsOn,
      reason: 'as in the prospectus',
    } as never,
    { caller: proposer, now: harness.clock.now(), requestId: 'test' } as never,
  )
  if (!proposed.ok) throw new Error(JSON.stringify(proposed))
  const { subject } = await row('SELECT subject FROM app.reviews WHERE id = $1', [proposed.data.reviewId])
  expect(await harness.vote(second, 'offer', subject, 'approve', 'seen')).toBeNull()
  await harness.execute()
  await harness.owner.query('SET session_replication_role = replica')
  await harness.owner.query(
    `UPDATE app.offers SET state = 'ended', stage = 'settled', drawn_from = 0 WHERE id = $1`,
    [subject],
  )
  await harness.owner.query('SET session_replication_role = DEFAULT')
}

test('the database delivers only what was paid, listed and booked', async () => {
  const symbol = symbols[1]!
  const [auction, winner] = await settled('2026-11-23', '2026-11-24', symbol)
  const { bidId: id } = await bidOf(winner, auction)
  const refused = (text: string, values: readonly unknown[]): Promise<string> =>
    harness.worker.query(text, values).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    )
  const deliver = () =>
    refused('SELECT app.deliver_bids($1, $2::uuid[], $3::uuid[], $4)', [
      auction.auctionId,
      [id],
      [newId(venue.now)],
      harness.clock.now(),
    ])
  const [check, right] = ['23514', '42501']
  expect(await deliver()).toBe(check)
  expect(await refused(`UPDATE app.auction_bids SET state = 'delivered' WHERE id = $1`, [id])).toBe(check)
  expect(await refused('UPDATE app.auction_bids SET delivery_id = $1 WHERE id = $1', [id])).toBe(right)
  const listed = `UPDATE app.auctions SET state = 'listed' WHERE id = $1`
  expect(await refused(listed, [auction.auctionId])).toBe(check)
  const list = () => listNewShares(harness.worker, 'practice', harness.clock.now())
  expect(await list()).toBe(0)

  // The code is offered by a draw too: it is listed once, at the price of the offer.
  await offerOf(symbol, '2026-11-24')
  at('2026-11-24 00:00')
  expect([await list(), await list()]).toEqual([1, 0])
  expect((await row('SELECT reference FROM app.instruments WHERE symbol = $1', [symbol])).reference).toBe(
    5_500,
  )
  expect(await deliver()).toBe(check)
  expect(await harness.held(winner)).toBe(14_000_000n)
  await work()
  expect(await auctionState(auction)).toBe('listed')
  expect(await harness.held(winner)).toBe(0n)
  expect(await harness.advance()).toBe(0)
})

test('the database and the rules have the same ticks', async () => {
  const prices = [1, 9, 999, 1_003, 4_999, 5_007, 9_999, 10_049, 49_999, 50_099, 99_999, 100_499, 1_000_000]
  const { floors } = await row(
    'SELECT array_agg(app.floor_to_tick(p) ORDER BY n) AS floors FROM unnest($1::bigint[]) WITH ORDINALITY AS u (p, n)',
    [prices],
  )
  expect(floors).toEqual(prices.map((price) => floorToTick('stock', price)))
})
