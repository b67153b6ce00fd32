// The market-data API against a tape: the responses match the recorded events.

import { fixedClock, seededRandom } from '@fairlot/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openTestMarket, type TestMarket } from './support/market.ts'
import { close, day, state, trade } from './support/tape.ts'

const taipei = (text: string): number => new Date(`${text.replace(' ', 'T')}+08:00`).getTime()

interface RecordedTrade {
  readonly symbol: string
  readonly date: string
  readonly at: number
  readonly price: number
  readonly quantity: number
}

const clock = fixedClock('2026-03-04T05:00:00Z')
let market: TestMarket
const recorded: RecordedTrade[] = []

const dates = [
  '2025-11-27',
  '2025-11-28',
  '2025-12-30',
  '2026-01-02',
  '2026-01-30',
  '2026-02-27',
  '2026-03-03',
  '2026-03-04',
]
const symbols = ['2330', '2317', '8069', '0050']

beforeAll(async () => {
  market = await openTestMarket({ clock, calendar: 'practice' })
  const random = seededRandom(3)
  const references = new Map([
    ['2330', 240_000],
    ['2317', 24_000],
    ['8069', 19_500],
    ['0050', 9_000],
  ])
  for (const date of dates) {
    let at = taipei(`${date} 05:00:00.120`)
    await market.tape.say(
      at,
      symbols.flatMap((symbol) => [
        day(symbol, date, references.get(symbol)!),
        state(symbol, 'opening-call'),
      ]),
    )
    at = taipei(`${date} 05:05:00.000`)
    await market.tape.say(
      at,
      symbols.map((symbol) => state(symbol, 'continuous')),
    )
    for (let count = 0; count < 60; count += 1) {
      // Some of the day's trades happen after midnight and still belong to it.
      at += Math.floor(random() * 40 * 60_000)
      const symbol = symbols[Math.floor(random() * 3)]!
      const price = Math.round(references.get(symbol)! * (0.95 + random() * 0.1))
      const quantity = 1_000 * (1 + Math.floor(random() * 5))
      const taker = (['buy', 'sell', undefined] as const)[Math.floor(random() * 3)]
      await market.tape.say(at, [trade(symbol, price, quantity, taker)])
      recorded.push({ symbol, date, at, price, quantity })
    }
    if (date === dates.at(-1)) break
    await market.tape.say(
      at + 1_000,
      symbols.map((symbol) => {
        const last = recorded.findLast((one) => one.symbol === symbol && one.date === date)?.price
        if (last !== undefined) references.set(symbol, last)
        return close(symbol, date, last, references.get(symbol)!)
      }),
    )
    await market.tape.say(
      at + 1_001,
      symbols.map((symbol) => state(symbol, 'closed')),
    )
  }
  await market.startQuotes()
  await market.settle()
})
afterAll(() => market.stop())

test('quotes and candles match the events', async () => {
  expect(await market.breaches()).toEqual([])
})

/** Candles by the simplest reading of the rule, on the clock and calendar of Taipei. */
function plainCandles(symbol: string, period: string): number[][] {
  const startOf = ({ at, date }: RecordedTrade): number => {
    if (period.endsWith('m')) {
      const text = new Date(at + 8 * 3_600_000).toISOString()
      const minutes = Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16))
      const size = Number.parseInt(period, 10)
      const first = Math.floor(minutes / size) * size
      return taipei(`${text.slice(0, 10)} 00:00:00`) + first * 60_000
    }
    const start = { day: date, month: `${date.slice(0, 8)}01`, year: `${date.slice(0, 5)}01-01` }[period]!
    return taipei(`${start} 00:00:00`)
  }
  const own = Map.groupBy(
    recorded.filter((one) => one.symbol === symbol),
    startOf,
  )
  return [...own].map(([at, trades]) => [
    at,
    trades[0]!.price,
    Math.max(...trades.map(({ price }) => price)),
    Math.min(...trades.map(({ price }) => price)),
    trades.at(-1)!.price,
    trades.reduce((sum, { quantity }) => sum + quantity, 0),
    trades.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
  ])
}

