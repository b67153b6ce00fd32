// A member's client is notified of a fill when the exchange has committed it. Settlement books it later; here the test
// decides when.

import { testServices } from '@fairlot/testkit'
import { until } from '@fairlot/testkit/until'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openExecutedFeed } from '../../apps/server/src/features/live/gateway/executed-feed.ts'
import { openMemberEventFeed } from '../../apps/server/src/features/live/gateway/member-event-feed.ts'
import type { Db } from '../../apps/server/src/platform/db.ts'
import { type RunningLive, startLive } from '../../apps/server/src/roles/live.ts'
import { memberAccount, shardOf, subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type HostilePublisher, openHostilePublisher, seatTrade } from './support/hostile-publisher.ts'
import { type LivePhone, openPhone } from './support/live-phone.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'
import { openTestVenue, type Settler, type TestVenue } from './support/test-venue.ts'

const symbol = '2330'
const shard = shardOf(symbol)
let venue: TestVenue
let api: TestApi
let live: RunningLive
let hostile: HostilePublisher
let settler: Settler | undefined
const open: LivePhone[] = []

const startGateway = (natsUrl = testServices().natsUrl): Promise<RunningLive> =>
  startLive(testConfig(venue.database, { DATABASE_URL: venue.database.liveUrl, NATS_URL: natsUrl }), {
    log: captureLog('live').log,
  })

beforeAll(async () => {
  venue = await openTestVenue({ clock: Date.now, startAt: new Date().toISOString() })
  await venue.begin(new Date().toISOString().slice(0, 10))
  live = await startGateway()
  api = await startTestApi({ database: venue.database })
  hostile = await openHostilePublisher(testServices().natsUrl, subjectsOf(venue.database.name), venue.sql)
})
afterEach(async () => {
  for (const phone of open.splice(0)) phone.close()
  settler ??= venue.startSettler()
  await venue.settled()
  await settler.stop()
  settler = undefined
  expect(await venue.breaches()).toEqual([])
})
afterAll(async () => {
  await hostile.close()
  await api.stop()
  await live.stop()
  await venue.stop()
})

const phoneOf = async ({ client }: TestMember, seen?: number, port = live.port): Promise<LivePhone> => {
  const { body } = await client.call<{ ticket: string }>('/market/openFeed')
  const phone = await openPhone(port)
  open.push(phone)
  await phone.hello({ ticket: body.data.ticket, ...(seen === undefined ? {} : { own: seen }) })
  expect(phone.hellos.at(-1)!.member).toBe(true)
  return phone
}
const buy = ({ memberId }: TestMember, lots: number, price = 10_000): Promise<string> =>
  venue.open(memberId, { symbol, price, lots })
const sell = (lots: number, price = 10_000): Promise<void> =>
  venue.seat('maker-1', symbol, 'sell', price, lots)
const settle = async (): Promise<void> => {
  settler = venue.startSettler()
  await venue.settled()
}
const kinds = (phone: LivePhone): readonly string[] => phone.own().map(({ kind }) => kind)

test('a fill reaches only its member, before settlement books it', async () => {
  const [one, other] = [await api.member(), await api.member()]
  const [mine, alsoMine, others] = [await phoneOf(one), await phoneOf(one), await phoneOf(other)]
  await sell(2)
  const orderId = await buy(one, 2)
  await until('the fill', () => mine.executed().length === 1 && alsoMine.executed().length === 1)
  const fill = { orderId, symbol, side: 'buy', price: 10_000, quantity: 2_000, left: 0 }
  expect(mine.executed()).toEqual([fill])
  expect(alsoMine.executed()).toEqual([fill])
  expect(kinds(mine)).toEqual([])
  expect((await venue.order(orderId)).state).toBe('entrusted')

  await sell(1)
  const otherId = await buy(other, 1)
  await until('the fill of the other', () => others.executed().length === 1)
  expect(others.executed()[0]!.orderId).toBe(otherId)

  await settle()
  await until('the booked fill', () => kinds(mine).includes('order.filled'))
  expect(mine.executed()).toEqual([fill])
  expect((await venue.order(orderId)).state).toBe('filled')
})

test('each member of a trade receives their own side', async () => {
  const [buyer, seller] = [await api.member(), await api.member()]
  const [bought, sold] = [await phoneOf(buyer), await phoneOf(seller)]
  const sellId = await venue.open(seller.memberId, { symbol, direction: 'short', price: 10_000, lots: 1 })
  const buyId = await buy(buyer, 1)
  await until('both sides', () => bought.executed().length === 1 && sold.executed().length === 1)
  expect(bought.executed()).toMatchObject([{ orderId: buyId, side: 'buy' }])
  expect(sold.executed()).toMatchObject([{ orderId: sellId, side: 'sell' }])
})

test('a partial fill shows what is left', async () => {
  const member = await api.member()
  const phone = await phoneOf(member)
  const orderId = await buy(member, 5)
  await sell(2)
  await until('the first fill', () => phone.executed().length === 1)
  await sell(3, 9_950)
  await until('the second fill', () => phone.executed().length === 2)
  expect(phone.executed()).toEqual([
    { orderId, symbol, side: 'buy', price: 10_000, quantity: 2_000, left: 3_000 },
    { orderId, symbol, side: 'buy', price: 10_000, quantity: 3_000, left: 0 },
  ])
})

