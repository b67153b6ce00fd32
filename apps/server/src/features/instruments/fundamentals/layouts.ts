// One entry per public file: its columns, and what a row of it means. The columns of a file decide which one it is.

import type { FundamentalKind, Fundamentals } from '@fairlot/rules/instruments'
import { rocDate, squeeze, WrongFile } from '../public-files.ts'
import { type Cell, decimal, optional, whole } from './cells.ts'

interface Layout<Kind extends FundamentalKind> {
  readonly kind: Kind
  /** MOPS is the observation post of both, where companies report. */
  readonly market: 'TWSE' | 'TPEx' | 'MOPS'
  /** The exchange's name of the data set. */
  readonly source: string
  readonly code: string
  /** The column with the day of the file; null when the file says none. */
  readonly date: string | null
  /** The other columns that `read` needs. */
  readonly columns: readonly string[]
  /** The period of a row when it is not the day of the file. */
  readonly period?: (cell: Cell) => string
  /** Throws a `WrongCell` for what it cannot read. */
  readonly read: (cell: Cell) => Fundamentals[Kind]
}

export type AnyLayout = { [Kind in FundamentalKind]: Layout<Kind> }[FundamentalKind]

const valuation = (pe: string, dividendYield: string, pb: string) => ({
  columns: [pe, dividendYield, pb],
  read: (cell: Cell) => ({
    pe: optional(cell, pe, (text) => decimal(text, 2)),
    yieldBp: optional(cell, dividendYield, (text) => decimal(text, 2)),
    pb: optional(cell, pb, (text) => decimal(text, 2)),
  }),
})

const revenueColumns = {
  revenue: '營業收入-當月營收',
  monthBefore: '營業收入-上月營收',
  yearBefore: '營業收入-去年當月營收',
}

const revenue = {
  kind: 'revenue',
  code: '公司代號',
  date: '出表日期',
  columns: ['資料年月', ...Object.values(revenueColumns)],
  period: (cell: Cell) => rocDate(`${squeeze(cell('資料年月'))}01`),
  read: (cell: Cell) => ({
    revenue: whole(cell, revenueColumns.revenue),
    monthBefore: optional(cell, revenueColumns.monthBefore, (text) => decimal(text, 0)),
    yearBefore: optional(cell, revenueColumns.yearBefore, (text) => decimal(text, 0)),
  }),
} as const

const quarterEnds: Readonly<Record<string, string>> = { 1: '0331', 2: '0630', 3: '0930', 4: '1231' }

const earnings = {
  kind: 'earnings',
  code: '公司代號',
  date: '出表日期',
  columns: ['年度', '季別', '基本每股盈餘(元)'],
  period: (cell: Cell) => {
    const quarter = squeeze(cell('季別')).replace(/^0/, '')
    const end = quarterEnds[quarter]
    if (end === undefined) throw new WrongFile(`says quarter ${quarter}, which is none`)
    return rocDate(squeeze(cell('年度')) + end)
  },
  read: (cell: Cell) => ({ eps: optional(cell, '基本每股盈餘(元)', (text) => decimal(text, 2)) }),
} as const

const dividend = (exDate: string) => ({
  columns: [exDate, 'CashDividend', 'StockDividendRatio'],
  date: null,
  period: (cell: Cell) => rocDate(cell(exDate)),
  // The amount may be announced later than the date.
  read: (cell: Cell) => ({
    cash: optional(cell, 'CashDividend', (text) => decimal(text, 8)),
    stock: optional(cell, 'StockDividendRatio', (text) => decimal(text, 8)),
  }),
})

const institutions = (foreign: string, trust: string, dealer: string, total: string) => ({
  columns: [foreign, trust, dealer, total],
  read: (cell: Cell) => ({
    foreign: whole(cell, foreign),
    trust: whole(cell, trust),
    dealer: whole(cell, dealer),
    total: whole(cell, total),
  }),
})

const margin = (marginNow: string, marginBefore: string, short: string, shortBefore: string) => ({
  columns: [marginNow, marginBefore, short, shortBefore],
  read: (cell: Cell) => ({
    margin: whole(cell, marginNow),
    marginBefore: whole(cell, marginBefore),
    short: whole(cell, short),
    shortBefore: whole(cell, shortBefore),
  }),
})

const otc = { market: 'TPEx', code: 'SecuritiesCompanyCode', date: 'Date' } as const

export const layouts: readonly AnyLayout[] = [
  {
    ...valuation('PEratio', 'DividendYield', 'PBratio'),
    kind: 'valuation',
    market: 'TWSE',
    source: 'BWIBBU_ALL',
    code: 'Code',
    date: 'Date',
  },
  {
    ...valuation('PriceEarningRatio', 'YieldRatio', 'PriceBookRatio'),
    ...otc,
    kind: 'valuation',
    source: 'tpex_mainboard_peratio_analysis',
  },
  { ...revenue, market: 'MOPS', source: 't187ap05' },
  { ...earnings, market: 'MOPS', source: 't187ap14' },
  { ...dividend('Date'), kind: 'dividend', market: 'TWSE', source: 'TWT48U_ALL', code: 'Code' },
  {
    ...otc,
    ...dividend('ExRrightsExDividendDate'),
    kind: 'dividend',
    source: 'tpex_exright_prepost',
  },
  {
    ...institutions(
      '外陸資買賣超股數(不含外資自營商)',
      '投信買賣超股數',
      '自營商買賣超股數',
      '三大法人買賣超股數',
    ),
    kind: 'institutions',
    market: 'TWSE',
    source: 'T86',
    code: '證券代號',
    date: 'date',
  },
  {
    ...institutions(
      'Foreign Investors include Mainland Area Investors (Foreign Dealers excluded)-Difference',
      'SecuritiesInvestmentTrustCompanies-Difference',
      'Dealers-Difference',
      'TotalDifference',
    ),
    ...otc,
    kind: 'institutions',
    source: 'tpex_3insti_daily_trading',
  },
  {
    ...margin('融資今日餘額', '融資前日餘額', '融券今日餘額', '融券前日餘額'),
    kind: 'margin',
    market: 'TWSE',
    source: 'MI_MARGN',
    code: '股票代號',
    date: null,
  },
  {
    ...margin(
      'MarginPurchaseBalance',
      'MarginPurchaseBalancePreviousDay',
      'ShortSaleBalance',
      'ShortSaleBalancePreviousDay',
    ),
    ...otc,
    kind: 'margin',
    source: 'tpex_mainboard_margin_balance',
  },
]
