// How the figures of orders are formatted. Whole numbers in, text out; nothing here rounds money.

import { formatMoney, formatQuantity, shares as sharesOf } from '@fairlot/money'
import type { Language } from '@fairlot/app-shell/language'
import { lotSize } from '@fairlot/rules/instruments'

export const moneyText = (amount: bigint | string): string => formatMoney(amount)
export const dollarText = (amount: bigint | string): string => formatMoney(amount, { symbol: true })

/** A count with thousands separators. */
export const countText = (count: number): string => formatMoney(BigInt(Math.trunc(count)) * 100n).slice(0, -3)

/** Shares in lots; odd shares show as a fraction of a lot. */
export const lotsText = (shares: number): string => {
  const odd = shares % lotSize
  const lots = countText((shares - odd) / lotSize)
  return odd === 0 ? lots : `${lots}.${String(odd).padStart(3, '0').replace(/0+$/, '')}`
}

/** Shares as lots and odd shares, with their units. */
export const quantityText = (shares: number, language: Language): string =>
  formatQuantity(sharesOf(BigInt(shares)), language)

/** Hundredths: 250 is 2.5. */
export const multipleText = (multiple: number): string => String(multiple / 100)

/**
 * Hundredths of a percent with one decimal, cut, so that a screen never shows more safety than there is. 16694 is
 * 166.9%.
 */
export const ratioText = (bp: number): string => {
  const tenths = Math.floor(bp / 10)
  return `${countText(tenths / 10)}.${tenths % 10}%`
}

/** A limit of the rules, without decimals when it is whole: 130%. */
export const limitText = (bp: number): string => (bp % 100 === 0 ? `${countText(bp / 100)}%` : ratioText(bp))

/** Millionths as a percentage with as many decimals as it has: 1425 is 0.1425%, 65000 is 6.50%. */
export const rateText = (ppm: number): string => {
  const whole = Math.floor(ppm / 10_000)
  const decimals = String(ppm % 10_000)
    .padStart(4, '0')
    .replace(/0{1,2}$/, '')
  return `${whole}.${decimals}%`
}

/** The same without trailing zeros: 900000 is 90%, 800 is 0.08%. */
export const shortRateText = (ppm: number): string => rateText(ppm).replace(/\.?0+%$/, '%')

/** Millionths as a percentage with one decimal, cut. */
export const roomText = (ppm: number): string => ratioText(Math.floor(ppm / 100))
