// The listing day of new shares on a real exchange, settlement and api: the stock opens by its auction, winners get their
// shares for the held price and sell them, and the daily limit begins after five trading days.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBeaconClient } from '../../apps/server/src/features/draws/index.ts'
import { quicknet } from '../../packages/proof/src/index.ts'
import { schedulePhases } from '../../apps/server/src/features/calendar/index.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { listNewShares } from '../../apps/server/src/features/new-shares/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { shardOf, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { practiceSeats, seatInventory } from '../../packages/rules/src/members/index.ts'
import { type OfferHarness, openOfferHarness, type TestOffer } from './support/offer-harness.ts'
import { signInAgain, type TestMember } from './support/start-test-api.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

let venue: TestVenue
let harness: OfferHarness

/** A time in Taipei. */
const taipei = (text: string): string => new Date(`${text.replace(' ', 'T')}+08:00`).toISOString()
const price = 8_600_000n
// A shard begins its day with its first instrument, so the new stock joins one that has some.
const symbols = Array.from({ length: 90 }, (_, n) => String(72_000 + n)).filter(
  (symbol) => shardOf(symbol) === shardOf('2330'),
)

const at = (text: string): void => {
  harness.clock.set(taipei(text))
  venue.now = harness.clock.now().getTime()
}

/** The worker's calendar and offers, as often as they have something to do. */
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
  harness = await openOfferHarness({ database: venue.database, start: taipei('2026-11-16 10:00') })
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
const stateOf = (memberId: string, { offerId }: TestOffer) =>
  row('SELECT * FROM app.subscriptions WHERE member_id = $1 AND offer_id = $2', [memberId, offerId])
const stageOf = async ({ offerId }: TestOffer): Promise<string> =>
  (await row('SELECT stage FROM app.offers WHERE id = $1', [offerId])).stage
const dayOf = (symbol: string) =>
  row('SELECT date::text AS date, state, reference, upper, lower FROM settlement.prices WHERE symbol = $1', [
    symbol,
  ])

/** A winner who has paid, and a loser, of an offer of this day that is listed on the next. */
async function paid(
  date: string,
  listsOn: string,
  over: object,
): Promise<[TestOffer, TestMember, TestMember]> {
  at(`${date} 10:00`)
  await work()
  const offer = await harness.offer({ issuesOn: listsOn, listsOn, ...over })
  const members = [await harness.member(), await harness.member()]
  for (const member of members) expect((await harness.apply(member, offer.offerId)).http).toBe(200)
  await harness.draw(offer)
  const winner =
    members[
      await Promise.all(members.map(({ memberId }) => stateOf(memberId, offer))).then((rows) =>
        rows.findIndex(({ state }) => state === 'payment-due'),
      )
    ]!
  const { applications } = await harness.read(winner, offer.offerId)
  const { applicationId } = applications[0]!
  expect((await winner.client.call('/new-shares/pay', { applicationId }, { key: true })).http).toBe(200)
  harness.clock.set(offer.payBy.toISOString())
  await harness.advance()
  expect(await stageOf(offer)).toBe('settled')
  return [offer, winner, members.find((member) => member !== winner)!]
}

test('a winner sells at the auction on the listing day', async () => {
  const symbol = symbols[0]!
  const [offer, winner, loser] = await paid('2026-11-16', '2026-11-17', { symbol })
  const { memberId } = winner
  const shares = `member/${memberId}/stk:${symbol}`
  at('2026-11-16 23:59')
  await work()
  expect(await stageOf(offer)).toBe('settled')
  expect(await harness.held(winner)).toBe(price)

  // The day begins: the stock is listed and closed, the shares arrive, the price is paid.
  at('2026-11-17 00:00')
  const cash = await harness.available(winner)
  await work()
  await work()
  expect(await stageOf(offer)).toBe('listed')
  expect(await stateOf(memberId, offer)).toMatchObject({ state: 'delivered' })
  expect(await stateOf(loser.memberId, offer)).toMatchObject({ state: 'not-won' })
  expect([await harness.held(winner), await harness.available(winner)]).toEqual([0n, cash])
  expect(await venue.balance(`${shares}/available`)).toBe(1_000)
  expect(await venue.balance('house/main/TWD/issue')).toBe(Number(price))
  const inventory = practiceSeats.reduce((sum, { kind }) => sum + seatInventory(kind, 8_600), 0)
  expect(await venue.balance(`house/main/stk:${symbol}/issue`)).toBe(-1_000 - inventory)
  expect(await dayOf(symbol)).toMatchObject({ date: null, state: 'closed' })

  at('2026-11-17 05:00')
  await work()
  expect(await dayOf(symbol)).toEqual({
    date: '2026-11-17',
    state: 'opening-call',
    reference: 8_600,
    upper: null,
    lower: null,
  })
  await signInAgain(winner)
  const listed = await winner.client.call('/positions/listPositions', { which: 'open' })
  const [position] = listed.body.data.positions
  expect(position).toMatchObject({ symbol, origin: 'subscription', openedShares: 1_000, state: 'holding' })
  const terms = await winner.client.call('/orders/terms', { symbol })
  const sold = await winner.client.call('/orders/closePosition', {
    orderId: newId(venue.now),
    positionId: position.positionId,
    price: 12_000,
    quantity: 1_000,
    validity: 'ROD',
    terms: terms.body.data.hash,
    acknowledged: ['far-price', 'equity-share'],
  })
  if (sold.http !== 200) throw new Error(JSON.stringify(sold.body))
  await venue.seat('maker-1', symbol, 'buy', 12_000, 1)
  await venue.matched()
  // No beacon answers here: the opening waits ten seconds for its draw.
  at('2026-11-17 05:05:10')
  await work()
  const closed = await venue.position(position.positionId)
  expect(closed).toMatchObject({ state: 'closed', origin: 'subscription' })
  expect(Number(closed.closed_value) - Number(closed.opened_value)).toBe(3_400_000)

  // The sixth trading day has a daily limit.
  const limits: unknown[] = []
  for (const day of [18, 19, 20, 21, 22]) {
    at(`2026-11-${day} 05:00`)
    await work()
    const { date, reference, upper } = await dayOf(symbol)
    limits.push([date, reference, upper])
  }
  expect(limits).toEqual([
    ['2026-11-18', 12_000, null],
    ['2026-11-19', 12_000, null],
    ['2026-11-20', 12_000, null],
    ['2026-11-21', 12_000, null],
    ['2026-11-22', 12_000, 13_200],
  ])
  expect(await row('SELECT limited, free_since FROM app.instruments WHERE symbol = $1', [symbol])).toEqual({
    limited: true,
    free_since: null,
  })
})

test('the database delivers only what was paid, listed and booked', async () => {
  const symbol = symbols[1]!
  const [offer, winner] = await paid('2026-11-23', '2026-11-24', { symbol, paymentMode: 'on_win' })
  const { id } = await stateOf(winner.memberId, offer)
  const refused = (text: string, values: readonly unknown[]): Promise<string> =>
    harness.worker.query(text, values).then(
      () => 'accepted',
      (error: { code: string }) => error.code,
    )
  const deliver = () =>
    refused('SELECT app.deliver_subscriptions($1, $2::uuid[], $3::uuid[], $4)', [
      offer.offerId,
      [id],
      [newId(venue.now)],
      harness.clock.now(),
    ])
  const check = '23514'
  const right = '42501'
  expect(await deliver()).toBe(check)
  expect(await refused(`UPDATE app.subscriptions SET state = 'delivered' WHERE id = $1`, [id])).toBe(check)
  expect(await refused('UPDATE app.subscriptions SET delivery_id = $1 WHERE id = $1', [id])).toBe(right)
  expect(await refused(`UPDATE app.offers SET stage = 'listed' WHERE id = $1`, [offer.offerId])).toBe(check)
  expect(await refused('UPDATE app.instruments SET limited = false WHERE symbol = $1', ['2330'])).toBe(right)
  expect(await harness.worker.query('SELECT * FROM app.list_new_shares($1)', [harness.clock.now()])).toEqual(
    [],
  )

  at('2026-11-24 00:00')
  expect(await listNewShares(harness.worker, 'practice', harness.clock.now())).toBe(1)
  expect(await listNewShares(harness.worker, 'practice', harness.clock.now())).toBe(0)
  expect(await deliver()).toBe(check)
  expect(await harness.held(winner)).toBe(price)
  await work()
  expect(await stateOf(winner.memberId, offer)).toMatchObject({ state: 'delivered' })
  expect(await harness.held(winner)).toBe(0n)
  expect(await harness.advance()).toBe(0)
})

test('an order before the listing or the first day says why', async () => {
  at('2026-11-25 10:00')
  await work()
  const symbol = symbols[2]!
  const member = await harness.member()
  const place = async (asked: string) => {
    const terms = await member.client.call('/orders/terms', { symbol: '2330' })
    const order = {
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      price: 8_600,
      quantity: 1_000,
      validity: 'ROD',
    }
    const { http, body } = await member.client.call('/orders/placeOrder', {
      ...order,
      orderId: newId(venue.now),
      symbol: asked,
      terms: terms.body.data.hash,
    })
    return [http, body.msg, body.field]
  }
  expect(await place(symbol)).toEqual([404, 'stock.not-found', 'symbol'])
  await harness.offer({ symbol, issuesOn: '2026-12-10', listsOn: '2026-12-10' })
  expect(await place(symbol)).toEqual([409, 'time.not-listed-yet', 'symbol'])
  // Listed, and its first day has not begun: there is no price.
  const listed = symbols[3]!
  await venue.sql.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     SELECT $1, name_tw, name_en, board, kind, industry_tw, industry_en, reference
     FROM app.instruments WHERE symbol = '2330'`,
    [listed],
  )
  expect((await place(listed)).slice(0, 2)).toEqual([409, 'time.outside-trading'])
  // A conditional entry can be set while the market is closed, but not without a price.
  const terms = await member.client.call('/orders/terms', { symbol: '2330' })
  const entry = await member.client.call('/orders/placeEntry', {
    conditionalId: newId(venue.now),
    symbol: listed,
    direction: 'long',
    multiple: 100,
    way: 'fall',
    trigger: 8_600,
    quantity: 1_000,
    expiresOn: '2026-11-26',
    terms: terms.body.data.hash,
  })
  expect([entry.http, entry.body.msg]).toEqual([409, 'stock.no-price'])
})
