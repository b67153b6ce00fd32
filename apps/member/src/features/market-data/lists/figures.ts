// What a row of prices says, worked out from whole numbers. Pure, so that every state has a test.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { formatMoney, UNKNOWN_PRICE } from '@fairlot/money'
import { percentOf } from '@fairlot/rules/market-data'
import type { Direction } from '@fairlot/ui'
import type { Language } from '#shell/language.ts'
import type { LiveRow } from '../live/live-row.ts'

export const priceText = (price: number | null): string =>
  price === null ? UNKNOWN_PRICE : formatMoney(BigInt(price))

export const directionOf = (price: number, reference: number): Direction =>
  price > reference ? 'up' : price < reference ? 'down' : 'flat'

const hundredths = (value: number): string => formatMoney(BigInt(Math.abs(value)))

/** Without a sign: a triangle stands beside it. */
export const percentText = (price: number, reference: number): string =>
  `${hundredths(percentOf(price, reference) ?? 0)}%`

const signOf = (value: number): string => (value > 0 ? '+' : value < 0 ? '\u2212' : '')

export const signedPercentText = (price: number, reference: number): string => {
  const points = percentOf(price, reference) ?? 0
  return `${signOf(points)}${hundredths(points)}%`
}

export const signedPriceText = (change: number): string => `${signOf(change)}${hundredths(change)}`

export const SHARES_PER_LOT = 1_000

export const lotsOf = (shares: number): bigint => BigInt(Math.floor(shares / SHARES_PER_LOT))

/** What the price of a row is, which decides how it is drawn. */
export type Standing =
  | 'traded'
  /** No trade today. */
  | 'untraded'
  /** An auction collects: the price it would give now. */
  | 'indicative'
  /** An auction collects, and nothing meets. */
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
  if (last === null) return { standing: 'untraded', price: null, direction: 'flat', limit: undefined }
  return {
    standing: 'traded',
    price: last,
    direction: directionOf(last, reference),
    limit: last === row.upper ? 'up' : last === row.lower ? 'down' : undefined,
  }
}

/** The line of the day up to the price beside it. */
export const sparkOf = (spark: readonly number[], last: number | null): readonly number[] =>
  last === null || spark.at(-1) === last ? spark : [...spark, last]

const LONGEST_NAME = 24

/** A row has two short lines for a name: the known short form of an English one, else as many whole words as fit. */
export const shortEnglish = (name: string): string => {
  const known = /\(([^()]{2,16})\)$/.exec(name)?.[1]
  if (known !== undefined) return known
  const plain = name.replace(/ ETF$/, '')
  if (plain.length <= LONGEST_NAME) return plain
  const cut = plain.lastIndexOf(' ', LONGEST_NAME - 1)
  return `${plain.slice(0, cut > 0 ? cut : LONGEST_NAME - 1)}…`
}

type Named = Pick<QuoteRow, 'nameTw' | 'nameEn'>

export const nameIn = (language: Language, { nameTw, nameEn }: Named): string =>
  language === 'tw' ? nameTw : nameEn

export const shortNameIn = (language: Language, { nameTw, nameEn }: Named): string =>
  language === 'tw' ? nameTw : shortEnglish(nameEn)

/** The address of an instrument's page. */
export const detailPath = (symbol: string): string =>
  `/market/marketDetail?symbol=${encodeURIComponent(symbol)}`
