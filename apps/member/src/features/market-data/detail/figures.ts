// How the figures of one instrument are formatted. Market data is whole hundredths and shares; nothing here rounds a
// price, and nothing is a float before it is text.

import { formatMoney } from '@fairlot/money'
import { changeOf, percentOf } from '@fairlot/rules/market-data'
import type { Direction } from '@fairlot/ui'
import {
  directionOf as directionOfPrice,
  priceText,
  pointsText,
  SHARES_PER_LOT as LOT,
  signedPriceText as signedText,
} from '../lists/figures.ts'

export { LOT, priceText, signedText }

export const directionOf = (price: number | null, reference: number): Direction =>
  price === null ? 'flat' : directionOfPrice(price, reference)

export interface Change {
  readonly direction: Direction
  /** Without a sign: the triangle shows it. */
  readonly size: string
  readonly signed: string
  readonly percent: string
}

export const changeTexts = (price: number | null, reference: number): Change | undefined => {
  const change = changeOf(price, reference)
  const percent = percentOf(price, reference)
  if (change === null || percent === null) return undefined
  return {
    direction: directionOf(price, reference),
    size: priceText(Math.abs(change)),
    signed: signedText(change),
    percent: pointsText(percent),
  }
}

/** A count with thousands separators. */
export const countText = (count: number): string => formatMoney(BigInt(Math.trunc(count)) * 100n).slice(0, -3)

/** Shares in lots, for order sizes and tapes. Odd shares show as a fraction of a lot. */
export const lotsText = (shares: number): string => {
  const odd = shares % LOT
  const lots = countText((shares - odd) / LOT)
  return odd === 0 ? lots : `${lots}.${String(odd).padStart(3, '0').replace(/0+$/, '')}`
}

/** The volume of a day in whole lots. */
export const volumeText = (shares: number): string => countText(shares / LOT)

/** Today's average price per share, in whole hundredths; null before the first trade. */
export const averageOf = (turnover: number, volume: number): number | null =>
  volume === 0 ? null : Math.round(turnover / volume)

/** High minus low over yesterday's close, in hundredths of a percent. */
export const rangeOf = (high: number | null, low: number | null, reference: number): number | null =>
  high === null || low === null ? null : percentOf(reference + high - low, reference)
