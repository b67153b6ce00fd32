// The content of a price row, computed from whole numbers. Pure, so that every state has a test.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { formatMoney, UNKNOWN_PRICE } from '@fairlot/money'
import { limitOf, percentOf } from '@fairlot/rules/market-data'
import type { Direction } from '@fairlot/ui'
import type { Language } from '@fairlot/app-shell/language'
import type { LiveRow } from '../live/live-row.ts'

export const priceText = (price: number | null): string =>
  price === null ? UNKNOWN_PRICE : formatMoney(BigInt(price))

export const directionOf = (price: number, reference: number): Direction =>
  price > reference ? 'up' : price < reference ? 'down' : 'flat'

/** The direction of the percentage as shown: a change too small for two decimals has no triangle. */
export const changeDirectionOf = (price: number, reference: number): Direction =>
  directionOf(percentOf(price, reference) ?? 0, 0)

const hundredths = (value: number): string => formatMoney(BigInt(Math.abs(value)))

/** Without a sign: a triangle is beside it. */
export const percentText = (price: number, reference: number): string =>
  `${hundredths(percentOf(price, reference) ?? 0)}%`

const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '\u2212' : '')

/** From hundredths of a percent. */
export const pointsText = (points: number): string => `${signOf(points)}${hundredths(points)}%`

export const signedPercentText = (price: number, reference: number): string =>
  pointsText(percentOf(price, reference) ?? 0)

export const signedPriceText = (change: number): string => `${signOf(change)}${hundredths(change)}`

export const SHARES_PER_LOT = 1_000

export const lotsOf = (shares: number): bigint => BigInt(Math.floor(shares / SHARES_PER_LOT))

/** The kind of price in a row, which decides how it is drawn. */
export type Standing =
  | 'traded'
  /** No trade today. */
  | 'untraded'
  /** An auction is collecting: the price it would give now. */
  | 'indicative'
  /** An auction is collecting, and nothing matches. */
  | 'unmatched'
  /** The volatility pause: two minutes in which orders collect. */
  | 'paused'
  | 'halted'

export interface Reading {
  readonly standing: Standing
  readonly price: number | null
  readonly direction: Direction
  /** Traded at the day's limit. */
  readonly limit: 'up' | 'down' | undefined
}

export const readingOf = (row: LiveRow): Reading => {
  const { state, last, reference, indicative } = row
  if (state === 'halted' || state === 'paused')
    return { standing: state, price: last ?? reference, direction: 'flat', limit: undefined }
  if (state === 'opening-call' || state === 'closing-call') {
    if (indicative !== null)
      return {
        standing: 'indicative',
        price: indicative.price,
        direction: directionOf(indicative.price, reference),
        limit: undefined,
      }
    if (state === 'opening-call' || last === null)
      return { standing: 'unmatched', price: null, direction: 'flat', limit: undefined }
  }
  // Shows yesterday's close; the pill says that nothing has traded today.
  if (last === null) return { standing: 'untraded', price: reference, direction: 'flat', limit: undefined }
  return {
    standing: 'traded',
    price: last,
    direction: directionOf(last, reference),
    limit: limitOf(row),
  }
}

/** The day's line up to the price beside it. */
export const sparkOf = (spark: readonly number[], last: number | null): readonly number[] =>
  last === null || spark.at(-1) === last ? spark : [...spark, last]

/** Space for an English name in a row: two lines of this many letters. */
const LINES = 2
const LETTERS = 15

/** The known short form of a long English name, otherwise as many whole words as fit two short lines. */
export const shortEnglish = (name: string): string => {
  const known = /\(([^()]{2,16})\)$/.exec(name)?.[1]
  if (known !== undefined) return known
  const plain = name.replace(/ ETF$/, '')
  const lines: string[] = []
  for (const word of plain.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= LETTERS)
      lines[lines.length - 1] = `${last} ${word}`
    else if (lines.length < LINES) lines.push(word)
    else return `${lines.join(' ')}…`
  }
  return plain
}

type Named = Pick<QuoteRow, 'nameTw' | 'nameEn'>

export const nameIn = (language: Language, { nameTw, nameEn }: Named): string =>
  language === 'tw' ? nameTw : nameEn

/** More than one line at the usual size. */
export const isLongName = (name: string): boolean => [...name].length > 6

export const shortNameIn = (language: Language, { nameTw, nameEn }: Named): string =>
  language === 'tw' ? nameTw : shortEnglish(nameEn)

/** The address of an instrument's page. */
export const detailPath = (symbol: string): string =>
  `/market/marketDetail?symbol=${encodeURIComponent(symbol)}`
