import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseCsv } from './parse-csv.ts'
import { parsePriceFile } from './parse-price-file.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}`, import.meta.url))
const pairs = (bytes: Uint8Array) => parsePriceFile(bytes).rows.map(({ symbol, close }) => [symbol, close])
const text = (content: string): Buffer => Buffer.from(content, 'utf8')

test('the TWSE interface is parsed: ROC dates, decimals and missing trades', () => {
  const bytes = fixture('twse-stock-day-all.json')
  const { market, date } = parsePriceFile(bytes)
  expect([market, date]).toEqual(['TWSE', '2026-07-14'])
  expect(pairs(bytes)).toEqual([
    ['0050', 10_710],
    ['2330', 250_000],
    ['2317', 'none'],
    ['1101', 2_315],
    ['2454', 'none'],
    ['2303', 5_123],
    ['9958', 10_150],
    ['030001', 120],
    ['1216', 'unreadable'],
  ])
})

test('the TPEx interface is parsed: missing trades and codes with letters', () => {
  const bytes = fixture('tpex-daily-close.json')
  expect(parsePriceFile(bytes)).toMatchObject({ market: 'TPEx', date: '2026-07-14' })
  expect(pairs(bytes).slice(0, 4)).toEqual([
    ['5274', 1_560_000],
    ['006201', 4_360],
    ['00679B', 'none'],
    ['3293', 69_800],
  ])
})

test('the older TWSE download is parsed from its CSV format', () => {
  const bytes = fixture('twse-legacy.csv')
  expect(parsePriceFile(bytes)).toMatchObject({ market: 'TWSE', date: '2026-07-14' })
  expect(pairs(bytes)).toEqual([
    ['0050', 10_710],
    ['2330', 250_000],
    ['2317', 'none'],
    ['1101', 2_315],
  ])
})

test('the older TPEx download is parsed from Big5', () => {
  const bytes = fixture('tpex-legacy-big5.csv')
  expect(parsePriceFile(bytes)).toMatchObject({ market: 'TPEx', date: '2026-07-14' })
  expect(pairs(bytes)).toEqual([
    ['5274', 1_560_000],
    ['00679B', 'none'],
    ['700001', 55],
  ])
})

const row = (more: object) => ({
  Date: '1150714',
  Code: '2330',
  ClosingPrice: '2500.00',
  TradeVolume: '1',
  ...more,
})

test.each([
  ['2500', 250_000],
  ['+2,500.0', 250_000],
  ['2500.0100', 250_001],
  ['2500.001', 'unreadable'],
  ['-2500.00', 'unreadable'],
  ['0.00', 'unreadable'],
  ['1e3', 'unreadable'],
  ['', 'none'],
  ['---', 'none'],
])('a closing price of %j is %s', (ClosingPrice, close) => {
  expect(pairs(text(JSON.stringify([row({ ClosingPrice })])))).toEqual([['2330', close]])
})

test.each([
  ['[', 'is cut short or is no JSON'],
  ['[]', 'is no list of securities'],
  ['{"stat":"OK"}', 'is no list of securities'],
  ['[{"Date":"1150714"}]', 'has none of the columns'],
  ['a,b\n1,2', 'has none of the columns'],
  ['代號,收盤\n2330,1', 'says no date'],
  [JSON.stringify([row({}), row({ Date: '1150713' })]), 'has rows of several dates'],
  [JSON.stringify([row({ Date: '1150231' })]), 'which is no date'],
  [JSON.stringify([row({ Date: '' })]), 'says no date'],
  [JSON.stringify([row({ Date: '2026-07-14' })]), 'which is no date'],
])('%s is refused whole', (content, why) => {
  expect(() => parsePriceFile(text(content))).toThrow(why)
})

test('quoted cells may contain commas, quotes and line breaks', () => {
  expect(parseCsv('a,"b, ""c""\nd",="0050"\r\n\r\n e ,,')).toEqual([
    ['a', 'b, "c"\nd', '0050'],
    ['e', '', ''],
  ])
})
