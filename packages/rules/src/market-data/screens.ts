// The screener: conditions on what the market list shows of an instrument. All of them must hold.

import { groupNameFrom } from '../favourites/group-name.ts'
import { type Limited, limitOf, percentOf, type Priced } from './change.ts'

/** Both ends are included; a missing end is open. */
export interface Range {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/** In the units of the rows: hundredths, hundredths of a percent, shares, and hundredths of turnover. */
export interface Screen {
  readonly price?: Range | undefined
  readonly change?: Range | undefined
  readonly volume?: Range | undefined
  readonly turnover?: Range | undefined
  /** English names of industries; any of them. */
  readonly industries?: readonly string[] | undefined
  readonly kind?: 'stock' | 'etf' | undefined
  readonly limit?: 'up' | 'down' | undefined
}

export interface Screened extends Priced, Limited {
  readonly volume: number
  readonly turnover: number
  readonly industryEn: string
  readonly kind: 'stock' | 'etf'
}

const isWithin = (value: number, { from = -Infinity, to = Infinity }: Range): boolean =>
  value >= from && value <= to

/**
 * The price is the last trade, or the reference before the first one, as the lists show it. The change is the rounded
 * percentage the lists show; without a trade today there is none, so no condition on it holds.
 */
export function matchesScreen(row: Screened, screen: Screen): boolean {
  const { price, change, volume, turnover, industries, kind, limit } = screen
  const percent = percentOf(row.last, row.reference)
  return (
    (price === undefined || isWithin(row.last ?? row.reference, price)) &&
    (change === undefined || (percent !== null && isWithin(percent, change))) &&
    (volume === undefined || isWithin(row.volume, volume)) &&
    (turnover === undefined || isWithin(row.turnover, turnover)) &&
    (industries === undefined || industries.length === 0 || industries.includes(row.industryEn)) &&
    (kind === undefined || row.kind === kind) &&
    (limit === undefined || limitOf(row) === limit)
  )
}

const isOpen = (range: Range | undefined): boolean => range?.from === undefined && range?.to === undefined

/** Whether it has no condition, so that every instrument matches. */
export const isEmptyScreen = ({
  price,
  change,
  volume,
  turnover,
  industries = [],
  kind,
  limit,
}: Screen): boolean =>
  [price, change, volume, turnover].every(isOpen) &&
  industries.length === 0 &&
  kind === undefined &&
  limit === undefined

/** A saved screen is named like a group of the watch list. */
export const screenNameFrom = groupNameFrom
