// The quote of the book of odd lots, beside the quote of whole lots.

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { until } from '@fairlot/testkit/until'
import type { QuoteMessage } from '../../packages/contract/src/market-data/index.ts'
import { type OddDepth, shardOf, type VenueEvent } from '../../packages/contract/src/venue/index.ts'
import { openTestMarket, type TestMarket } from './support/market.ts'
import { day, state, trade } from './support/tape.ts'

vi.setConfig({ testTimeout: 90_000 })

const symbol = '2330'
const start = new Date('2026-11-12T21:05:00Z').getTime()
let market: TestMarket
let shown = 0
const heard: QuoteMessage[] = []

beforeAll(async () => {
  market = await openTestMarket()
  await market.tape.say(start, [day(symbol, '2026-11-13', 10_000), state(symbol, 'continuous')])
  market.tape.nats.subscribe(market.tape.subjects.quote(symbol), {
    callback: (_, message) => void heard.push(message.json<QuoteMessage>()),
  })
  await market.startQuotes()
})
afterAll(() => market.stop())

const oddTrade = (price: number, quantity: number): VenueEvent => {
  const { kind: _, ...body } = trade(symbol, price, quantity) as Extract<VenueEvent, { kind: 'traded' }>
  return { ...body, kind: 'odd-traded' }
}
const show = (odd?: OddDepth): void => {
  shown += 1
  const book = { symbol, state: 'continuous' as const, bids: [], asks: [], ...(odd && { odd }) }
  market.tape.showBooks({ shard: shardOf(symbol), sequence: shown, at: start + shown, books: [book] })
}
const readQuote = () => market.call('/market/readQuote', { symbol })

it('shows odd lots beside whole lots and moves no price', async () => {
  await market.tape.say(start + 1_000, [
    trade(symbol, 10_100, 1_000),
    oddTrade(10_200, 30),
    oddTrade(10_150, 12),
  ])
  await market.settle()
  const quote = await readQuote()
  expect(quote).toMatchObject({ last: 10_100, high: 10_100, volume: 1_000, trades: 1 })
  expect(quote.odd).toMatchObject({ last: 10_150, volume: 42 })
  expect((await market.call('/market/listTrades', { symbol, count: 10 })).trades).toHaveLength(1)
  const minute = await market.call('/market/readIntraday', { symbol })
  expect(minute.candles.map((candle: number[]) => candle.slice(1, 6))).toEqual([
    [10_100, 10_100, 10_100, 10_100, 1_000],
  ])

  const next = start + 605_000
  show({ bids: [[10_100, 7]], asks: [[10_050, 5]], indicative: { price: 10_100, quantity: 5 }, next })
  await until('the published depth', () => heard.at(-1)?.q?.w === next)
  expect(heard.at(-1)!.q).toEqual({
    p: 10_150,
    v: 42,
    b: [[10_100, 7]],
    k: [[10_050, 5]],
    i: [10_100, 5],
    w: next,
  })
  // A row is stored with its depth at the next event.
  await market.tape.say(start + 1_500, [trade(symbol, 10_100, 1_000)])
  await market.settle()
  expect((await readQuote()).odd).toEqual({
    last: 10_150,
    volume: 42,
    bids: [[10_100, 7]],
    asks: [[10_050, 5]],
    indicative: { price: 10_100, quantity: 5 },
    next,
  })

  // Outside its hours the depth is gone; a new day has no odd lots until they trade or show.
  show()
  await until('the empty depth', () => heard.at(-1)?.q?.b.length === 0)
  expect(heard.at(-1)!.q).toEqual({ p: 10_150, v: 42, b: [], k: [] })
  await market.tape.say(start + 2_000, [day(symbol, '2026-11-14', 10_100)])
  await market.settle()
  expect((await readQuote()).odd).toBeNull()
  expect(await market.breaches()).toEqual([])
})
