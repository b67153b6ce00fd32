// A screen as the query of an address, in the units members type: dollars, percent, lots and millions. Pure. What the
// address has wrong is left out.

import type { ScreenData, Sorting } from '@fairlot/contract/market-data'

export const ranges = ['price', 'change', 'volume', 'turnover', 'pe', 'dividendYield'] as const
export type RangeName = (typeof ranges)[number]

/** What one of the typed unit is in the unit of the rows. */
const units: Readonly<Record<RangeName, number>> = {
  price: 100,
  change: 100,
  volume: 1_000,
  turnover: 100_000_000,
  pe: 100,
  dividendYield: 100,
}

/** Two decimals are the smallest step of a price and of a percentage. */
const NUMBER = /^-?\d{1,7}(\.\d{1,2})?$/

/** The typed number in the unit of the rows; undefined when it is empty or not a number. */
export const valueFrom = (name: RangeName, text: string): number | undefined =>
  NUMBER.test(text) ? Math.round(Number(text) * units[name]) : undefined

export const textFrom = (name: RangeName, value: number | undefined): string =>
  value === undefined ? '' : String(value / units[name])

const rangeFrom = (name: RangeName, text: string | null) => {
  const [low = '', high = '', ...more] = (text ?? '').split('..')
  const [from, to] = [valueFrom(name, low), valueFrom(name, high)]
  if (more.length > 0 || (from === undefined && to === undefined)) return {}
  return {
    [name]: { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) },
  }
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null) =>
  values.find((value) => value === text)

const MAX_INDUSTRIES = 40

export const screenFrom = (query: string): ScreenData => {
  const params = new URLSearchParams(query)
  const industries = params.getAll('industry').slice(0, MAX_INDUSTRIES)
  const kind = oneOf(['stock', 'etf'], params.get('kind'))
  const limit = oneOf(['up', 'down'], params.get('limit'))
  return {
    ...rangeFrom('price', params.get('price')),
    ...rangeFrom('change', params.get('change')),
    ...rangeFrom('volume', params.get('volume')),
    ...rangeFrom('turnover', params.get('turnover')),
    ...rangeFrom('pe', params.get('pe')),
    ...rangeFrom('dividendYield', params.get('dividendYield')),
    ...(industries.length === 0 ? {} : { industries }),
    ...(kind === undefined ? {} : { kind }),
    ...(limit === undefined ? {} : { limit }),
  }
}

export interface ScreenSort {
  readonly by: Sorting
  readonly descending: boolean
}

export const sortings = [
  'turnover',
  'volume',
  'change',
  'price',
  'symbol',
] as const satisfies readonly Sorting[]

export const sortFrom = (query: string): ScreenSort => {
  const params = new URLSearchParams(query)
  return {
    by: oneOf(sortings, params.get('sort')) ?? 'turnover',
    descending: params.get('order') !== 'ascending',
  }
}

/** The order of the parts is fixed, so equal screens have equal addresses. */
export const queryOf = (screen: ScreenData, sort: ScreenSort): URLSearchParams => {
  const params = new URLSearchParams({ tab: 'screener' })
  for (const name of ranges) {
    const range = screen[name]
    if (range !== undefined) params.set(name, `${textFrom(name, range.from)}..${textFrom(name, range.to)}`)
  }
  for (const industry of screen.industries ?? []) params.append('industry', industry)
  if (screen.kind !== undefined) params.set('kind', screen.kind)
  if (screen.limit !== undefined) params.set('limit', screen.limit)
  if (sort.by !== 'turnover') params.set('sort', sort.by)
  if (!sort.descending) params.set('order', 'ascending')
  return params
}

const anySort: ScreenSort = { by: 'turnover', descending: true }

export const isSameScreen = (one: ScreenData, other: ScreenData): boolean =>
  String(queryOf(one, anySort)) === String(queryOf(other, anySort))