describe('candles', () => {
  const periods = ['1m', '3m', '15m', '30m', 'day', 'month', 'year']
  test.each(periods)('of period %s match the trades', async (period) => {
    for (const symbol of ['2330', '2317', '8069']) {
      const answer = await market.call('/market/listCandles', { symbol, period, count: 1_000 })
      expect(answer.candles).toEqual(plainCandles(symbol, period))
      expect([answer.more, answer.simulatedBefore]).toEqual([false, null])
    }
  })

  test.each(periods)('of period %s have no gap or repeat across pages', async (period) => {
    const all = plainCandles('2330', period)
    const pages: number[][] = []
    let before: number | undefined
    for (;;) {
      const page = await market.call('/market/listCandles', { symbol: '2330', period, before, count: 3 })
      pages.unshift(...page.candles)
      if (!page.more) break
      before = page.candles[0][0]
    }
    expect(pages).toEqual(all)
  })

  test('of an instrument that never traded are an empty list', async () => {
    const answer = await market.call('/market/listCandles', { symbol: '0050', period: 'day', count: 10 })
    expect(answer).toEqual({ candles: [], hasExDates: false, more: false, simulatedBefore: null })
  })

  test('simulatedBefore is the time of the first traded candle', async () => {
    await market.tape.sql.query(
      `INSERT INTO market.day_candles (symbol, date, open, high, low, close, volume, turnover, trades, simulated)
       SELECT '2330', d, 1, 1, 1, 1, 1000, 1000, 1, true FROM generate_series('2025-11-20'::date, '2025-11-26', '1 day') AS d`,
    )
    const whole = await market.call('/market/listCandles', { symbol: '2330', period: 'day', count: 100 })
    expect(whole.candles).toHaveLength(7 + dates.length)
    expect(whole.simulatedBefore).toBe(taipei('2025-11-27 00:00:00'))
    const traded = await market.call('/market/listCandles', { symbol: '2330', period: 'day', count: 8 })
    expect([traded.simulatedBefore, traded.more]).toEqual([null, true])
    expect(await market.breaches()).toEqual([])
    await market.tape.sql.query('DELETE FROM market.day_candles WHERE simulated')
  })
})

describe('a quote', () => {
  test('has the date, sums and reference of the current day', async () => {
    const date = dates.at(-1)!
    const today = recorded.filter((one) => one.symbol === '2330' && one.date === date)
    const quote = await market.call('/market/readQuote', { symbol: '2330' })
    expect(quote).toMatchObject({
      symbol: '2330',
      nameTw: '台積電',
      board: 'listed',
      kind: 'stock',
      state: 'continuous',
      date,
      last: today.at(-1)!.price,
      open: today[0]!.price,
      volume: today.reduce((sum, { quantity }) => sum + quantity, 0),
      turnover: today.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      trades: today.length,
      reference: recorded.findLast((one) => one.symbol === '2330' && one.date !== date)!.price,
      at: today.at(-1)!.at,
      indicative: null,
    })
    expect(quote.spark.at(-1)).toBe(quote.last)
    expect(quote.spark.length).toBeGreaterThan(2)
  })

  test('has no last price before the first trade of the day', async () => {
    const quote = await market.call('/market/readQuote', { symbol: '0050' })
    expect([quote.last, quote.open, quote.volume, quote.spark]).toEqual([null, null, 0, []])
  })

  test('shows the listed reference before the first trading day', async () => {
    const quote = await market.call('/market/readQuote', { symbol: '1101' })
    expect(quote).toMatchObject({ state: 'closed', version: 0, last: null, reference: 2_310, upper: null })
  })

  test.each(['/market/readQuote', '/market/readIntraday', '/market/listTrades', '/market/listCandles'])(
    '%s refuses a malformed and an unknown symbol',
    async (path) => {
      const more = path.endsWith('Candles')
        ? { period: 'day', count: 1 }
        : path.endsWith('Trades')
          ? { count: 1 }
          : {}
      const wrong = await market.api.client().call(path, { symbol: 'abc', ...more })
      expect([wrong.http, wrong.body.msg]).toEqual([400, 'input.symbol'])
      const unknown = await market.api.client().call(path, { symbol: '9999', ...more })
      expect([unknown.http, unknown.body.msg]).toEqual([404, 'stock.not-found'])
    },
  )

  test('of a delisted share is refused; its candles stay readable', async () => {
    const symbol = '8069'
    await market.tape.sql.query(`UPDATE app.instruments SET delisted_on = '2026-03-04' WHERE symbol = $1`, [
      symbol,
    ])
    clock.advance(2_000)
    for (const [path, more] of [
      ['/market/readQuote', {}],
      ['/market/readIntraday', {}],
      ['/market/listTrades', { count: 1 }],
    ] as const) {
      const reply = await market.api.client().call(path, { symbol, ...more })
      expect([reply.http, reply.body.msg, reply.body.field]).toEqual([409, 'stock.delisted', 'symbol'])
    }
    const past = await market.call('/market/listCandles', { symbol, period: 'year', count: 5 })
    expect(past.candles).toHaveLength(2)
    expect((await market.call('/market/someQuotes', { symbols: [symbol] })).rows).toEqual([])
    await market.tape.sql.query('UPDATE app.instruments SET delisted_on = NULL WHERE symbol = $1', [symbol])
    clock.advance(2_000)
  })
})

