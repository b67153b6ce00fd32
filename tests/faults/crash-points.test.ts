// Every durable write of trading has a crash point before and after its commit, named in the code itself
// (apps/server/src/platform/crash-points.ts, apps/exchange/src/crash-points.ts). At each point a real process ends as
// by kill -9, another replaces it, the request takes effect once, and every invariant of trading holds. A registered
// point without a scenario does not compile; a point that is not reached fails.
// A normal run visits one side of five writes whose loss would move money or an order; FAIRLOT_PROVE=1 visits both sides of
// all and writes evidence/crash-points.json.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import { testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { type ExchangeWrite, exchangeWrites } from '../../apps/exchange/src/crash-points.ts'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import { type DurableWrite, durableWrites } from '../../apps/server/src/platform/crash-points.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { writeEvidence } from '../flows/support/evidence.ts'
import { openOrderHarness, type OrderHarness } from '../flows/support/order-harness.ts'
import { agreementVersion, newAccount, signInAgain } from '../flows/support/start-test-api.ts'
import { TestClient } from '../flows/support/test-client.ts'
import { testEnvironment, testOrigin } from '../flows/support/test-config.ts'
import type { Settler } from '../flows/support/test-venue.ts'
import { spawnChild, type TradingChild } from './support/spawn-child.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const symbol = '2330'
const dayMs = 86_400_000

