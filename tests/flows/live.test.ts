// The live feed as a phone sees it: what it receives, how often, and what is refused.

import { randomUUID } from 'node:crypto'
import { subjectsOf } from '@fairlot/contract/venue'
import { openTestDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { connect } from '@nats-io/transport-node'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { HEARTBEAT_MS, MAX_DETAILS, MAX_WATCHED } from '../../packages/contract/src/live/socket.ts'
import { type RunningLive, startLive } from '../../apps/server/src/roles/live.ts'
import { captureLog } from './support/captured-log.ts'
import { type LiveMarket, openLiveMarket } from './support/live-market.ts'
import { type LivePhone, openPhone, openSlowRoad } from './support/live-phone.ts'
import { testConfig } from './support/test-config.ts'

let database: TestDatabase
let live: RunningLive
let market: LiveMarket
const open: LivePhone[] = []

const many = Array.from({ length: MAX_WATCHED }, (_, at) => `9${String(at).padStart(3, '0')}`)

beforeAll(async () => {
  database = await openTestDatabase()
  live = await startLive(
    { ...testConfig(database), databaseUrl: database.liveUrl },
    { log: captureLog('live').log },
  )
  market = await openLiveMarket(database, testServices().natsUrl)
  await market.list('2330', '2317', '0050', ...many)
})
afterEach(() => {
  for (const phone of open.splice(0)) phone.close()
})
afterAll(async () => {
  await market.close()
  await live.stop()
  await database.close()
})

const phone = async (origin?: string): Promise<LivePhone> => {
  const made = await openPhone(live.port, origin)
  open.push(made)
  return made
}
const guest = async (): Promise<LivePhone> => {
  const made = await phone()
  await made.hello()
  return made
}
const price = (made: LivePhone, symbol: string): number | null | undefined =>
  (made.rows(symbol).at(-1) ?? made.details(symbol).at(-1))?.p
const shows = (made: LivePhone, symbol: string, wanted: number): Promise<true> =>
  until(`${symbol} at ${wanted}`, () => price(made, symbol) === wanted)
const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`http://127.0.0.1:${live.metricsPort}/metrics`)).text()
  return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1])
}
/** A first price was sent over NATS, so the gateway is subscribed and does not read later ones from the tables. */
const isSubscribed = async (made: LivePhone, symbol: string): Promise<void> => {
  let next = market.newest(symbol).p! + 10
  await until(`news of ${symbol}`, async () => {
    if (price(made, symbol) !== next) await market.trade(symbol, ++next)
    return made.rows(symbol).some(({ n }) => n > 1) || made.details(symbol).some(({ n }) => n > 1)
  })
}