test('a restarted gateway sends later fills, and settlement sends the missed one', async () => {
  const member = await api.member()
  await phoneOf(member)
  await live.stop()
  await sell(2)
  const missed = await buy(member, 1)
  await venue.matched()
  live = await startGateway()
  const phone = await phoneOf(member, 0)
  const later = await buy(member, 1)
  await until('the later fill', () => phone.executed().length > 0)
  expect(phone.executed().map(({ orderId }) => orderId)).toEqual([later])
  await settle()
  const filled = (): unknown[] =>
    phone
      .own()
      .filter(({ kind }) => kind === 'order.filled')
      .map(({ data }) => (data as { orderId: string }).orderId)
  await until('both events', () => filled().length === 2)
  expect(filled()).toEqual([missed, later])
  expect(phone.executed()).toHaveLength(1)
})

test('fills from before the first member connects are not sent', async () => {
  const member = await api.member()
  // The gateway has read the log before, for a member who has left.
  const left = await phoneOf(member)
  left.close()
  await until('no client', () => live.gateway.clients() === 0)
  await sell(2)
  await buy(member, 1)
  await venue.matched()
  const phone = await phoneOf(member)
  const later = await buy(member, 1)
  await until('the later fill', () => phone.executed().length > 0)
  expect(phone.executed().map(({ orderId }) => orderId)).toEqual([later])
})

test('the log is not read while no member is connected', async () => {
  let reads = 0
  const { bus } = venue.settlement
  const counted: Db = {
    ...venue.db,
    query: (text, values) => {
      reads += 1
      return venue.db.query(text, values)
    },
  }
  const subjects = subjectsOf(venue.database.name)
  const own = openMemberEventFeed(bus, subjects, counted, () => performance.now())
  const feed = openExecutedFeed(bus, subjects, counted, own, () => performance.now())
  await feed.read()
  expect(reads).toBe(0)
  await feed.start()
  expect(reads).toBe(1)
  await feed.stop()
})

test('a forged message shows no fill', async () => {
  const member = await api.member()
  const phone = await phoneOf(member)
  const waiting = await buy(member, 1, 9_500)
  await venue.matched()
  const forged = { buyOrder: waiting, buyAccount: memberAccount(member.memberId), buyLeft: 0 }
  await hostile.forge(shard, [{ ...seatTrade(symbol, 9_500), ...forged }])
  const { events } = subjectsOf(venue.database.name)
  for (const text of [
    '{',
    'null',
    '{"shard":99,"last":1,"filled":true}',
    `{"shard":${shard},"last":9007199254740991,"filled":true}`,
    `{"shard":${shard},"last":1e308,"filled":true,"executed":[{"orderId":"${waiting}","price":1}]}`,
  ])
    await hostile.say(events(shard), text)
  await sell(1)
  const genuine = await buy(member, 1)
  await until('the genuine fill', () => phone.executed().length > 0)
  expect(phone.executed().map(({ orderId }) => orderId)).toEqual([genuine])
})

test('repeated and old messages show no fill twice', async () => {
  const member = await api.member()
  const phone = await phoneOf(member)
  const seen: string[] = []
  for (let round = 0; round < 5; round += 1) {
    await sell(1)
    seen.push(await buy(member, 1))
    await until('the fill', () => phone.executed().length > round)
    const [head] = await venue.sql.query<{ last: number }>(
      'SELECT sequence::float8 AS last FROM exchange.shards WHERE shard = $1',
      [shard],
    )
    for (const last of [head!.last, head!.last - 1, 1, head!.last + 1_000])
      await hostile.say(
        subjectsOf(venue.database.name).events(shard),
        JSON.stringify({ shard, last, filled: true }),
      )
  }
  expect(phone.executed().map(({ orderId }) => orderId)).toEqual(seen)
})

test('a wake is enough while the gateway’s own rounds wait', async () => {
  const member = await api.member()
  const phone = await phoneOf(member)
  const owner = new pg.Client({ connectionString: venue.database.ownerUrl })
  await owner.connect()
  try {
    // Each round first reads the sessions that have ended.
    await owner.query('BEGIN; LOCK TABLE app.sessions IN ACCESS EXCLUSIVE MODE')
    await until('the round to wait', async () => {
      const waiting = await venue.sql.query(
        `SELECT FROM pg_locks WHERE relation = 'app.sessions'::regclass AND NOT granted`,
      )
      return waiting.length > 0
    })
    await sell(1)
    const orderId = await buy(member, 1)
    await until('the fill', () => phone.executed().length === 1)
    expect(phone.executed()[0]!.orderId).toBe(orderId)
  } finally {
    await owner.query('ROLLBACK')
    await owner.end()
  }
})

test('a gateway without NATS finds fills in the log', async () => {
  const alone = await startGateway('nats://127.0.0.1:1')
  try {
    const member = await api.member()
    const phone = await phoneOf(member, undefined, alone.port)
    await sell(1)
    const orderId = await buy(member, 1)
    await until('the fill', () => phone.executed().length === 1)
    expect(phone.executed()[0]!.orderId).toBe(orderId)
    phone.close()
  } finally {
    await alone.stop()
  }
})
