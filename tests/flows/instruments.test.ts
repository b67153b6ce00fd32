import { fixedClock } from '@fairlot/testkit'
import { isOnTick, maxFound } from '@fairlot/rules/instruments'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { readSecurities } from '../../database/seeds/read-seeds.ts'

import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'

// Ten in the morning in Taipei, today: the ledger has partitions only for the months around the present.
const today = new Date().toISOString().slice(0, 10)
const clock = fixedClock(`${today}T02:00:00Z`)
const hourMs = 3_600_000
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ clock })
  await seedMarket(api.db)
})
afterAll(() => api.stop())

const search = async (text: string): Promise<string[]> => {
  const { body } = await api.client().call('/stock/searchStock', { text })
  return body.data.map((found: { symbol: string }) => found.symbol)
}

test('every seeded price is on its tick', () => {
  const wrong = readSecurities().filter(
    ({ kind, reference }) => !isOnTick(kind as 'stock' | 'etf', reference),
  )
  expect(wrong).toEqual([])
})

test('a guest finds an instrument by code, Chinese and English name', async () => {
  const reply = await api.client().call('/stock/searchStock', { text: '2330' })
  expect(reply.body.data[0]).toEqual({
    symbol: '2330',
    nameTw: '台積電',
    nameEn: 'Taiwan Semiconductor Manufacturing (TSMC)',
    board: 'listed',
    kind: 'stock',
  })
  expect((await search('台積電'))[0]).toBe('2330')
  expect(await search('tsmc')).toEqual(['2330'])
  expect(await search('２３３０')).toEqual(['2330'])
  expect(await search(' ')).toEqual([])
  expect((await search('2')).length).toBeGreaterThan(20)
  // A letter that most English names have: more match than a response holds.
  expect(await search('a')).toHaveLength(maxFound)
})

test('search finds a new listing within a minute, not a delisted one', async () => {
  expect(await search('9941')).toEqual([])
  await api.db.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('9941', '裕融', 'Yulon Finance', 'listed', 'stock', '其他', 'Other', 10000)`,
  )
  await api.db.query(`UPDATE app.instruments SET delisted_on = '2026-07-14' WHERE symbol = '1102'`)
  clock.advance(60_000)
  expect(await search('9941')).toEqual(['9941'])
  expect(await search('1102')).toEqual([])
})

test('a guest reads the facts of an instrument', async () => {
  const reply = await api.client().call('/stock/readStock', { symbol: '00646' })
  expect(reply.body.data).toEqual({
    symbol: '00646',
    nameTw: '元大S&P500',
    nameEn: 'Yuanta S&P 500 ETF',
    board: 'listed',
    kind: 'etf',
    industryTw: 'ETF',
    industryEn: 'ETF',
    lotShares: 1_000,
    ticks: [
      { from: 0, tick: 1 },
      { from: 5_000, tick: 5 },
    ],
    limited: false,
  })
})

test.each(['/stock/readStock', '/stock/recordView'])('%s refuses an unknown instrument', async (path) => {
  const member = await api.member()
  const bad = await member.client.call(path, { symbol: 'tsmc' })
  expect([bad.http, bad.body.msg, bad.body.field]).toEqual([400, 'input.symbol', 'symbol'])
  for (const symbol of ['9998', '1102']) {
    const reply = await member.client.call(path, { symbol })
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([404, 'stock.not-found', 'symbol'])
  }
})

const viewed = async (): Promise<[string, number][]> => {
  const { body } = await api.client().call('/stock/listViewed')
  return body.data.map(({ symbol, members }: { symbol: string; members: number }) => [symbol, members])
}
const view = (member: TestMember, symbol: string) => member.client.call('/stock/recordView', { symbol })

test('views count distinct members and restart each day', async () => {
  const members = [await api.member(), await api.member(), await api.member()]
  expect(await viewed()).toEqual([])
  await Promise.all(members.flatMap((member) => Array.from({ length: 20 }, () => view(member, '2330'))))
  await Promise.all(Array.from({ length: 20 }, () => view(members[0]!, '0050')))
  await view(members[1]!, '2317')
  await view(members[2]!, '2317')
  expect(await viewed()).toEqual([
    ['2330', 3],
    ['2317', 2],
    ['0050', 1],
  ])
  const rows = await api.db.query<{ symbol: string; members: bigint }>(
    'SELECT symbol, count(*) AS members FROM app.instrument_views GROUP BY symbol ORDER BY members DESC',
  )
  expect(rows.map(({ symbol, members: count }) => [symbol, Number(count)])).toEqual(await viewed())

  // 23:59 and 00:01 in Taipei are two days, in any server time zone.
  clock.set(`${today}T15:59:00Z`)
  expect(await viewed()).toHaveLength(3)
  clock.set(`${today}T16:01:00Z`)
  expect(await viewed()).toEqual([])
})

test('the worker deletes views once the next day has ended', async () => {
  clock.advance(24 * hourMs)
  const worker = await api.startWorker()
  await until('the views to be gone', async () => {
    const rows = await api.db.query('SELECT 1 FROM app.instrument_views')
    return rows.length === 0
  })
  expect(await api.db.query('SELECT 1 FROM app.instrument_view_counts')).toEqual([])
  await worker.stop()
})