describe('the trading day', () => {
  test('lists its minute candles and the session hours', async () => {
    const date = dates.at(-1)!
    const line = await market.call('/market/readIntraday', { symbol: '2330' })
    const own = plainCandles('2330', '1m').filter(([at]) => at! >= taipei(`${date} 05:00:00`))
    expect(line).toMatchObject({
      date,
      opensAt: taipei('2026-03-04 05:05:00'),
      closingCallAt: taipei('2026-03-05 04:55:00'),
      closesAt: taipei('2026-03-05 05:00:00'),
    })
    expect(line.candles).toEqual(own)
  })

  test('lists its trades newest first across pages', async () => {
    const today = recorded.filter((one) => one.symbol === '2330' && one.date === dates.at(-1))
    const seen: number[][] = []
    let before: number | undefined
    for (;;) {
      const page = await market.call('/market/listTrades', { symbol: '2330', before, count: 5 })
      seen.push(...page.trades)
      if (!page.more) break
      before = page.trades.at(-1)[0]
    }
    expect(seen.map(([, at, price, quantity]) => [at, price, quantity])).toEqual(
      today.toReversed().map(({ at, price, quantity }) => [at, price, quantity]),
    )
  })
})

describe('lists', () => {
  const list = (wish: object): Promise<any> =>
    market.call('/market/listQuotes', { board: 'any', ranking: 'all', from: 0, count: 100, ...wish })
  const percent = (row: any): number => (row.last === null ? 0 : (row.last - row.reference) / row.reference)

  test('the full list is sorted by symbol and complete across pages', async () => {
    const rows: any[] = []
    for (let from = 0; ; from += 100) {
      const page = await list({ from })
      rows.push(...page.rows)
      if (rows.length >= page.total) break
    }
    expect(rows).toHaveLength(302)
    const found: string[] = rows.map(({ symbol }) => symbol)
    expect(found).toEqual(found.toSorted((a, b) => (a < b ? -1 : 1)))
    const totals = await Promise.all(
      ['listed', 'otc', 'etf'].map(async (board) => (await list({ board })).total),
    )
    expect(totals.reduce((sum, total) => sum + total, 0)).toBe(302)
    expect((await list({ board: 'etf' })).rows.every(({ kind }: any) => kind === 'etf')).toBe(true)
  })

  test('Rise and Fall sorts by the size of the change', async () => {
    const sizes = (await list({ ranking: 'change' })).rows.map((row: any) => Math.abs(percent(row)))
    expect(sizes).toEqual(sizes.toSorted((a: number, b: number) => b - a))
    expect(sizes[0]).toBeGreaterThan(0)
  })

  test('Loss List shows only falling shares, largest loss first', async () => {
    const { rows, total, falling } = await list({ ranking: 'losers' })
    expect(rows.every((row: any) => percent(row) < 0)).toBe(true)
    expect(rows.map(percent)).toEqual(rows.map(percent).toSorted((a: number, b: number) => a - b))
    expect([rows.length, total]).toEqual([falling, falling])
  })

  test.each(['volume', 'turnover'])('ranking by %s puts the largest first', async (ranking) => {
    const values = (await list({ ranking })).rows.map((row: any) => row[ranking])
    expect(values).toEqual(values.toSorted((a: number, b: number) => b - a))
    expect(values[0]).toBeGreaterThan(0)
  })

  test('a column sort overrides the ranking in both directions', async () => {
    const up = await list({ sort: { by: 'price', descending: false } })
    const down = await list({ sort: { by: 'price', descending: true } })
    const price = (row: any): number => row.last ?? row.reference
    expect(price(up.rows[0])).toBeLessThan(price(up.rows.at(-1)))
    expect(price(down.rows[0])).toBeGreaterThan(price(down.rows.at(-1)))
  })

  test('the list counts rising, falling and unchanged securities', async () => {
    const { total, rising, falling, flat } = await list({})
    expect(rising + falling + flat).toBe(total)
    expect(rising + falling).toBe(3)
  })

  test('someQuotes keeps the requested order and omits unknown symbols', async () => {
    const { rows } = await market.call('/market/someQuotes', { symbols: ['2317', '9999', '2330'] })
    expect(rows.map(({ symbol }: any) => symbol)).toEqual(['2317', '2330'])
  })
})

