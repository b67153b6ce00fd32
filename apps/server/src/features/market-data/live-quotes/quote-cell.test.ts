import type { DetailUpdate, TapeEntry } from '@fairlot/contract/live'
import type { QuoteMessage } from '@fairlot/contract/market-data'
import { expect, test } from 'vitest'
import { QuoteCell } from './quote-cell.ts'

const trade = (event: number): TapeEntry => [event, 1_000 + event, 500, 1_000, 'buy']
const message = (n: number, more: Partial<QuoteMessage> = {}): QuoteMessage => ({
  s: '2330',
  n,
  st: 'continuous',
  p: 500,
  r: 490,
  v: 0,
  a: 0,
  o: null,
  h: null,
  l: null,
  y: '2026-11-16',
  c: 0,
  x: [0, 0],
  b: [],
  k: [],
  ...more,
})
const detail = (cell: QuoteCell, from: number): DetailUpdate =>
  JSON.parse(cell.detailText(from)) as DetailUpdate

test('an old quote is refused', () => {
  const cell = new QuoteCell('2330')
  expect(cell.take(message(5))).toBe(true)
  expect(cell.take(message(5, { p: 1 }))).toBe(false)
  expect(cell.take(message(4, { p: 1 }))).toBe(false)
  expect(cell.version).toBe(5)
})

test('a row changes only for what it shows, a detail always', () => {
  const cell = new QuoteCell('2330')
  cell.take(message(1))
  cell.take(message(2, { b: [[499, 1_000]] }))
  expect([cell.rowChange, cell.detailChange]).toEqual([1, 2])
  const shown: Partial<QuoteMessage>[] = [
    { p: 501 },
    { v: 1 },
    { a: 1 },
    { st: 'halted' },
    { r: 1 },
    { u: 1 },
    { d: 1 },
    { i: [1, 1] },
    { why: 'x' },
    { until: 1 },
  ]
  shown.forEach((change, at) => {
    cell.take(message(3 + 2 * at, change))
    expect(cell.rowChange, JSON.stringify(change)).toBe(2 + 2 * at)
    cell.take(message(4 + 2 * at))
  })
})

test('row text is built once per change and shared', () => {
  const cell = new QuoteCell('2330')
  let reads = 0
  cell.take({
    ...message(1),
    get p() {
      reads++
      return 500
    },
  })
  const before = reads
  const texts = Array.from({ length: 1_000 }, () => cell.rowText())
  expect(reads - before).toBe(1)
  expect(new Set(texts).size).toBe(1)
  expect(JSON.parse(texts[0]!)).toEqual({ s: '2330', n: 1, st: 'continuous', p: 500, r: 490, v: 0, a: 0 })
})

test('a detail has the trades since its last frame or a gap', () => {
  const cell = new QuoteCell('2330')
  cell.take(message(1))
  const from = cell.tradeCount
  expect(detail(cell, from).t).toBeUndefined()
  cell.take(message(2, { c: 2, t: [trade(1), trade(2)] }))
  expect(detail(cell, from).t).toEqual([trade(1), trade(2)])
  expect(detail(cell, from).gap).toBeUndefined()
  expect(detail(cell, from + 1).t).toEqual([trade(2)])
  expect(detail(cell, -1)).toMatchObject({ t: [trade(1), trade(2)], gap: true })
  for (let at = 3; at <= 30; at++) cell.take(message(at, { c: at, t: [trade(at)] }))
  expect(detail(cell, from)).toMatchObject({
    t: Array.from({ length: 20 }, (_, at) => trade(11 + at)),
    gap: true,
  })
})

test('a wrong trade count or an upstream gap sets the gap', () => {
  for (const news of [
    { c: 9, t: [trade(9)] },
    { c: 1, t: [trade(1)], gap: true as const },
    { c: 3, t: [] },
  ]) {
    const cell = new QuoteCell('2330')
    cell.take(message(1))
    const from = cell.tradeCount
    cell.take(message(2, news))
    expect(detail(cell, from).gap).toBe(true)
  }
})

test('a new day restarts the trade count', () => {
  const cell = new QuoteCell('2330')
  cell.take(message(1, { c: 7 }))
  const from = cell.tradeCount
  cell.take(message(2, { y: '2026-11-17', c: 1, t: [trade(1)] }))
  expect(detail(cell, from)).toMatchObject({ t: [trade(1)] })
  expect(detail(cell, from).gap).toBeUndefined()
})