describe('what a client receives', () => {
  test('a client receives the current value, then updates of watched symbols', async () => {
    const made = await guest()
    made.watch(['2330'])
    await until('the first value', () => made.rows('2330').length > 0)
    expect(made.rows('2330')[0]).toEqual({
      s: '2330',
      n: 1,
      st: 'continuous',
      p: 10_000,
      r: 10_000,
      v: 0,
      a: 0,
    })
    await isSubscribed(made, '2330')
    await market.trade('2317', 555)
    await market.trade('2330', 10_123)
    await shows(made, '2330', 10_123)
    expect(made.rows('2317')).toEqual([])
    expect(made.details('2330')).toEqual([])
  })

  test('a hundred trades between two ticks are conflated into one row', async () => {
    const made = await guest()
    made.watch(['2317'])
    await isSubscribed(made, '2317')
    const before = made.rows('2317').length
    const began = performance.now()
    for (let at = 1; at <= 100; at++) await market.trade('2317', 20_000 + at)
    await shows(made, '2317', 20_100)
    const ticks = (performance.now() - began) / 500 + 2
    expect(made.rows('2317').length - before).toBeLessThanOrEqual(ticks)
  })

  test('a list gets two frames a second, a detail four', async () => {
    const lists = await guest()
    const detail = await guest()
    lists.watch(['0050'])
    detail.watch([], ['0050'])
    await isSubscribed(lists, '0050')
    const from = performance.now()
    let next = 30_000
    const frames = (made: LivePhone): number => made.times.filter((at) => at > from).length
    while (performance.now() - from < 3_000 || frames(lists) < 5 || frames(detail) < 9)
      await market.trade('0050', next++)
    const seconds = (performance.now() - from) / 1_000
    // One frame may have been under way when the count began.
    expect(frames(lists)).toBeLessThanOrEqual(2 * seconds + 1)
    expect(frames(detail)).toBeLessThanOrEqual(4 * seconds + 1)
  })

  test('a book change reaches a detail but not a list', async () => {
    const lists = await guest()
    const detail = await guest()
    lists.watch(['2330'])
    detail.watch([], ['2330'])
    await isSubscribed(lists, '2330')
    await until('the detail', () => detail.details('2330').length > 0)
    await market.trade('2330', 10_500)
    await shows(lists, '2330', 10_500)
    const rows = lists.rows('2330').length
    await market.moveBook('2330')
    await until('the book', () => detail.details('2330').at(-1)!.b[0]![1] === market.newest('2330').b[0]![1])
    await market.trade('2317', 777)
    await until('the next heartbeat', () => lists.times.at(-1)! > detail.times.at(-1)!)
    expect(lists.rows('2330').length).toBe(rows)
  })

  test('a detail lists each trade once, and many trades make a gap', async () => {
    const made = await guest()
    made.watch([], ['0050'])
    await isSubscribed(made, '0050')
    const tape = () => made.details('0050').flatMap(({ t }) => t ?? [])
    expect(made.details('0050')[0]!.gap).toBe(true)
    const from = tape().length
    for (const at of [1, 2, 3]) {
      await market.trade('0050', 60_000 + at)
      await until('the trade', () => tape().at(-1)?.[2] === 60_000 + at)
    }
    expect(
      tape()
        .slice(from)
        .map(([, , at]) => at)
        .filter((at) => at > 60_000 && at < 60_010),
    ).toEqual([60_001, 60_002, 60_003])
    // Sent together: one by one on a slow machine they would spread over several frames.
    await Promise.all(Array.from({ length: 60 }, (_, at) => market.trade('0050', 61_001 + at)))
    await until('the last', () => tape().at(-1)?.[2] === 61_060)
    const last = made.details('0050').at(-1)!
    expect(last.t!.length).toBeLessThanOrEqual(20)
    expect(
      made
        .details('0050')
        .slice(1)
        .some(({ gap }) => gap),
    ).toBe(true)
  })

  test('a trade lost by NATS is shown as a gap', async () => {
    const made = await guest()
    made.watch([], ['2317'])
    await isSubscribed(made, '2317')
    await market.trade('2317', 500)
    await until('the trade', () => made.details('2317').at(-1)?.p === 500)
    expect(made.details('2317').at(-1)!.gap).toBeUndefined()
    await market.trade('2317', 501, { silent: true })
    await market.trade('2317', 502)
    await until('the next', () => made.details('2317').at(-1)?.p === 502)
    expect(made.details('2317').some(({ p, gap }) => gap === true && (p === 502 || p === 501))).toBe(true)
  })

  test('indices reach only clients that ask for them', async () => {
    const made = await guest()
    const other = await guest()
    other.watch(['2330'])
    made.watch([], [], true)
    await until('the index', async () => {
      await market.publishIndices(['FAIR', 1_000_100], ['FAIROTC', 990_000])
      return made.frames.some(({ idx }) => idx?.length === 2)
    })
    expect(made.frames.find(({ idx }) => idx)!.idx).toEqual([
      { s: 'FAIR', p: 1_000_100, r: 1_000_000 },
      { s: 'FAIROTC', p: 990_000, r: 1_000_000 },
    ])
    expect(other.frames.every(({ idx }) => idx === undefined)).toBe(true)
  })

  test('a new watch list replaces the old one without resending', async () => {
    const made = await guest()
    made.watch(['2330', '2317'])
    await until('both', () => made.rows('2330').length > 0 && made.rows('2317').length > 0)
    const before = made.rows('2330').length
    made.watch(['2330', '0050'])
    await until('the new one', () => made.rows('0050').length > 0)
    expect(made.rows('2330').length).toBe(before)
    const old = made.rows('2317').length
    await market.trade('2317', 606)
    await market.trade('0050', 607)
    await shows(made, '0050', 607)
    expect(made.rows('2317').length).toBe(old)
  })

  test('many sockets share one subscription per symbol', async () => {
    const phones = await Promise.all(Array.from({ length: 12 }, guest))
    for (const made of phones) made.watch(['2330', '2317'])
    for (const made of phones) await until('both', () => made.rows('2330').length > 0)
    await market.trade('2330', 12_345)
    for (const made of phones) await shows(made, '2330', 12_345)
    expect(new Set(phones.map((made) => JSON.stringify(made.rows('2330').at(-1)))).size).toBe(1)
    expect(await metric('fairlot_live_symbols')).toBeLessThanOrEqual(3)
    expect(await metric('fairlot_live_clients')).toBeGreaterThanOrEqual(0)
  })

  test('a quiet feed still sends heartbeats with the last time', async () => {
    const made = await guest()
    await market.sendHeartbeat(1_700_000_000_000 + 1)
    const at = Date.now()
    await market.sendHeartbeat(at)
    await until('two heartbeats', () => made.frames.filter((frame) => frame.at === at).length >= 2)
    const gaps = made.times.slice(1).map((time, index) => time - made.times[index]!)
    expect(Math.max(...gaps)).toBeLessThan(HEARTBEAT_MS + timeLimit(300))
    expect(made.frames.at(-1)).toEqual({ t: 'f', at })
  })
})

