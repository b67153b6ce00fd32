import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { favouritesRules } from '../../packages/rules/src/favourites/index.ts'
import { ledgerBreaches } from '../../packages/testkit/src/invariants.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
})
afterAll(() => api.stop())
afterEach(async () => {
  expect(await ledgerBreaches(api.database)).toEqual([])
})

const list = async (member: Awaited<ReturnType<TestApi['member']>>): Promise<string[]> => {
  const { body } = await member.client.call('/user/Optionallist', { type: 'twd' })
  return body.data.map((entry: { symbol: string }) => entry.symbol)
}

test('Optionallist answers as documented', async () => {
  const member = await api.member()
  await member.client.call('/favourites/addFavourite', { symbol: '2330' })
  const reply = await member.client.call('/user/Optionallist', { type: 'twd' })
  expect(reply.http).toBe(200)
  expect(reply.body).toEqual({ status: 1, msg: '', data: [{ symbol: '2330' }] })
})

test('symbols come back in the order they were added', async () => {
  const member = await api.member()
  for (const symbol of ['2454', '0050', '00981A', '00632R']) {
    const reply = await member.client.call('/favourites/addFavourite', { symbol })
    expect(reply.body).toEqual({ status: 1, msg: 'done.favourite-added', data: null })
  }
  expect(await list(member)).toEqual(['2454', '0050', '00981A', '00632R'])
})

test('adding a stock twice is refused with favourites.exists', async () => {
  const member = await api.member()
  for (const symbol of ['2330', '2317']) await member.client.call('/favourites/addFavourite', { symbol })
  const again = await member.client.call('/favourites/addFavourite', { symbol: '2330' })
  expect([again.http, again.body.msg, again.body.field]).toEqual([409, 'favourites.exists', 'symbol'])
  expect(await list(member)).toEqual(['2330', '2317'])
})

test('an unknown or delisted stock is refused with stock.not-found', async () => {
  const member = await api.member()
  await member.client.call('/favourites/addFavourite', { symbol: '1101' })
  await api.db.query(`UPDATE app.instruments SET delisted_on = '2026-01-02' WHERE symbol = '1101'`)
  for (const symbol of ['9998', '1101']) {
    const reply = await member.client.call('/favourites/addFavourite', { symbol })
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([404, 'stock.not-found', 'symbol'])
  }
  expect(await list(member)).toEqual(['1101'])
  expect((await member.client.call('/favourites/removeFavourite', { symbol: '1101' })).http).toBe(200)
})

test('removing a stock twice is refused with request.not-found', async () => {
  const member = await api.member()
  for (const symbol of ['2330', '2317']) await member.client.call('/favourites/addFavourite', { symbol })
  const removed = await member.client.call('/favourites/removeFavourite', { symbol: '2330' })
  expect(removed.body.msg).toBe('done.favourite-removed')
  expect(await list(member)).toEqual(['2317'])
  const again = await member.client.call('/favourites/removeFavourite', { symbol: '2330' })
  expect([again.http, again.body.msg]).toEqual([404, 'request.not-found'])
})

test.each(['/favourites/addFavourite', '/favourites/removeFavourite'])(
  '%s refuses an invalid symbol',
  async (path) => {
    const member = await api.member()
    for (const symbol of ['', 'abc', '2330;', '１２３４']) {
      const reply = await member.client.call(path, { symbol })
      expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'input.symbol', 'symbol'])
    }
  },
)

test('favourites.max: a 201st stock is refused with favourites.full', async () => {
  const member = await api.member()
  const { rows } = await insertMany(member.memberId, 195)
  expect(rows).toBe(195)
  const ten = ['2330', '2317', '2454', '2308', '2412', '2881', '2882', '0050', '0056', '00878']
  const replies = await Promise.all(
    ten.map((symbol) => member.client.call('/favourites/addFavourite', { symbol })),
  )
  expect(replies.filter((reply) => reply.http === 200)).toHaveLength(5)
  const full = replies.find((reply) => reply.http !== 200)!
  expect([full.http, full.body.msg, full.body.rule, full.body.params]).toEqual([
    409,
    'favourites.full',
    'favourites.max',
    { max: favouritesRules.max.default },
  ])
  expect(await list(member)).toHaveLength(200)
})

async function insertMany(memberId: string, count: number): Promise<{ rows: number }> {
  const rows = await api.db.query(
    `INSERT INTO app.favourites (member_id, symbol, position)
     SELECT $1, (1000 + i)::text, i FROM generate_series(1, $2) AS i RETURNING 1`,
    [memberId, count],
  )
  return { rows: rows.length }
}

test('a symbol added by concurrent requests is added once', async () => {
  const member = await api.member()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => member.client.call('/favourites/addFavourite', { symbol: '2330' })),
  )
  expect(replies.filter((reply) => reply.http === 200)).toHaveLength(1)
  expect(new Set(replies.filter((reply) => reply.http !== 200).map((reply) => reply.body.msg))).toEqual(
    new Set(['favourites.exists']),
  )
  expect(await list(member)).toEqual(['2330'])
})

test('two hundred concurrent additions all fit and keep one order', async () => {
  const member = await api.member()
  const rows = await api.db.query<{ symbol: string }>(
    'SELECT symbol FROM app.instruments WHERE delisted_on IS NULL ORDER BY symbol LIMIT 200',
  )
  const replies = await Promise.all(
    rows.map(({ symbol }) => member.client.call('/favourites/addFavourite', { symbol })),
  )
  expect(replies.filter((reply) => reply.http !== 200)).toEqual([])
  const places = await api.db.query<{ position: number }>(
    'SELECT position FROM app.favourites WHERE member_id = $1 ORDER BY position',
    [member.memberId],
  )
  expect(places.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1))
})

test('one member does not see or change the list of another', async () => {
  const [a, b] = [await api.member(), await api.member()]
  await a.client.call('/favourites/addFavourite', { symbol: '2330' })
  expect(await list(b)).toEqual([])
  expect((await b.client.call('/favourites/removeFavourite', { symbol: '2330' })).http).toBe(404)
  expect(await list(a)).toEqual(['2330'])
})

test.each([{}, { type: 'usd' }, { type: 1 }])(
  'a type other than twd (%j) is refused with input.invalid',
  async (body) => {
    const member = await api.member()
    const reply = await member.client.call('/user/Optionallist', body)
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'input.invalid', 'type'])
  },
)
