// What a member keeps of their charts, and the index values a chart is compared with.

import { usualParameters, usualSettings } from '@fairlot/contract/market-data/chart'
import { marketDataRules } from '@fairlot/rules/market-data'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestMarket, type TestMarket } from './support/market.ts'
import type { TestMember } from './support/start-test-api.ts'

let market: TestMarket
beforeAll(async () => {
  market = await openTestMarket({ calendar: 'practice' })
})
afterAll(() => market.stop())

const level = (price: number) => ({
  id: crypto.randomUUID(),
  kind: 'level',
  scale: 'days',
  points: [[Date.parse('2026-03-04'), price]],
})
const trend = () => ({
  ...level(1),
  kind: 'trend',
  points: [
    [1, 100],
    [2, 200],
  ],
})
const chartOf = async (member: TestMember, symbol = '2330'): Promise<any> =>
  (await member.client.call('/market/readChart', { symbol })).body.data
const draw = (member: TestMember, symbol: string, drawings: readonly object[]) =>
  member.client.call('/market/saveDrawings', { symbol, drawings })

describe('the chart of a member', () => {
  test('settings and drawings come back on another sign-in', async () => {
    const member = await market.api.member()
    const { max } = { max: marketDataRules.maxDrawings.default }
    expect(await chartOf(member)).toEqual({ settings: null, drawings: [], max, kept: 0 })
    const settings = {
      ...usualSettings,
      main: 'vwap',
      sub: 'rsi',
      parameters: { ...usualParameters, rsi: [14, 28] },
    }
    const drawings = [level(240_000), trend()]
    expect((await member.client.call('/market/saveChartSettings', { settings })).http).toBe(200)
    expect((await draw(member, '2330', drawings)).http).toBe(200)
    expect((await draw(member, '2317', [level(20_000)])).http).toBe(200)
    expect(await chartOf(member)).toEqual({ settings, drawings, max, kept: 3 })
    const other = await market.api.member()
    expect(await chartOf(other)).toEqual({ settings: null, drawings: [], max, kept: 0 })
    await draw(member, '2330', [])
    expect(await chartOf(member)).toMatchObject({ drawings: [], kept: 1 })
  })

  test.each([
    ['a period below its bound', { rsi: [1, 12] }],
    ['a period above its bound', { ma: [5, 10, 251] }],
    ['a missing period', { kd: [9, 3] }],
    ['a fast average that is not shorter', { macd: [26, 26, 9] }],
    ['half a period', { boll: [20.5, 2] }],
  ])('%s is refused and nothing is kept', async (_what, wrong) => {
    const member = await market.api.member()
    const settings = { ...usualSettings, parameters: { ...usualParameters, ...wrong } }
    const reply = await member.client.call('/market/saveChartSettings', { settings })
    expect([reply.http, reply.body.msg]).toEqual([400, 'input.invalid'])
    expect((await chartOf(member)).settings).toBeNull()
  })

  test.each([
    ['a level with two points', '2330', [{ ...trend(), kind: 'level' }], 'input.invalid'],
    ['a trend line with one point', '2330', [{ ...level(1), kind: 'trend' }], 'input.invalid'],
    ['an unknown stock', '9999', [level(1)], 'stock.not-found'],
  ])('%s is refused', async (_what, symbol, drawings, msg) => {
    const member = await market.api.member()
    expect((await draw(member, symbol, drawings)).body.msg).toBe(msg)
  })

  test('two calls at once cannot both use the last places', async () => {
    const member = await market.api.member()
    const { default: max, id } = marketDataRules.maxDrawings
    await draw(
      member,
      '2330',
      Array.from({ length: max - 1 }, () => level(100)),
    )
    const replies = await Promise.all([
      draw(member, '2317', [level(1)]),
      draw(member, '2454', [level(1)]),
      draw(member, '1101', [level(1)]),
    ])
    expect(replies.map(({ http }) => http).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(replies.find(({ http }) => http === 409)!.body).toMatchObject({
      msg: 'chart.full',
      rule: id,
    })
    expect(await chartOf(member)).toMatchObject({ kept: max })
  })
})

describe('index values', () => {
  const at = (text: string) => Date.parse(`${text}+08:00`)
  beforeAll(async () => {
    await market.tape.sql.query(
      `INSERT INTO market.index_days (code, date, value, simulated) VALUES
         ('OTC', '2026-01-05', 1000000, true), ('OTC', '2026-01-30', 1010000, true), ('OTC', '2026-02-02', 990000, true)`,
    )
    await market.tape.sql.query(
      `INSERT INTO market.index_minutes (code, at, value) VALUES
         ('OTC', '2026-02-02T09:00:00+08:00', 1010100), ('OTC', '2026-02-02T09:14:00+08:00', 1000200),
         ('OTC', '2026-02-02T09:15:00+08:00', 1000300)`,
    )
  })

  test.each([
    [
      'day',
      2,
      [
        ['2026-01-30T00:00', 1_010_000],
        ['2026-02-02T00:00', 990_000],
      ],
    ],
    [
      'month',
      5,
      [
        ['2026-01-01T00:00', 1_010_000],
        ['2026-02-01T00:00', 990_000],
      ],
    ],
    ['1m', 1, [['2026-02-02T09:15', 1_000_300]]],
    [
      '15m',
      9,
      [
        ['2026-02-02T09:00', 1_000_200],
        ['2026-02-02T09:15', 1_000_300],
      ],
    ],
  ] as const)('%s has the last value of each candle', async (period, count, values) => {
    const answer = await market.call('/market/listIndexValues', { code: 'OTC', period, count })
    expect(answer.values).toEqual(values.map(([text, value]) => [at(text), value]))
  })

  test('an unknown index is refused', async () => {
    const reply = await market.api
      .client()
      .call('/market/listIndexValues', { code: 'X', period: 'day', count: 1 })
    expect(reply.body.msg).toBe('request.not-found')
  })
})
