// Price alerts: checked against the real market state, fired once by whichever worker reads the trade first.

import { testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { fireAlerts } from '../../apps/server/src/features/favourites/index.ts'
import { recordMemberEvents } from '../../apps/server/src/features/live/index.ts'
import { type Db, openDb, Rollback } from './support/open-db.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { day, openTape, type Tape, trade } from './support/tape.ts'

// 100.00 may rise to 110.00 and fall to 90.00; the tick is 0.50 above and 0.10 below.
const reference = 10_000
const symbol = '2317'

let api: TestApi
let tape: Tape
let worker: Db
let at = new Date('2026-07-15T02:00:00Z').getTime()
let today = '2026-07-15'

beforeAll(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
  tape = await openTape(api.database, testServices().natsUrl)
  worker = openDb({ url: api.database.workerUrl, poolSize: 4, applicationName: 'test-worker' })
})
afterAll(async () => {
  await worker.close()
  await tape.close()
  await api.stop()
})
// Each test has its own trading day and alerts and begins when the log has been read to its end.
beforeEach(async () => {
  await api.db.query('DELETE FROM app.price_alerts')
  await begin()
  await fire()
})

async function begin(...symbols: string[]): Promise<void> {
  at += 86_400_000
  today = new Date(at).toISOString().slice(0, 10)
  for (const name of symbols.length === 0 ? [symbol] : symbols) {
    await tape.commit(at, [day(name, today, reference)])
  }
}

async function trades(...prices: number[]): Promise<void> {
  for (const price of prices) {
    at += 1_000
    await tape.commit(at, [trade(symbol, price, 1_000)])
  }
}

const fire = (db: Db = worker): Promise<number> =>
  fireAlerts({ db, bus: api.api.runtime.bus, subjects: subjectsOf(api.database.name) })

interface Wanted {
  symbol: string
  kind: string
  threshold: number
  repeat: string
}
const wanted = (more: Partial<Wanted> = {}): Wanted => ({
  symbol,
  kind: 'rises-to',
  threshold: 10_500,
  repeat: 'once',
  ...more,
})
const add = (member: TestMember, more: Partial<Wanted> = {}) =>
  member.client.call('/favourites/addAlert', wanted(more), { key: true })

const list = async (member: TestMember) =>
  (await member.client.call('/favourites/listAlerts', {})).body.data.alerts

const memberEvents = (member: TestMember) =>
  api.db.query<{ number: bigint; kind: string; data: { alert: string; price: number } }>(
    'SELECT number, kind, data FROM app.member_events WHERE member_id = $1 ORDER BY number',
    [member.memberId],
  )

