// Every durable write of trading has a point before and a point after its commit, named in the code itself
// (apps/server/src/platform/crash-points.ts, apps/exchange/src/crash-points.ts). Each is visited here: a real process
// ends there as by kill -9, another takes its place, what was asked for comes through once, and every invariant of
// trading holds. A point that is registered and has no scenario does not compile; one that is not reached fails.
// Every run visits each write on one of its sides, in turn; FAIRLOT_PROVE=1 both, and writes evidence/crash-points.json.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import { testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExchangeWrite, exchangeWrites } from '../../apps/exchange/src/crash-points.ts'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import { currentTerms, orderDoors, watchConditionals } from '../../apps/server/src/features/orders/index.ts'
import { type DurableWrite, durableWrites } from '../../apps/server/src/platform/crash-points.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { writeEvidence } from '../flows/support/evidence.ts'
import { openOrderDesk, type OrderDesk } from '../flows/support/order-desk.ts'
import { agreementVersion, newAccount, signInAgain } from '../flows/support/start-test-api.ts'
import { TestClient } from '../flows/support/test-client.ts'
import { testEnvironment, testOrigin } from '../flows/support/test-config.ts'
import type { Settler } from '../flows/support/trading-floor.ts'
import { until } from '../flows/support/until.ts'
import { spawnChild, type TradingChild } from './support/spawn-child.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const symbol = '2330'
const dayMs = 86_400_000

