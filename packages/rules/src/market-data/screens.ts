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
  /** Imported from the exchanges' files: hundredths, and hundredths of a percent. */
  readonly pe?: Range | undefined
  readonly dividendYield?: Range | undefined
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
  /** Null when none was imported, or when the exchange gives none: a company with a loss has no ratio. */
  readonly pe: number | null
  readonly dividendYield: number | null
}

const isWithin = (value: number, { from = -Infinity, to = Infinity }: Range): boolean =>
  value >= from && value <= to

/**
 * The price is the last trade, or the reference before the first one, as the lists show it. The change is the rounded
 * percentage the lists show; without a trade today there is none, so no condition on it holds.
 */
function matchesMarket(row: Omit<Screened, Imported>, screen: Screen): boolean {
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

const imported = ['pe', 'dividendYield'] as const
type Imported = (typeof imported)[number]

/** A security without an imported figure never matches a condition on it. */
export const matchesScreen = (row: Screened, screen: Screen): boolean =>
  matchesMarket(row, screen) &&
  imported.every((name) => {
    const [value, range] = [row[name], screen[name]]
    return range === undefined || isOpen(range) || (value !== null && isWithin(value, range))
  })

/** Whether it matches everything else and lacks an imported figure that the screen asks for. */
export const lacksFigures = (row: Screened, screen: Screen): boolean =>
  matchesMarket(row, screen) && imported.some((name) => row[name] === null && !isOpen(screen[name]))

/** Whether it has no condition, so that every instrument matches. */
export const isEmptyScreen = ({
  price,
  change,
  volume,
  turnover,
  pe,
  dividendYield,
  industries = [],
  kind,
  limit,
}: Screen): boolean =>
  [price, change, volume, turnover, pe, dividendYield].every(isOpen) &&
  industries.length === 0 &&
  kind === undefined &&
  limit === undefined

/** A saved screen is named like a group of the watch list. */
export const screenNameFrom = groupNameFrom