let harness: OrderHarness
let folder: string
let plainApi: TradingChild
let plainPort: number
let settler: Settler
let exchange: RunningExchange
const visited: Record<string, number> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-crash-'))
  harness = await openOrderHarness()
  ;({ settler } = harness)
  exchange = harness.venue.exchange
  await restartApi()
})
afterAll(async () => {
  await plainApi?.kill()
  await exchange?.stop()
  await settler?.stop()
  await harness?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (url: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  testEnvironment(harness.venue.database, {
    DATABASE_URL: url,
    SECRETS_FILE: join(folder, 'secrets.json'),
    MARKET_CALENDAR: 'practice',
    RATE_LIMIT_FACTOR: '1000',
    CHILD_NOW: String(harness.venue.now),
    ...more,
  })

/**
 * The api without a crash point. Its clock is set at its start, so a new one is started after the test moves to another
 * day.
 */
let isApiOld = false
let apiStartedAt = 0
async function restartApi(): Promise<void> {
  isApiOld = false
  apiStartedAt = harness.venue.now
  await plainApi?.kill()
  plainApi = spawnChild('api', environment(harness.venue.database.apiUrl))
  plainPort = await plainApi.port()
  if (member) await signIn(member)
}

interface Trader {
  readonly memberId: string
  readonly account: string
  readonly password: string
  client: TestClient
}
let member: Trader | undefined

async function signIn(trader: Trader): Promise<void> {
  trader.client = new TestClient(`http://127.0.0.1:${plainPort}`, testOrigin)
  await signInAgain(trader)
}

async function trader(): Promise<Trader> {
  if (isApiOld) await restartApi()
  if (member) return member
  const client = new TestClient(`http://127.0.0.1:${plainPort}`, testOrigin)
  const account = newAccount()
  const password = `river8bridge${account}`.replace(account, 'pw77')
  const version = await agreementVersion(client)
  const form = { account, password, confirmPassword: password, invitationCode: 'FAIRLOT' }
  const { body } = await client.call(
    '/auth/registerMember',
    { ...form, agreementVersion: version },
    { key: true },
  )
  member = { memberId: body.data.memberId, account, password, client }
  await signIn(member)
  await harness.venue.makeEligible(member.memberId)
  return member
}

/** The same phone, connected to another api. */
function clientAt(port: number, like: TestClient): TestClient {
  const client = new TestClient(`http://127.0.0.1:${port}`, testOrigin)
  for (const [name, value] of like.cookies) client.cookies.set(name, value)
  client.session = like.session
  client.ip = like.ip
  return client
}

const must = async (path: string, body: unknown): Promise<any> => {
  const { client } = await trader()
  const reply = await client.call(path, body)
  if (reply.http !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
  return reply.body.data
}

/** Calls an api that ends at the point; then the phone repeats the request at another api. */
async function throughApi(
  point: string,
  path: string,
  body: unknown,
  mayBe: readonly string[] = [],
): Promise<void> {
  const { client } = await trader()
  const armed = spawnChild('api', environment(harness.venue.database.apiUrl, { FAIRLOT_CRASH_AT: point }))
  const port = await armed.port()
  await expect(clientAt(port, client).call(path, body)).rejects.toThrow(/fetch failed|terminated|socket/)
  expect(await armed.endedByItself()).toBe('SIGKILL')
  const again = await client.call(path, body)
  if (again.http !== 200) expect(mayBe, JSON.stringify(again.body)).toContain(again.body.msg)
}

/** Runs a loop that ends at the point; then runs the same loop to its end in another process. */
async function throughLoop(point: string, loop: string): Promise<void> {
  const { settlementUrl, workerUrl } = harness.venue.database
  const url = loop.startsWith('settlement-') ? settlementUrl : workerUrl
  const armed = spawnChild(loop, environment(url, { FAIRLOT_CRASH_AT: point }))
  const end = await armed.endedByItself()
  expect(end, armed.said()).toBe('SIGKILL')
  const next = spawnChild(loop, environment(url))
  expect(await next.endedByItself()).toBe(0)
  await harness.untilIdle()
}

const terms = (): string => harness.terms
const orderBody = (more: object = {}) => ({
  orderId: harness.newOrderId(),
  symbol,
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  price: 10_000,
  quantity: 1_000,
  validity: 'ROD',
  terms: terms(),
  acknowledged: ['far-price', 'equity-share'],
  ...more,
})

async function standsOnce(orderId: string): Promise<void> {
  const [row] = await harness.venue.sql.query<{ orders: number; commands: number }>(
    `SELECT (SELECT count(*)::int FROM app.orders WHERE id = $1) AS orders,
       (SELECT count(*)::int FROM (SELECT command FROM exchange.log UNION ALL SELECT command FROM exchange.queue) AS c
        WHERE c.command::json ->> 'order' = $2 AND c.command::json ->> 'kind' = 'place') AS commands`,
    [orderId, orderId],
  )
  expect(row).toEqual({ orders: 1, commands: 1 })
}

async function resting(): Promise<string> {
  const body = orderBody({ price: await ticksBelow(3) })
  await must('/orders/placeOrder', body)
  return body.orderId
}

/** A price this many ticks below the last one, inside the day's limits. */
async function ticksBelow(ticks: number): Promise<number> {
  return (await lastPrice()) - ticks * 50
}
async function lastPrice(): Promise<number> {
  const [row] = await harness.venue.sql.query<{ last: number }>(
    'SELECT coalesce(last, reference) AS last FROM settlement.prices WHERE symbol = $1',
    [symbol],
  )
  return row!.last - (row!.last % 50)
}

/** Resting orders of seats would trade first. */
async function cancelSeatOrders(): Promise<void> {
  for (const seat of ['maker-1', 'maker-2'])
    await harness.venue.submit(shardOf(symbol), { kind: 'cancel-all', account: seatAccount(seat), symbol })
}

/** A position of two lots, bought at the last price and settled. */
async function holding(
  more: { multiple?: 100 | 250; dayTrade?: boolean; direction?: 'long' | 'short' } = {},
  owner?: string,
) {
  const price = await lastPrice()
  const memberId = owner ?? (member ?? (await trader())).memberId
  await cancelSeatOrders()
  await harness.venue.seat('maker-1', symbol, more.direction === 'short' ? 'buy' : 'sell', price, 2)
  const id = await harness.venue.open(memberId, { symbol, price, lots: 2, ...more })
  await harness.untilIdle()
  // A day trade has a cool-down of one minute; after it, a stop on the position is watched.
  harness.venue.now += 90_000
  return id
}

async function nextDay(): Promise<void> {
  await harness.nextDay()
  isApiOld = true
}

/** The watcher reads the start of the day; before that no conditional order is accepted. */
async function runConditionalWatch(): Promise<void> {
  const { db, settlement } = harness.venue
  const orders = { ...settlement, db, money: 'practice' } as const
  await watchConditionals(orders, new Date(harness.venue.now))
  await harness.untilIdle()
}

const conditionalBody = (positionId: string, more: object = {}) => ({
  conditionalId: newId(),
  positionId,
  quantity: 1_000,
  expiresOn: harness.date(),
  terms: terms(),
  ...more,
})

/** A stop just below the market on a fresh position, placed and reserved. */
async function stopSet(more: object = {}, direction: 'long' | 'short' = 'long'): Promise<void> {
  const positionId = await holding({ direction, ...(direction === 'long' && { dayTrade: true }) })
  const away = direction === 'long' ? -50 : 50
  const stop = { trigger: (await lastPrice()) + away }
  await must('/orders/placeConditional', conditionalBody(positionId, { kind: 'stop', stop, ...more }))
}

/** Trades through the stops of long positions, with a seat that buys what they sell. */
async function fall(): Promise<void> {
  const price = (await lastPrice()) - 50
  await harness.trade(symbol, price)
  await harness.venue.seat('maker-2', symbol, 'buy', price, 20)
  await harness.untilIdle()
}

async function afterCondition(): Promise<void> {
  const loop = spawnChild('conditional-orders', environment(harness.venue.database.workerUrl))
  expect(await loop.endedByItself()).toBe(0)
  await harness.untilIdle()
}

type Scenario = (point: string) => Promise<void>

async function throughSettler(point: string): Promise<void> {
  await settler.stop()
  const id = harness.newOrderId()
  const price = await lastPrice()
  await cancelSeatOrders()
  await harness.venue.seat('maker-1', symbol, 'sell', price, 1)
  await must('/orders/placeOrder', orderBody({ orderId: id, price }))
  const armed = spawnChild(
    'settler',
    environment(harness.venue.database.settlementUrl, { FAIRLOT_CRASH_AT: point }),
  )
  expect(await armed.endedByItself()).toBe('SIGKILL')
  settler = harness.venue.startSettler()
  await harness.untilIdle()
  expect((await harness.venue.order(id)).state).toBe('filled')
}

async function throughExchange(point: string): Promise<void> {
  await exchange.stop()
  const ids = [harness.newOrderId(), harness.newOrderId(), harness.newOrderId()]
  const price = await lastPrice()
  for (const orderId of ids) await must('/orders/placeOrder', orderBody({ orderId, price: price - 100 }))
  // Pruning removes the commands of seats.
  for (let sent = 0; sent < 4; sent += 1) await harness.venue.seat('maker-1', symbol, 'sell', price + 500, 1)
  const armed = spawnChild(
    'exchange',
    environment(harness.venue.database.exchangeUrl, { FAIRLOT_CRASH_AT: point }),
  )
  expect(await armed.endedByItself()).toBe('SIGKILL')
  exchange = await startExchange({
    databaseUrl: harness.venue.database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: harness.venue.database.name,
    shards,
    mode: 'test',
    logLevel: 'silent',
    now: () => harness.venue.now,
  })
  await until('the exchange', () => exchange.isReady())
  await harness.untilIdle()
  for (const id of ids) {
    await standsOnce(id)
    expect((await harness.venue.order(id)).accepted_at).not.toBeNull()
  }
  for (const orderId of ids) await must('/orders/cancelOrder', { orderId })
}

const scenarios: Readonly<Record<DurableWrite | ExchangeWrite, Scenario>> = {
  async 'intake.place'(point) {
    const body = orderBody({ price: await ticksBelow(2) })
    await throughApi(point, '/orders/placeOrder', body)
    await standsOnce(body.orderId)
  },
  async 'intake.cancel'(point) {
    const orderId = await resting()
    await throughApi(point, '/orders/cancelOrder', { orderId }, ['order.not-pending'])
    await harness.state(orderId, 'cancelled')
  },
  async 'intake.cancel-all'(point) {
    const orderId = await resting()
    await throughApi(point, '/orders/cancelAll', { stop: false })
    await harness.state(orderId, 'cancelled')
  },
  async 'intake.guards'(point) {
    await throughApi(point, '/orders/setRiskLimits', { dailyLossLimit: '100000000000', stopped: false })
    expect((await must('/orders/riskLimits', {})).dailyLossLimit).toBe('100000000000')
  },
  async 'conditional.place'(point) {
    const stop = { trigger: (await lastPrice()) - 300 }
    const body = conditionalBody(await holding({ dayTrade: true }), { kind: 'stop', stop })
    await throughApi(point, '/orders/placeConditional', body)
    const { conditional } = await must('/orders/listConditional', { which: 'waiting' })
    expect(
      conditional.filter((one: { conditionalId: string }) => one.conditionalId === body.conditionalId),
    ).toHaveLength(1)
  },
  async 'conditional.cancel'(point) {
    const stop = { trigger: (await lastPrice()) - 300 }
    const body = conditionalBody(await holding({ dayTrade: true }), { kind: 'stop', stop })
    await must('/orders/placeConditional', body)
    const { conditionalId } = body
    await throughApi(point, '/orders/cancelConditional', { conditionalId }, ['order.not-pending'])
  },
  async 'conditional.read-trades'(point) {
    await stopSet()
    await fall()
    await throughLoop(point, 'conditional-orders')
  },
  async 'conditional.fire'(point) {
    await stopSet()
    await fall()
    await throughLoop(point, 'conditional-orders')
    const { conditional } = await must('/orders/listConditional', { which: 'ended' })
    const fired = conditional.filter((one: { state: string }) => one.state === 'fired')
    expect(new Set(fired.map((one: { orderId: string }) => one.orderId)).size).toBe(fired.length)
  },
  async 'conditional.follow-up'(point) {
    await stopSet()
    await fall()
    const armed = spawnChild(
      'conditional-orders',
      environment(harness.venue.database.workerUrl, { FAIRLOT_CRASH_AT: point }),
    )
    expect(await armed.endedByItself()).toBe('SIGKILL')
    await afterCondition()
  },
  async 'conditional.arm-exits'(point) {
    const last = await lastPrice()
    await cancelSeatOrders()
    await harness.venue.seat('maker-1', symbol, 'sell', last, 1)
    const body = orderBody({ price: last, exits: { stop: last - 300, takeProfit: last + 300 } })
    await must('/orders/placeOrder', body)
    await harness.untilIdle()
    await throughLoop(point, 'conditional-orders')
    const { conditional } = await must('/orders/listConditional', { which: 'waiting' })
    expect(
      conditional.filter((one: { positionId: string }) => one.positionId === body.orderId),
    ).toMatchObject([{ kind: 'one-cancels-other', quantity: 1_000 }])
  },
  async 'conditional.maintain-pair'(point) {
    const last = await lastPrice()
    const pair = {
      kind: 'one-cancels-other',
      stop: { trigger: last - 300 },
      takeProfit: { price: last + 300 },
    }
    await must('/orders/placeConditional', conditionalBody(await holding({ dayTrade: true }), pair))
    await throughLoop(point, 'conditional-orders')
  },
  async 'conditional.reprice'(point) {
    const positionId = await holding({ direction: 'short' })
    const stop = { trigger: (await lastPrice()) + 900 }
    const until3 = new Date(Date.parse(harness.date()) + 3 * dayMs).toISOString().slice(0, 10)
    await must(
      '/orders/placeConditional',
      conditionalBody(positionId, { kind: 'stop', stop, expiresOn: until3 }),
    )
    await nextDay()
    await throughLoop(point, 'conditional-orders')
  },
  async 'conditional.expire'(point) {
    const stop = { trigger: (await lastPrice()) - 900 }
    await must(
      '/orders/placeConditional',
      conditionalBody(await holding({ dayTrade: true }), { kind: 'stop', stop }),
    )
    await nextDay()
    await throughLoop(point, 'conditional-orders')
  },
  'settlement.apply': throughSettler,
  async 'settlement.seat-nets'(point) {
    await harness.trade(symbol, await lastPrice())
    await throughLoop(point, 'settlement-seat-nets')
    expect(await harness.venue.sql.query('SELECT FROM settlement.seat_nets')).toHaveLength(0)
  },
  async 'settlement.sweep'(point) {
    await holding()
    await nextDay()
    await nextDay()
    await throughLoop(point, 'settlement-dues')
  },
  async 'settlement.interest'(point) {
    await holding({ multiple: 250 })
    await nextDay()
    await throughLoop(point, 'settlement-interest')
    const late = await harness.venue.sql.query(
      `SELECT FROM app.positions WHERE loan > 0 AND state <> 'closed' AND interest_through < $1::date`,
      [harness.date()],
    )
    expect(late).toHaveLength(0)
  },
  async 'settlement.keep-day-trades'(point) {
    await holding({ dayTrade: true, direction: 'short' })
    await nextDay()
    await throughLoop(point, 'settlement-day-trades')
  },
  async 'margin.check'(point) {
    // A member with no other position: the ratio is that of the whole account.
    const memberId = await harness.venue.member()
    await holding({ multiple: 250 }, memberId)
    const price = await lastPrice()
    await harness.moveTo(symbol, price - (price % 500) - Math.round(price / 4 / 500) * 500)
    isApiOld = true
    await throughLoop(point, 'margin-watch')
    const open = await harness.venue.sql.query(
      'SELECT FROM app.margin_calls WHERE member_id = $1 AND ended_at IS NULL',
      [memberId],
    )
    expect(open).toHaveLength(1)
  },
  async 'day-trading.keep'(point) {
    const positionId = await holding({ dayTrade: true })
    await throughApi(point, '/day-trading/keepOvernight', { positionId })
    expect((await harness.venue.position(positionId)).day_trade).toBe(false)
  },
  async 'day-trading.announce'(point) {
    await holding({ dayTrade: true })
    await atCover(-10, () => throughLoop(point, 'day-trading-cover'))
  },
  async 'day-trading.cover'(point) {
    const positionId = await holding({ dayTrade: true })
    await harness.venue.seat('maker-2', symbol, 'buy', await lastPrice(), 40)
    await atCover(1, () => throughLoop(point, 'day-trading-cover'))
    const [row] = await harness.venue.sql.query<{ orders: number }>(
      `SELECT count(*)::int AS orders FROM app.orders WHERE position_id = $1 AND origin = 'auto-cover'`,
      [positionId],
    )
    expect(row!.orders).toBe(1)
  },
  'exchange.take': throughExchange,
  'exchange.batch': throughExchange,
  'exchange.snapshot': throughExchange,
  'exchange.prune': throughExchange,
}

/** Runs at this many minutes from the current day's automatic cover. */
async function atCover(minutes: number, run: () => Promise<void>): Promise<void> {
  const before = harness.venue.now
  const morning = Date.parse(`${harness.date()}T20:45:00Z`)
  harness.venue.now = morning + minutes * 60_000
  try {
    await run()
  } finally {
    harness.venue.now = before
  }
}

const writes = [...durableWrites, ...exchangeWrites]
const usual: readonly (DurableWrite | ExchangeWrite)[] = [
  'intake.place',
  'conditional.fire',
  'settlement.apply',
  'day-trading.cover',
  'exchange.batch',
]
const sidesOf = (write: DurableWrite | ExchangeWrite): readonly ('before' | 'after')[] => {
  if (isWhole) return ['before', 'after']
  if (!usual.includes(write)) return []
  return usual.indexOf(write) % 2 === 0 ? ['after'] : ['before']
}

describe('a process killed at a crash point', () => {
  for (const write of writes)
    for (const side of sidesOf(write))
      it(`${write}.${side} loses and doubles nothing`, { timeout: 300_000 }, async () => {
        // Minutes apart, so that several falling ticks do not count as a price jump.
        harness.venue.now += 6 * 60_000
        // A session that it saw last at its start would have expired at an api with the current time.
        if (harness.venue.now - apiStartedAt > 15 * 60_000) isApiOld = true
        if (write.startsWith('conditional.')) await runConditionalWatch()
        await scenarios[write](`${write}.${side}`)
        // Leaves nothing in the book or the queue for the next scenario.
        if (!isApiOld) await must('/orders/cancelAll', { stop: false })
        await harness.untilIdle()
        expect(await harness.venue.breaches()).toEqual([])
        visited[`${write}.${side}`] = (visited[`${write}.${side}`] ?? 0) + 1
      })

  it('every point of this run was visited', () => {
    const registered = writes.flatMap((write) => sidesOf(write).map((side) => `${write}.${side}`))
    expect(Object.keys(visited).toSorted()).toEqual(registered.toSorted())
    if (isWhole) writeEvidence('crash-points', { points: registered.length, visited: registered })
  })
})