describe('setting an alert', () => {
  test('a member sets an alert and finds it waiting', async () => {
    const member = await api.member()
    const reply = await add(member)
    expect([reply.http, reply.body.msg]).toEqual([200, 'done.alert-added'])
    const all = (await member.client.call('/favourites/listAlerts', {})).body.data
    expect(all).toEqual({
      alerts: [
        {
          id: reply.body.data.id,
          symbol,
          kind: 'rises-to',
          threshold: 10_500,
          repeat: 'once',
          state: 'waiting',
          createdAt: expect.stringMatching(/Z$/),
          firedAt: null,
          firedPrice: null,
        },
      ],
      max: 10,
    })
    const other = await member.client.call('/favourites/listAlerts', { symbol: '2330' })
    expect(other.body.data.alerts).toEqual([])
  })

  test.each([
    [{ symbol: 'hon hai' }, 400, 'input.symbol', 'symbol'],
    [{ symbol: '9998' }, 404, 'stock.not-found', 'symbol'],
    // Not on the tick of 0.50; above the limit; below it.
    [{ threshold: 10_510 }, 400, 'favourites.alert-price', 'threshold'],
    [{ threshold: 11_050 }, 400, 'favourites.alert-price', 'threshold'],
    [{ kind: 'falls-to', threshold: 8_990 }, 400, 'favourites.alert-price', 'threshold'],
    [{ threshold: 0 }, 400, 'favourites.alert-price', 'threshold'],
    [{ kind: 'moves', threshold: 1_001 }, 400, 'favourites.alert-price', 'threshold'],
    // The day stands at 102.00.
    [{ threshold: 10_200 }, 409, 'favourites.alert-reached', 'threshold'],
    [{ threshold: 10_150 }, 409, 'favourites.alert-reached', 'threshold'],
    [{ kind: 'falls-to', threshold: 10_200 }, 409, 'favourites.alert-reached', 'threshold'],
    [{ kind: 'moves', threshold: 200 }, 409, 'favourites.alert-reached', 'threshold'],
  ])('an alert with %j is refused', async (more, http, msg, field) => {
    await trades(10_200)
    const member = await api.member()
    const reply = await add(member, more)
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([http, msg, field])
    expect(await list(member)).toEqual([])
  })

  test('before the first trade an alert is compared with the reference', async () => {
    await trades(10_900)
    await begin()
    await fire()
    const member = await api.member()
    expect((await add(member, { threshold: 10_500 })).http).toBe(200)
    expect((await add(member, { kind: 'falls-to', threshold: reference })).body.msg).toBe(
      'favourites.alert-reached',
    )
  })

  test('favourites.maxAlertsPerStock: an eleventh alert is refused with favourites.alerts-full', async () => {
    const member = await api.member()
    // Every price of the day below the reference.
    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) => add(member, { kind: 'falls-to', threshold: 9_000 + n * 10 })),
    )
    expect(replies.filter((reply) => reply.http === 200)).toHaveLength(10)
    const refused = replies.filter((reply) => reply.http !== 200)
    expect(new Set(refused.map((reply) => `${reply.http} ${reply.body.msg}`))).toEqual(
      new Set(['409 favourites.alerts-full']),
    )
    expect([refused[0]!.body.rule, refused[0]!.body.params]).toEqual([
      'favourites.maxAlertsPerStock',
      { max: 10 },
    ])
    expect(await list(member)).toHaveLength(10)
    expect((await add(member, { symbol: '2330', kind: 'moves', threshold: 100 })).http).toBe(200)
  })

  test('favourites.alert-same: an equal alert that waits is refused', async () => {
    const member = await api.member()
    const replies = await Promise.all(Array.from({ length: 5 }, () => add(member)))
    expect(replies.map((reply) => reply.body.msg).toSorted()).toEqual([
      'done.alert-added',
      ...Array.from({ length: 4 }, () => 'favourites.alert-same'),
    ])
    expect((await add(member, { repeat: 'daily' })).body.msg).toBe('favourites.alert-same')
    const [first] = await list(member)
    const turn = (alert: string, on: boolean) => member.client.call('/favourites/switchAlert', { alert, on })
    await turn(first.id, false)
    expect((await add(member)).http).toBe(200)
    expect((await turn(first.id, true)).body.msg).toBe('favourites.alert-same')
    await expect(
      api.db.query(`UPDATE app.price_alerts SET state = 'waiting' WHERE id = $1`, [first.id]),
    ).rejects.toThrow('price_alerts_waiting_once')
  })

  test('the same request sent twice sets one alert', async () => {
    const member = await api.member()
    const key = crypto.randomUUID()
    const send = () => member.client.call('/favourites/addAlert', wanted(), { key })
    const replies = await Promise.all([send(), send(), send()])
    expect(new Set(replies.map((reply) => reply.body.data?.id)).size).toBe(1)
    expect(await list(member)).toHaveLength(1)
  })
})

