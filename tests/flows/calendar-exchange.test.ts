// Worker and exchange together: the engine accepts the scheduler's commands over the roll of a practice day, and a
// trade of the exchange fires an alert.

import { fixedClock, testServices } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../apps/exchange/src/exchange.ts'
import type { RunningWorker } from '../../apps/server/src/roles/worker.ts'
import { type PlaceOrder, shardOf, shards } from '../../packages/contract/src/venue/index.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const dayMs = 86_400_000
const minuteMs = 60_000
// Noon in Taipei, today: the log has partitions only for the months around the present.
const today = new Date().toISOString().slice(0, 10)
const tomorrow = new Date(Date.parse(today) + dayMs).toISOString().slice(0, 10)
const clock = fixedClock(`${today}T04:00:00Z`)

let api: TestApi
let exchange: RunningExchange
let worker: RunningWorker

beforeAll(async () => {
  api = await startTestApi({ clock, environment: { MARKET_CALENDAR: 'practice' } })
  await seedMarket(api.db)
  exchange = await startExchange({
    databaseUrl: api.database.exchangeUrl,
    natsUrl: testServices().natsUrl,
    namespace: api.database.name,
    shards,
    mode: 'test',
    metricsPort: 0,
    logLevel: 'silent',
    now: () => clock.now().getTime(),
  })
  worker = await api.startWorker()
})
afterAll(async () => {
  await worker.stop()
  await exchange.stop()
  await api.stop()
})

const events = (kind: string) =>
  api.db.query<{ shard: number; symbol: string | null; body: string }>(
    'SELECT shard, symbol, body FROM exchange.events WHERE kind = $1 ORDER BY shard, event',
    [kind],
  )

const phasesReached = (count: number) =>
  until(`${count} phases on each shard`, async () => {
    const found = await events('phase')
    return found.length >= count * shards.length && found
  })

const submit = async (...commands: PlaceOrder[]): Promise<void> => {
  // Orders without a member's request: only the owner of the database can put them into the queue.
  const owner = openSql(api.database.ownerUrl)
  await owner.query('SELECT exchange.submit_many($1, $2)', [
    commands.map((command) => shardOf(command.symbol)),
    commands.map((command) => JSON.stringify(command)),
  ])
  await owner.close()
}

test('every instrument begins its day, and no scheduled command is refused', async () => {
  await phasesReached(2)
  const days = await events('day')
  expect(new Set(days.map(({ symbol }) => symbol)).size).toBe(302)
  expect(days.every(({ body }) => (JSON.parse(body) as { date: string }).date === today)).toBe(true)
  expect(await events('refused')).toEqual([])
})

test('a fill at the alert price fires the alert', async () => {
  const symbol = '2317'
  const [row] = await api.db.query<{ reference: number }>(
    'SELECT reference FROM app.instruments WHERE symbol = $1',
    [symbol],
  )
  await until('the day to be read', async () => {
    const read = await api.db.query('SELECT 1 FROM app.price_alert_days WHERE symbol = $1', [symbol])
    return read.length > 0
  })
  const price = row!.reference + 100
  const member = await api.member()
  const set = await member.client.call(
    '/favourites/addAlert',
    { symbol, kind: 'rises-to', threshold: price, repeat: 'once' },
    { key: true },
  )
  expect(set.body.msg).toBe('done.alert-added')
  const order = { kind: 'place', symbol, price, quantity: 1_000, validity: 'ROD' } as const
  await submit(
    { ...order, order: 'a', account: 'seat:one', side: 'sell' },
    { ...order, order: 'b', account: 'seat:two', side: 'buy' },
  )
  const fired = await until('the alert', async () => {
    const { body } = await member.client.call('/favourites/listAlerts', {})
    return body.data.alerts[0].state === 'done' && body.data.alerts[0]
  })
  expect(fired).toMatchObject({ id: set.body.data.id, firedPrice: price })
  const reached = await member.client.call(
    '/favourites/addAlert',
    { symbol, kind: 'rises-to', threshold: price, repeat: 'once' },
    { key: true },
  )
  expect(reached.body.msg).toBe('favourites.alert-reached')
})

test('a restarted worker catches up over the roll at 05:00', async () => {
  await worker.stop()
  // 05:06 of the next morning in Taipei: four phases and a roll were missed.
  clock.set(new Date(Date.parse(`${today}T21:06:00Z`)))
  worker = await api.startWorker()
  const found = await phasesReached(6)
  const ofFirst = found.filter(({ shard }) => shard === 0)
  expect(ofFirst.map(({ body }) => JSON.parse(body) as unknown)).toEqual(
    [
      [today, 'opening-call'],
      [today, 'continuous'],
      [today, 'closing-call'],
      [today, 'closed'],
      [tomorrow, 'opening-call'],
      [tomorrow, 'continuous'],
    ].map(([date, phase]) => ({ kind: 'phase', date, phase })),
  )
  expect(await events('refused')).toEqual([])
  const closes = await events('close')
  expect(closes).toHaveLength(302)
  const traded = closes.find(({ symbol }) => symbol === '2317')!
  const { price, nextReference } = JSON.parse(traded.body) as { price: number; nextReference: number }
  expect(nextReference).toBe(price)
  const session = await api.client().call('/market/readSession')
  expect([session.body.data.date, session.body.data.phase]).toEqual([tomorrow, 'continuous'])
  clock.advance(minuteMs)
})

test('an instrument listed during the day begins with the next day', async () => {
  await api.db.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('9941', '裕融', 'Yulon Finance', 'listed', 'stock', '其他', 'Other', 10000)`,
  )
  await until('its listing', async () => (await events('state')).some(({ symbol }) => symbol === '9941'))
  clock.set(new Date(Date.parse(`${tomorrow}T21:00:00Z`)))
  await until('its first day', async () => (await events('day')).some(({ symbol }) => symbol === '9941'))
  expect(await events('refused')).toEqual([])
})