test('an index compounds the daily mean price change of its stocks', { timeout: 40_000 }, async () => {
  const listedStocks = symbols.filter((symbol) => symbol === '2330' || symbol === '2317')
  let value = 1_000_000
  let reference = value
  const lastOf = (symbol: string, date: string): number | undefined =>
    recorded.findLast((one) => one.symbol === symbol && one.date === date)?.price
  const start = new Map([
    ['2330', 240_000],
    ['2317', 24_000],
  ])
  for (const date of dates) {
    reference = value
    const ratios = listedStocks.map(
      (symbol) => (lastOf(symbol, date) ?? start.get(symbol)!) / start.get(symbol)!,
    )
    value = Math.round((reference * ratios.reduce((sum, ratio) => sum + ratio, 0)) / ratios.length)
    for (const symbol of listedStocks) start.set(symbol, lastOf(symbol, date) ?? start.get(symbol)!)
  }
  await until('the indices to follow', async () => {
    // The api caches a read for a second of its own clock, which stands still here.
    clock.advance(1_000)
    const [row] = await market.call('/market/listIndices', {})
    return row.last === value
  })
  const indices = await market.call('/market/listIndices', {})
  expect(indices.map(({ code }: any) => code)).toEqual(['LISTED', 'OTC', 'SEMI', 'FIN'])
  const listed = indices[0]
  expect([listed.reference, listed.nameTw, listed.nameEn]).toEqual([reference, '上市指數', 'Listed index'])
  expect(listed.spark.at(-1)).toBe(value)
  expect(listed.spark.length).toBeLessThanOrEqual(40)
  // No financial stock has traded: the index is at its starting value.
  expect([indices[3].last, indices[3].reference]).toEqual([1_000_000, 1_000_000])
})

describe('a ticket for the live feed', () => {
  test('names its member, expires after thirty seconds and is stored hashed', async () => {
    clock.set(new Date())
    const member = await market.api.member()
    const { body } = await member.client.call('/market/openFeed', {})
    expect(body.data.ticket).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Date(body.data.expiresAt).getTime()).toBe(clock.now().getTime() + 30_000)
    const rows = await market.tape.sql.query<{ member_id: string; kept: string }>(
      `SELECT member_id, encode(hash, 'base64') AS kept FROM app.feed_tickets
       WHERE hash = sha256(convert_to($1, 'UTF8'))`,
      [body.data.ticket],
    )
    expect(rows.map((row) => row.member_id)).toEqual([member.memberId])
  })

  test('is refused to a guest', async () => {
    const reply = await market.api.client().call('/market/openFeed', {})
    expect([reply.http, reply.body.msg]).toEqual([401, 'session.expired'])
  })
})