describe('firing an alert', () => {
  test('the first trade at the price fires an alert once', async () => {
    const member = await api.member()
    const heard: unknown[] = []
    const { bus } = api.api.runtime
    await until('the bus', () => bus.isConnected())
    bus.subscribe(subjectsOf(api.database.name).own(member.memberId), (news) => void heard.push(news.json()))
    const { id } = (await add(member)).body.data
    await trades(10_450, 10_600, 10_700)
    expect(await fire()).toBe(1)
    await trades(10_800)
    expect(await fire()).toBe(0)

    const [alert] = await list(member)
    expect(alert).toMatchObject({ state: 'done', firedPrice: 10_600 })
    const data = { alert: id, symbol, price: 10_600, at: at - 2_000 }
    expect(alert.firedAt).toBe(new Date(data.at).toISOString())
    expect(await memberEvents(member)).toEqual([{ number: 1n, kind: 'alert.fired', data }])
    await until('the news', () => heard.length > 0)
    expect(heard).toEqual([{ n: 1, kind: 'alert.fired', data }])
    const { notices } = (await member.client.call('/notices/list', { topic: 'alerts' })).body.data
    expect(notices).toMatchObject([
      {
        title: { tw: '鴻海漲到 105.00' },
        summary: { tw: '你設定的提醒，成交價 106.00。這個提醒已用完。' },
        path: `/market/marketDetail?symbol=${symbol}`,
        at: alert.firedAt,
      },
    ])
  })

  test('trades before an alert was set never fire it', async () => {
    const member = await api.member()
    await trades(10_600, 10_100)
    await add(member)
    expect(await fire()).toBe(0)
    await trades(10_400)
    expect(await fire()).toBe(0)
    await trades(10_500)
    expect(await fire()).toBe(1)
    expect(await list(member)).toMatchObject([{ firedPrice: 10_500 }])
  })

  test('a daily alert fires once per trading day', async () => {
    const member = await api.member()
    const daily = (await add(member, { kind: 'falls-to', threshold: 9_600, repeat: 'daily' })).body.data.id
    await add(member, { kind: 'falls-to', threshold: 9_590 })
    await trades(9_590, 9_700, 9_500)
    expect(await fire()).toBe(2)
    await trades(9_400)
    expect(await fire()).toBe(0)
    // Two days in one reading: the roll lies between the trades.
    await begin()
    await trades(9_300)
    await begin()
    await trades(9_250, 9_200)
    expect(await fire()).toBe(2)
    const events = await memberEvents(member)
    expect(events.map(({ number }) => number)).toEqual([1n, 2n, 3n, 4n])
    expect(events.filter(({ data }) => data.alert === daily).map(({ data }) => data.price)).toEqual([
      9_590, 9_300, 9_250,
    ])
    const states = (await list(member)).map((alert: { repeat: string; state: string }) => [
      alert.repeat,
      alert.state,
    ])
    expect(states).toEqual([
      ['once', 'done'],
      ['daily', 'waiting'],
    ])
  })

  test('a move is measured from the reference of its day', async () => {
    const member = await api.member()
    await add(member, { kind: 'moves', threshold: 500, repeat: 'daily' })
    await trades(10_450, 9_510)
    expect(await fire()).toBe(0)
    await trades(9_500)
    expect(await fire()).toBe(1)
    at += 86_400_000
    const next = new Date(at).toISOString().slice(0, 10)
    await tape.commit(at, [day(symbol, next, 9_500), trade(symbol, 9_900, 1_000)])
    expect(await fire()).toBe(0)
    await trades(9_980)
    expect(await fire()).toBe(1)
    expect((await memberEvents(member)).map(({ data }) => data.price)).toEqual([9_500, 9_980])
  })

  test('a re-enabled alert fires only on later trades', async () => {
    const member = await api.member()
    const { id } = (await add(member)).body.data
    const turn = (on: boolean) => member.client.call('/favourites/switchAlert', { alert: id, on })
    expect((await turn(false)).http).toBe(200)
    await trades(10_600, 10_000)
    expect((await turn(true)).http).toBe(200)
    expect(await fire()).toBe(0)
    await trades(10_550)
    expect(await fire()).toBe(1)
    // Fired today: when enabled again it can fire tomorrow at the earliest.
    await turn(true)
    await trades(10_650)
    expect(await fire()).toBe(0)
    await begin()
    await trades(10_650)
    expect(await fire()).toBe(1)
  })

  test('only its owner can remove an alert', async () => {
    const [member, stranger] = [await api.member(), await api.member()]
    const { id } = (await add(member)).body.data
    for (const path of ['/favourites/removeAlert', '/favourites/switchAlert']) {
      const body = path.endsWith('switchAlert') ? { alert: id, on: false } : { alert: id }
      expect((await stranger.client.call(path, body)).http).toBe(404)
    }
    await trades(10_500)
    expect(await fire()).toBe(1)
    expect((await member.client.call('/favourites/removeAlert', { alert: id })).http).toBe(200)
    expect((await member.client.call('/favourites/removeAlert', { alert: id })).http).toBe(404)
    expect(await list(member)).toEqual([])
  })

  test('concurrent workers fire each alert once', async () => {
    const members: TestMember[] = []
    while (members.length < 6) {
      const member = await api.member()
      members.push(member)
      await Promise.all([10_100, 10_200, 10_300, 10_400].map((threshold) => add(member, { threshold })))
    }
    const others = Array.from({ length: 4 }, () =>
      openDb({ url: api.database.workerUrl, poolSize: 2, applicationName: 'test-worker' }),
    )
    const workers = await Promise.all([api.startWorker(), api.startWorker()])
    for (const price of [10_150, 10_250, 10_350, 10_450]) {
      await trades(price)
      await Promise.all(others.map((db) => fire(db)))
    }
    for (const member of members) {
      const events = await until('all four', async () => {
        // The workers also deliver the notices of the alerts.
        const found = (await memberEvents(member)).filter(({ kind }) => kind === 'alert.fired')
        return found.length >= 4 && found
      })
      expect(events.map(({ data }) => data.price)).toEqual([10_150, 10_250, 10_350, 10_450])
    }
    await Promise.all([...others.map((db) => db.close()), ...workers.map((running) => running.stop())])
  })

  test('trades on every shard fire their alerts', async () => {
    const member = await api.member()
    await begin('2330', '1301', '2454', '0050')
    await fire()
    for (const name of ['2330', '1301', '2454', '0050']) await add(member, { symbol: name })
    for (const name of ['2330', '1301', '2454', '0050']) await tape.commit(at, [trade(name, 10_500, 1_000)])
    expect(await fire()).toBe(4)
    expect((await memberEvents(member)).map(({ number }) => number)).toEqual([1n, 2n, 3n, 4n])
  })
})

test('member events have no gap when transactions roll back', async () => {
  const member = await api.member()
  const deps = { bus: api.api.runtime.bus, subjects: subjectsOf(api.database.name) }
  const data = { positionId: 'p' }
  const entry = { memberId: member.memberId, kind: 'position.changed', data, at: new Date() } as const
  const numbers = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      api.db.transaction(async (tx) => {
        const [n] = await recordMemberEvents(tx, deps, [entry])
        if (index % 3 === 0) throw new Rollback(0)
        return n!
      }),
    ),
  )
  const kept = numbers.filter((n) => n > 0).toSorted((a, b) => a - b)
  expect(kept).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  expect((await memberEvents(member)).map(({ number }) => Number(number))).toEqual(kept)
})
