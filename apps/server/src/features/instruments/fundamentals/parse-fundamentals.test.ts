import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFundamentals } from './parse-fundamentals.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`fixtures/${name}.json`, import.meta.url))
const text = (content: unknown): Buffer =>
  Buffer.from(typeof content === 'string' ? content : JSON.stringify(content), 'utf8')

test.each([
  [
    'twse-bwibbu-all',
    'TWSE',
    'BWIBBU_ALL',
    '2026-07-14',
    '2330',
    '2026-07-14',
    { pe: 3_299, yieldBp: 90, pb: 1_046 },
  ],
  [
    'tpex-peratio',
    'TPEx',
    'tpex_mainboard_peratio_analysis',
    '2026-07-14',
    '3293',
    '2026-07-14',
    { pe: null, yieldBp: 430, pb: 912 },
  ],
  [
    'mops-t187ap05',
    'MOPS',
    't187ap05',
    '2026-07-13',
    '2330',
    '2026-06-01',
    { revenue: 348_950_000, monthBefore: 320_515_951, yearBefore: 207_868_693 },
  ],
  ['mops-t187ap14', 'MOPS', 't187ap14', '2026-07-13', '1101', '2026-03-31', { eps: -12 }],
  [
    'twse-twt48u-all',
    'TWSE',
    'TWT48U_ALL',
    undefined,
    '2317',
    '2026-07-22',
    { cash: 720_000_000, stock: 3_000_000 },
  ],
  [
    'tpex-exright-prepost',
    'TPEx',
    'tpex_exright_prepost',
    undefined,
    '5274',
    '2026-08-05',
    { cash: 5_800_000_000, stock: 0 },
  ],
  [
    'twse-t86',
    'TWSE',
    'T86',
    '2026-07-14',
    '2330',
    '2026-07-14',
    { foreign: 4_135_075, trust: -86_000, dealer: 35_120, total: 4_084_195 },
  ],
  [
    'tpex-3insti',
    'TPEx',
    'tpex_3insti_daily_trading',
    '2026-07-14',
    '5274',
    '2026-07-14',
    { foreign: 12_000, trust: -3_000, dealer: 500, total: 9_500 },
  ],
  [
    'twse-mi-margn',
    'TWSE',
    'MI_MARGN',
    undefined,
    '2330',
    '2026-07-22',
    { margin: 31_928, marginBefore: 31_823, short: 99, shortBefore: 98 },
  ],
  [
    'tpex-margin-balance',
    'TPEx',
    'tpex_mainboard_margin_balance',
    '2026-07-14',
    '5274',
    '2026-07-14',
    { margin: 230, marginBefore: 200, short: 45, shortBefore: 40 },
  ],
] as const)('%s is read', (name, market, source, asOf, symbol, period, figures) => {
  const file = parseFundamentals(fixture(name), '2026-07-22')
  expect(file).toMatchObject({ market, source, asOf })
  expect(file.rows.find((row) => row.symbol === symbol)).toEqual({ symbol, period, figures })
})

test('a row that cannot be read is refused with its reason', () => {
  const valuation = parseFundamentals(fixture('twse-bwibbu-all'), undefined)
  expect(valuation.rows.map(({ symbol }) => symbol)).toEqual(['2330', '2317', '1101', '9958'])
  expect(valuation.wrong).toEqual([{ symbol: '2603', why: 'PEratio "8.x1" is no number' }])
  const { wrong } = parseFundamentals(fixture('twse-t86'), undefined)
  expect(wrong).toEqual([{ symbol: '1101', why: 'the institutions buy 1000 together, not 9999' }])
})

test('a dividend without an amount has a date and no amount', () => {
  const { rows } = parseFundamentals(fixture('twse-twt48u-all'), undefined)
  expect(rows[2]).toEqual({ symbol: '0050', period: '2026-07-21', figures: { cash: null, stock: null } })
})

test('the same columns are read from a CSV with titles', () => {
  const csv =
    '115年07月14日 個股日本益比\n"Date","Code","Name","PEratio","DividendYield","PBratio"\n"1150714","0050","元大","-","1.20","-"\n'
  expect(parseFundamentals(text(csv), undefined).rows).toEqual([
    { symbol: '0050', period: '2026-07-14', figures: { pe: null, yieldBp: 120, pb: null } },
  ])
})

const valuation = (more: object) => [
  { Date: '1150714', Code: '2330', PEratio: '1', DividendYield: '1', PBratio: '1', ...more },
]
test.each([
  ['12.345', 'has more than 2 decimals'],
  ['1e3', 'is no number'],
  ['12.', 'is no number'],
  ['９', 'is no number'],
  ['999999999999.99', undefined],
])('a ratio of %s is judged strictly', (PEratio, why) => {
  const { rows, wrong } = parseFundamentals(text(valuation({ PEratio })), undefined)
  expect(rows).toHaveLength(why === undefined ? 1 : 0)
  if (why !== undefined) expect(wrong[0]!.why).toContain(why)
})

test.each([
  ['[', 'is cut short or is no JSON'],
  ['[]', 'is no list of securities'],
  ['[1, 2]', 'is no list of securities'],
  ['null', 'has the columns of no file'],
  [{ stat: '很抱歉，沒有符合條件的資料!' }, 'says 很抱歉'],
  ['a,b\n1,2', 'has the columns of no file'],
  [[{ Date: '1150714', Code: '2330' }], 'has the columns of no file'],
  [valuation({ Date: '1150231' }), 'which is no date'],
  [[...valuation({}), ...valuation({ Date: '1150713' })], 'has rows of several dates'],
])('%j is refused whole', (content, why) => {
  expect(() => parseFundamentals(text(content), undefined)).toThrow(why)
})

test('a daily file without a date needs one', () => {
  expect(() => parseFundamentals(fixture('twse-mi-margn'), undefined)).toThrow('--date=yyyy-mm-dd')
})
