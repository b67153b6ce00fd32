// Limit lists, sectors and the screener against a tape, and the screens that members save.

import { fileURLToPath } from 'node:url'
import { fixedClock } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importFundamentalFiles } from '../../apps/server/src/roles/import-fundamentals.ts'
import { openTestMarket, type TestMarket } from './support/market.ts'
import type { TestMember } from './support/start-test-api.ts'
import { day, state, trade } from './support/tape.ts'

const date = '2026-03-04'
const clock = fixedClock(`${date}T05:00:00Z`)
let market: TestMarket

/** Symbol, reference, last trade, shares. */
const traded = [
  ['2330', 240_000, 264_000, 3_000],
  ['2454', 100_000, 98_000, 1_000],
  ['2317', 20_000, 18_000, 5_000],
  ['1101', 2_000, 2_200, 2_000],
  ['0050', 9_000, 9_900, 4_000],
] as const

beforeAll(async () => {
  market = await openTestMarket({ clock, calendar: 'practice' })
  const at = new Date(`${date}T09:00:00+08:00`).getTime()
  await market.tape.say(
    at,
    traded.flatMap(([symbol, reference]) => [day(symbol, date, reference), state(symbol, 'continuous')]),
  )
  await market.tape.say(
    at + 1_000,
    traded.map(([symbol, , price, quantity]) => trade(symbol, price, quantity, 'buy')),
  )
  await market.startQuotes()
  await market.settle()
  clock.advance(2_000)
})
afterAll(() => market.stop())

const list = (wish: object): Promise<any> =>
  market.call('/market/listQuotes', { board: 'any', ranking: 'all', from: 0, count: 100, ...wish })
const symbolsOf = ({ rows }: any): string[] => rows.map(({ symbol }: any) => symbol)

describe('limit lists', () => {
  test.each([
    ['any', 'limit-up', ['2330', '0050', '1101']],
    ['listed', 'limit-up', ['2330', '1101']],
    ['etf', 'limit-up', ['0050']],
    ['any', 'limit-down', ['2317']],
    ['otc', 'limit-down', []],
  ])('%s %s has what traded at its limit, by turnover', async (board, ranking, symbols) => {
    const answer = await list({ board, ranking })
    expect(symbolsOf(answer)).toEqual(symbols)
    expect(answer.total).toBe(symbols.length)
  })
})