describe('refused messages and connections', () => {
  const wrong: readonly (readonly [name: string, text: string, reason: string])[] = [
    ['text that is not JSON', 'nonsense', 'wrong frame'],
    ['an unknown word', '{"t":"order"}', 'wrong frame'],
    ['a watch before hello', '{"t":"watch","rows":[],"detail":[],"idx":false}', 'hello first'],
    ['a watch without its lists', '{"t":"watch","rows":"2330"}', 'wrong frame'],
    ['a star instead of a symbol', '{"t":"watch","rows":["*"],"detail":[],"idx":false}', 'wrong frame'],
    ['a subject instead of a symbol', '{"t":"watch","rows":["a.>"],"detail":[],"idx":false}', 'wrong frame'],
    ['a negative number', '{"t":"hello","own":-1}', 'wrong frame'],
  ]
  test.each(wrong)('%s closes the socket', async (_name, text, reason) => {
    const made = await phone()
    made.socket.send(text)
    expect(await until('the end', made.closed)).toEqual({ code: 1008, reason })
  })

  test('too many watched symbols close the socket', async () => {
    const rows = await guest()
    rows.watch([...many, '2330'])
    expect(await until('the end', rows.closed)).toEqual({ code: 1008, reason: 'too many symbols' })
    const details = await guest()
    details.watch([], many.slice(0, MAX_DETAILS + 1))
    expect(await until('the end', details.closed)).toEqual({ code: 1008, reason: 'too many symbols' })
  })

  test('a too long message closes the socket', async () => {
    const made = await guest()
    made.socket.send(JSON.stringify({ t: 'hello', ticket: 'x'.repeat(5_000) }))
    expect((await until('the end', made.closed)).code).toBe(1009)
  })

  test('a binary message closes the socket', async () => {
    const made = await guest()
    made.socket.send(Buffer.from('{"t":"hello"}'))
    expect(await until('the end', made.closed)).toEqual({ code: 1008, reason: 'wrong frame' })
  })

  test('too many messages close the socket', async () => {
    const made = await guest()
    for (let at = 0; at < 60; at++) made.watch(['2330'])
    expect(await until('the end', made.closed)).toEqual({ code: 1008, reason: 'too frequent' })
  })

  test('a socket without a hello is closed', async () => {
    const made = await phone()
    expect(await until('the end', made.closed)).toEqual({ code: 1008, reason: 'no hello' })
  })

  test('another origin is refused, and no origin is accepted', async () => {
    await expect(phone('https://evil.example')).rejects.toThrow('403')
    const made = await openPhone(live.port, undefined)
    open.push(made)
    await made.hello()
    expect(made.hellos[0]).toMatchObject({ member: false, own: 0 })
  })

  test('another path answers 404', async () => {
    const answer = await fetch(`http://127.0.0.1:${live.port}/else`)
    expect(answer.status).toBe(404)
  })

  test('an unlisted symbol sends no rows', async () => {
    const made = await guest()
    made.watch(['NOSUCH', '2330'])
    await until('the known one', () => made.rows('2330').length > 0)
    expect(made.rows('NOSUCH')).toEqual([])
  })
})

describe('a slow reader', () => {
  test('buffers less than 64 KB, skips frames, and gets the newest value', async () => {
    const road = await openSlowRoad(live.port, 12_500)
    const made = await openPhone(road.port)
    open.push(made)
    await made.hello()
    made.watch(many)
    await until('all', () => many.every((symbol) => made.rows(symbol).length > 0))
    await metric('fairlot_live_largest_under_way_bytes')
    const skippedBefore = live.gateway.traffic.skipped
    // 120 rows, twice a second, are far more than 0.1 Mbit/s. The buffers of the sockets take the first frames, more of them
    // on a slow machine, which trades less often: the test waits for the skipped frames, not for a time.
    let next = 50_000
    let largest = 0
    while (live.gateway.traffic.skipped < skippedBefore + 3) {
      next++
      for (const symbol of many) await market.trade(symbol, next)
      largest = Math.max(largest, live.gateway.traffic.largestUnderWay)
    }
    expect(largest).toBeLessThan(65_536)
    await until('the newest of each', () => many.every((symbol) => price(made, symbol) === next))
    road.close()
  })
})

test('a guest receives no member events', async () => {
  const made = await guest()
  made.watch(['2330'])
  await market.notifyMember(randomUUID(), 1, 'alert.fired', {})
  await market.trade('2330', 13_001)
  await shows(made, '2330', 13_001)
  expect(made.own()).toEqual([])
})

test('a price without the seal of the quotes role reaches no client', async () => {
  const made = await guest()
  made.watch(['2330'])
  await until('a first price', () => made.rows('2330').length > 0)
  await market.trade('2330', 13_101)
  await shows(made, '2330', 13_101)
  const forged = { ...market.newest('2330'), n: 9_000_000_000, p: 1 }
  const hostile = await connect({ servers: testServices().natsUrl })
  hostile.publish(subjectsOf(database.name).quote('2330'), JSON.stringify(forged))
  await hostile.flush()
  await hostile.close()
  await market.trade('2330', 13_102)
  await shows(made, '2330', 13_102)
  expect(made.rows('2330').some(({ p }) => p === 1)).toBe(false)
})