let desk: OrderDesk
let folder: string
let plainApi: TradingChild
let plainPort: number
let settler: Settler
let exchange: RunningExchange
const visited: Record<string, number> = {}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlot-crash-'))
  desk = await openOrderDesk()
  ;({ settler } = desk)
  exchange = desk.floor.exchange
  await restartApi()
}, 120_000)
afterAll(async () => {
  await plainApi?.kill()
  await exchange?.stop()
  await settler?.stop()
  await desk?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const environment = (url: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  testEnvironment(desk.floor.database, {
    DATABASE_URL: url,
    SECRETS_FILE: join(folder, 'secrets.json'),
    MARKET_CALENDAR: 'practice',
    PACE_FACTOR: '1000',
    CHILD_NOW: String(desk.floor.now),
    ...more,
  })

/** The api that nothing befalls. Its time is that of its start: when days have passed the next request finds a new one. */
let isApiOld = false
async function restartApi(): Promise<void> {
  isApiOld = false
  await plainApi?.kill()
  plainApi = spawnChild('api', environment(desk.floor.database.apiUrl))
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
  await desk.floor.makeEligible(member.memberId)
  return member
}

/** The same phone, talking to another api. */
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

/** Asks an api that ends at the point; then the phone asks the same again elsewhere. */
async function throughApi(
  point: string,
  path: string,
  body: unknown,
  mayBe: readonly string[] = [],
): Promise<void> {
  const { client } = await trader()
  const armed = spawnChild('api', environment(desk.floor.database.apiUrl, { FAIRLOT_CRASH_AT: point }))
  const port = await armed.port()
  await expect(clientAt(port, client).call(path, body)).rejects.toThrow(/fetch failed|terminated|socket/)
  expect(await armed.endedByItself()).toBe('SIGKILL')
  const again = await client.call(path, body)
  if (again.http !== 200) expect(mayBe, JSON.stringify(again.body)).toContain(again.body.msg)
}

/** A loop of the worker that ends at the point; then the same loop in another process, to its end. */
async function throughLoop(point: string, loop: string): Promise<void> {
  const url = desk.floor.database.workerUrl
  const armed = spawnChild(loop, environment(url, { FAIRLOT_CRASH_AT: point }))
  const end = await armed.endedByItself()
  expect(end, armed.said()).toBe('SIGKILL')
  const next = spawnChild(loop, environment(url))
  expect(await next.endedByItself()).toBe(0)
  await desk.rest()
}

const terms = (): string => desk.terms
const orderBody = (more: object = {}) => ({
  orderId: newId(),
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
  const [row] = await desk.floor.sql.query<{ orders: number; commands: number }>(
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

/** A price so many ticks below the last, inside the limits of the day. */
async function ticksBelow(ticks: number): Promise<number> {
  return (await lastPrice()) - ticks * 50
}
async function lastPrice(): Promise<number> {
  const [row] = await desk.floor.sql.query<{ last: number }>(
    'SELECT coalesce(last, reference) AS last FROM market.quotes WHERE symbol = $1',
    [symbol],
  )
  return row!.last - (row!.last % 50)
}

/** A holding of two lots, bought at the last price and settled. */
async function holding(
  more: { multiple?: 100 | 250; dayTrade?: boolean; direction?: 'long' | 'short' } = {},
  owner?: string,
) {
  const price = await lastPrice()
  const memberId = owner ?? (member ?? (await trader())).memberId
  // What seats left in the book would come between.
  for (const seat of ['maker-1', 'maker-2'])
    await desk.floor.submit(shardOf(symbol), { kind: 'cancel-all', account: seatAccount(seat), symbol })
  await desk.floor.seat('maker-1', symbol, more.direction === 'short' ? 'buy' : 'sell', price, 2)
  const id = await desk.floor.open(memberId, { symbol, price, lots: 2, ...more })
  await desk.rest()
  // A day trade rests a minute; a stop on it is watched from then on.
  desk.floor.now += 90_000
  return id
}

async function nextDay(): Promise<void> {
  await desk.nextDay()
  isApiOld = true
}

/** The watch reads the day's first words; before that no conditional order is taken. */
async function watchLooks(): Promise<void> {
  const { settlement } = desk.floor
  const orders = { ...settlement, money: 'practice' } as const
  await watchConditionals(
    { ...orders, doors: orderDoors(orders), currentTerms: (tx, at) => currentTerms(tx, 'practice', at) },
    new Date(desk.floor.now),
  )
  await desk.rest()
}

const conditionalBody = (positionId: string, more: object = {}) => ({
  conditionalId: newId(),
  positionId,
  quantity: 1_000,
  expiresOn: desk.date(),
  terms: terms(),
  ...more,
})

/** A stop just below the market on a fresh holding, placed and reserved. */
async function stopSet(more: object = {}, direction: 'long' | 'short' = 'long'): Promise<void> {
  const positionId = await holding({ direction, ...(direction === 'long' && { dayTrade: true }) })
  const away = direction === 'long' ? -50 : 50
  const stop = { trigger: (await lastPrice()) + away }
  await must('/orders/placeConditional', conditionalBody(positionId, { kind: 'stop', stop, ...more }))
}

/** Trades through the stops of longs, with somebody there to buy what they sell. */
async function fall(): Promise<void> {
  const price = (await lastPrice()) - 50
  await desk.trade(symbol, price)
  await desk.floor.seat('maker-2', symbol, 'buy', price, 20)
  await desk.rest()
}

async function afterCondition(): Promise<void> {
  const loop = spawnChild('conditional-orders', environment(desk.floor.database.workerUrl))
  expect(await loop.endedByItself()).toBe(0)
  await desk.rest()
}

type Scenario = (point: string) => Promise<void>

async function throughSettler(point: string): Promise<void> {
  await settler.stop()
  const id = newId()
  const price = await lastPrice()
  await desk.floor.seat('maker-1', symbol, 'sell', price, 1)
  await must('/orders/placeOrder', orderBody({ orderId: id, price }))
  const armed = spawnChild('settler', environment(desk.floor.database.workerUrl, { FAIRLOT_CRASH_AT: point }))
  expect(await armed.endedByItself()).toBe('SIGKILL')
  settler = desk.floor.startSettler()
  await desk.rest()
  expect((await desk.floor.order(id)).state).toBe('filled')
}

async function throughExchange(point: string): Promise<void> {
  await exchange.stop()
  const ids = [newId(), newId(), newId()]
  const price = await lastPrice()
  for (const orderId of ids) await must('/orders/placeOrder', orderBody({ orderId, price: price - 100 }))
  // Seats' commands are what pruning takes away.
  for (let sent = 0; sent < 4; sent += 1) await desk.floor.seat('maker-1', symbol, 'sell', price + 500, 1)
  const armed = spawnChild(
    'exchange',
    environment(desk.floor.database.exchangeUrl, { FAIRLOT_CRASH_AT: point }),
  )
  expect(await armed.endedByItself()).toBe('SIGKILL')
  exchange = await startExchange({
    databaseUrl: desk.floor.database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: desk.floor.database.name,
    shards,
    mode: 'test',
    logLevel: 'silent',
    streamBytes: 16 * 1024 * 1024,
    now: () => desk.floor.now,
  })
  await until('the exchange', () => exchange.isReady())
  await desk.rest()
  for (const id of ids) {
    await standsOnce(id)
    expect((await desk.floor.order(id)).accepted_at).not.toBeNull()
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
    await desk.state(orderId, 'cancelled')
  },
  async 'intake.cancel-all'(point) {
    const orderId = await resting()
    await throughApi(point, '/orders/cancelAll', { stop: false })
    await desk.state(orderId, 'cancelled')
  },
  async 'intake.guards'(point) {
    await throughApi(point, '/orders/setGuards', { dailyLossLimit: '100000000000', stopped: false })
    expect((await must('/orders/guards', {})).dailyLossLimit).toBe('100000000000')
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
      environment(desk.floor.database.workerUrl, { FAIRLOT_CRASH_AT: point }),
    )
    expect(await armed.endedByItself()).toBe('SIGKILL')
    await afterCondition()
  },
  async 'conditional.tend-pair'(point) {
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
    const until3 = new Date(Date.parse(desk.date()) + 3 * dayMs).toISOString().slice(0, 10)
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
    await desk.trade(symbol, await lastPrice())
    await throughLoop(point, 'settlement-seat-nets')
    expect(await desk.floor.sql.query('SELECT FROM settlement.seat_nets')).toHaveLength(0)
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
    const late = await desk.floor.sql.query(
      `SELECT FROM app.positions WHERE loan > 0 AND state <> 'closed' AND interest_through < $1::date`,
      [desk.date()],
    )
    expect(late).toHaveLength(0)
  },
  async 'settlement.keep-day-trades'(point) {
    await holding({ dayTrade: true, direction: 'short' })
    await nextDay()
    await throughLoop(point, 'settlement-day-trades')
  },
  async 'margin.look'(point) {
    // Somebody who has nothing else: the ratio is of the whole account.
    const memberId = await desk.floor.member()
    await holding({ multiple: 250 }, memberId)
    const price = await lastPrice()
    await desk.moveTo(symbol, price - (price % 500) - Math.round(price / 4 / 500) * 500)
    isApiOld = true
    await throughLoop(point, 'margin-watch')
    const open = await desk.floor.sql.query(
      'SELECT FROM app.margin_calls WHERE member_id = $1 AND ended_at IS NULL',
      [memberId],
    )
    expect(open).toHaveLength(1)
  },
  async 'day-trading.keep'(point) {
    const positionId = await holding({ dayTrade: true })
    await throughApi(point, '/day-trading/keepOvernight', { positionId })
    expect((await desk.floor.position(positionId)).day_trade).toBe(false)
  },
  async 'day-trading.announce'(point) {
    await holding({ dayTrade: true })
    await atCover(-10, () => throughLoop(point, 'day-trading-cover'))
  },
  async 'day-trading.cover'(point) {
    const positionId = await holding({ dayTrade: true })
    await desk.floor.seat('maker-2', symbol, 'buy', await lastPrice(), 40)
    await atCover(1, () => throughLoop(point, 'day-trading-cover'))
    const [row] = await desk.floor.sql.query<{ orders: number }>(
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

/** Minutes from the automatic cover of the day that is on. */
async function atCover(minutes: number, run: () => Promise<void>): Promise<void> {
  const before = desk.floor.now
  const morning = Date.parse(`${desk.date()}T20:45:00Z`)
  desk.floor.now = morning + minutes * 60_000
  try {
    await run()
  } finally {
    desk.floor.now = before
  }
}

const writes = [...durableWrites, ...exchangeWrites]
const sidesOf = (write: DurableWrite | ExchangeWrite): readonly ('before' | 'after')[] => {
  if (isWhole) return ['before', 'after']
  return writes.indexOf(write) % 2 === 0 ? ['after'] : ['before']
}

describe('a process that ends at a named point', () => {
  for (const write of writes)
    for (const side of sidesOf(write))
      it(`${write}.${side}`, { timeout: 300_000 }, async () => {
        // Minutes apart, so that a few ticks down after another are not a price that runs away.
        desk.floor.now += 6 * 60_000
        if (write.startsWith('conditional.')) await watchLooks()
        await scenarios[write](`${write}.${side}`)
        // The next begins with nothing of this one in the book or waiting.
        if (!isApiOld) await must('/orders/cancelAll', { stop: false })
        await desk.rest()
        expect(await desk.floor.breaches()).toEqual([])
        visited[`${write}.${side}`] = (visited[`${write}.${side}`] ?? 0) + 1
      })

  it('every point of this run was visited', () => {
    const registered = writes.flatMap((write) => sidesOf(write).map((side) => `${write}.${side}`))
    expect(Object.keys(visited).toSorted()).toEqual(registered.toSorted())
    if (isWhole) writeEvidence('crash-points', { points: registered.length, visited: registered })
  })
})