describe('sectors', () => {
  test('a sector has its weighted change, breadth, limits and leaders', async () => {
    const { sectors } = await market.call('/market/listSectors', {})
    const chips = sectors.find(({ nameEn }: any) => nameEn === 'Semiconductor')
    const [one, other] = [264_000 * 3_000, 98_000 * 1_000]
    expect(chips).toMatchObject({
      nameTw: '半導體業',
      change: Math.round((1_000 * one - 200 * other) / (one + other)),
      turnover: one + other,
      rising: 1,
      falling: 1,
      limitUp: 1,
      limitDown: 0,
    })
    expect(chips.count).toBe(chips.rising + chips.falling + chips.flat)
    expect(chips.leaders.slice(0, 2).map(({ symbol }: any) => symbol)).toEqual(['2330', '2454'])
    expect(chips.leaders).toHaveLength(4)
  })

  test('every stock is in one sector and no fund is', async () => {
    const { sectors } = await market.call('/market/listSectors', {})
    const counts = sectors.map(({ count }: any) => count)
    const { total } = await list({ screen: { kind: 'stock' } })
    expect(counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(total)
    expect(sectors.map(({ nameEn }: any) => nameEn)).not.toContain('ETF')
    const turnovers = sectors.map(({ turnover }: any) => turnover)
    expect(turnovers).toEqual(turnovers.toSorted((a: number, b: number) => b - a))
  })

  test('a stock whose industry is not known is in Other', async () => {
    await market.tape.sql.query(
      `UPDATE app.instruments SET industry_tw = '', industry_en = '' WHERE symbol = '1102'`,
    )
    clock.advance(2_000)
    const { rows } = await market.call('/market/someQuotes', { symbols: ['1102'] })
    expect(rows[0]).toMatchObject({ industryTw: '其他業', industryEn: 'Other' })
    await market.tape.sql.query(
      `UPDATE app.instruments SET industry_tw = '水泥工業', industry_en = 'Cement' WHERE symbol = '1102'`,
    )
    clock.advance(2_000)
  })
})

describe('the screener', () => {
  const byTurnover = { sort: { by: 'turnover', descending: true } }

  test.each([
    [{ change: { from: 900 } }, ['2330', '0050', '1101']],
    [{ change: { to: -200 } }, ['2454', '2317']],
    [{ volume: { from: 3_000_000 / 1_000 } }, ['2330', '2317', '0050']],
    [{ turnover: { from: 98_000_000, to: 98_000_000 } }, ['2454']],
    [{ limit: 'up', kind: 'stock' }, ['2330', '1101']],
    [{ industries: ['Semiconductor', 'Cement'], volume: { from: 1 } }, ['2330', '2454', '1101']],
    [{ price: { from: 999_999_999 } }, []],
  ])('%j finds %j', async (screen, symbols) => {
    const answer = await list({ screen, ...byTurnover })
    expect(symbolsOf(answer)).toEqual(symbols)
    expect(answer.total).toBe(symbols.length)
    // The whole market is still counted.
    expect(answer.rising + answer.falling + answer.flat).toBe(302)
  })

  test('price-earnings ratio and yield come from imports alone', async () => {
    const found = async (screen: object) => {
      const { rows, total, lacking } = await list({ screen })
      return { symbols: rows.map(({ symbol }: { symbol: string }) => symbol), total, lacking }
    }
    expect(await found({ pe: { from: 0 } })).toEqual({ symbols: [], total: 0, lacking: 302 })
    const file = '../../apps/server/src/features/instruments/fundamentals/fixtures/twse-bwibbu-all.json'
    const config = { ...market.api.config, databaseUrl: market.database.seedUrl }
    await importFundamentalFiles(config, [fileURLToPath(new URL(file, import.meta.url))], () => {})
    clock.advance(6_000)
    // 1101 makes a loss and has no ratio; 2603 could not be read.
    expect(await found({ pe: { to: 2_000 } })).toEqual({ symbols: ['2317', '9958'], total: 2, lacking: 299 })
    expect(await found({ dividendYield: { from: 244 } })).toEqual({
      symbols: ['1101', '2317', '9958'],
      total: 3,
      lacking: 298,
    })
    expect(await found({ pe: { to: 2_000 }, dividendYield: { to: 250 }, kind: 'stock' })).toEqual({
      symbols: ['2317'],
      total: 1,
      lacking: 255,
    })
    expect((await found({ kind: 'stock' })).lacking).toBe(0)
  })

  test('an empty screen finds every instrument', async () => {
    expect((await list({ screen: {} })).total).toBe(302)
  })

  test.each([
    { price: { from: 'a' } },
    { price: { from: 1.5 } },
    { industries: Array.from({ length: 41 }, () => 'Food') },
    { peRatio: { to: 20 } },
  ])('a screen %j is refused with input.invalid', async (screen) => {
    const reply = await market.api
      .client()
      .call('/market/listQuotes', { board: 'any', ranking: 'all', from: 0, count: 1, screen })
    expect([reply.http, reply.body.msg]).toEqual([400, 'input.invalid'])
  })
})

describe('saved screens', () => {
  // Rows of members belong to the months that exist.
  beforeAll(() => clock.set(new Date()))

  const save = (member: TestMember, name: string, screen: object) =>
    member.client.call('/market/saveScreen', { name, screen })
  const saved = async (member: TestMember): Promise<any> =>
    (await member.client.call('/market/listScreens')).body.data

  test('a member saves, lists, replaces and removes a screen', async () => {
    const member = await market.api.member()
    const first = await save(member, ' 強勢股 ', { change: { from: 900 } })
    clock.advance(1_000)
    const second = await save(member, 'ETF', { kind: 'etf', limit: 'up' })
    expect(await saved(member)).toEqual({
      screens: [
        { id: first.body.data.id, name: '強勢股', screen: { change: { from: 900 } }, matches: 3 },
        { id: second.body.data.id, name: 'ETF', screen: { kind: 'etf', limit: 'up' }, matches: 1 },
      ],
      max: 20,
    })
    const again = await save(member, '強勢股', { limit: 'down' })
    expect(again.body.data.id).toBe(first.body.data.id)
    expect((await saved(member)).screens[0]).toMatchObject({ screen: { limit: 'down' }, matches: 1 })
    const removed = await member.client.call('/market/removeScreen', { screen: first.body.data.id })
    expect(removed.http).toBe(200)
    expect((await saved(member)).screens.map(({ name }: any) => name)).toEqual(['ETF'])
  })

  test('the same save sent at once makes one screen', async () => {
    const member = await market.api.member()
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => save(member, 'once', { kind: 'stock' })),
    )
    expect(new Set(replies.map(({ body }) => body.data.id)).size).toBe(1)
    expect((await saved(member)).screens).toHaveLength(1)
  })

  test('screener.maxScreens: one screen more is refused with screener.full', async () => {
    const member = await market.api.member()
    const replies = await Promise.all(
      Array.from({ length: 25 }, (_, index) => save(member, `screen ${index}`, { kind: 'etf' })),
    )
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(20)
    const { http, body } = replies.find((reply) => reply.http !== 200)!
    expect([http, body.msg, body.rule, body.params]).toEqual([
      409,
      'screener.full',
      'screener.maxScreens',
      { max: 20 },
    ])
    const kept = replies.findIndex((reply) => reply.http === 200)
    expect((await save(member, `screen ${kept}`, { kind: 'stock' })).http).toBe(200)
  })

  test.each(['', '   ', '\u200b'])('a screen named %j is refused with screener.name', async (name) => {
    const reply = await save(await market.api.member(), name, { kind: 'etf' })
    expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'screener.name', 'name'])
  })

  test.each([{}, { price: {} }, { industries: [] }])(
    'saving %j is refused with screener.empty',
    async (screen) => {
      const member = await market.api.member()
      const reply = await save(member, 'empty', screen)
      expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'screener.empty', 'screen'])
      expect((await saved(member)).screens).toEqual([])
    },
  )

  test('a member neither sees nor removes another member’s screen', async () => {
    const [a, b] = [await market.api.member(), await market.api.member()]
    const { body } = await save(a, 'mine', { kind: 'etf' })
    expect((await saved(b)).screens).toEqual([])
    const reply = await b.client.call('/market/removeScreen', { screen: body.data.id })
    expect([reply.http, reply.body.msg]).toEqual([404, 'request.not-found'])
    expect((await saved(a)).screens).toHaveLength(1)
  })

  test('a guest is asked to sign in', async () => {
    const reply = await market.api.client().call('/market/listScreens', {})
    expect([reply.http, reply.body.msg]).toEqual([401, 'session.expired'])
  })
})
