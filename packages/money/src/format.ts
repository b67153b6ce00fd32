// How amounts are displayed: section 9 of the specification and of its decisions. Dropped digits are cut towards zero,
// so a screen never shows more than there is.

import { lotsIn, type Shares } from './quantities.ts'

export type Lang = 'tw' | 'en'

/** U+2212, as wide as the plus sign, so that columns of figures stay aligned. */
export const MINUS = '\u2212'
export const CURRENCY_SYMBOL = 'NT$'
/** Shown for an unknown market price. Money never uses it: it shows 0.00. */
export const UNKNOWN_PRICE = '—'
export const DEFAULT_MILLION_SUFFIX = 'juta'

const grouped = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

function split(hundredths: bigint): {
  readonly negative: boolean
  readonly whole: bigint
  readonly cents: string
} {
  const size = hundredths < 0n ? -hundredths : hundredths
  return { negative: hundredths < 0n, whole: size / 100n, cents: String(size % 100n).padStart(2, '0') }
}

export interface MoneyStyle {
  /** Prefixes NT$, without a space. */
  readonly symbol?: boolean
  /** Shows a plus on gains: for profit and loss. */
  readonly plus?: boolean
}

/** Two decimals and thousands separators; `0.00` for empty values and for non-integers. */
export function formatMoney(value: bigint | string | null | undefined, style: MoneyStyle = {}): string {
  const { negative, whole, cents } = split(hundredthsIn(value))
  const sign = negative ? MINUS : style.plus && (whole > 0n || cents !== '00') ? '+' : ''
  return `${sign}${style.symbol ? CURRENCY_SYMBOL : ''}${grouped(String(whole))}.${cents}`
}

// Amounts arrive as decimal digits; anything else is "non-numeric".
function hundredthsIn(value: bigint | string | null | undefined): bigint {
  if (typeof value === 'bigint') return value
  return typeof value === 'string' && /^-?\d{1,30}$/.test(value) ? BigInt(value) : 0n
}

export const formatPrice = (value: bigint | null | undefined): string =>
  value === null || value === undefined ? UNKNOWN_PRICE : formatMoney(value)

export interface NumberStyle {
  /** 0 for counts such as volume in shares, 2 for hundredths such as turnover. */
  readonly decimals?: 0 | 2
  /** Site config `number_million_suffix`. */
  readonly millionSuffix?: string
}

/** Seven or more digits as millions, four or more as thousands with K, otherwise two decimals. */
export function displayNumber(
  value: bigint,
  { decimals = 0, millionSuffix = DEFAULT_MILLION_SUFFIX }: NumberStyle = {},
): string {
  const hundredths = decimals === 2 ? value : value * 100n
  const digits = String(split(hundredths).whole).length
  if (digits >= 7) return formatMoney(hundredths / 1_000_000n) + millionSuffix
  if (digits >= 4) return `${formatMoney(hundredths / 1_000n)}K`
  return formatMoney(hundredths)
}

/** Over 20 characters: first 6, an ellipsis, last 6. Over 9: cut to 10. */
export function displayId(id: string): string {
  if (id.length > 20) return `${id.slice(0, 6)}…${id.slice(-6)}`
  return id.length > 9 ? id.slice(0, 10) : id
}

/** A ratio times 100 as an integer: 12 wins of 21 show as 57. Zero of zero is 0. */
export function displayRatio(part: bigint, whole: bigint): string {
  if (whole === 0n) return '0'
  const hundred = (part * 100n) / whole
  return hundred < 0n ? `${MINUS}${-hundred}` : String(hundred)
}

const steps = {
  tw: [
    { size: 100_000_000n, suffix: ' 億' },
    { size: 10_000n, suffix: ' 萬' },
  ],
  en: [
    { size: 1_000_000n, suffix: 'M' },
    { size: 1_000n, suffix: 'K' },
  ],
} as const

/** Short form for amount chips and chart axes only: 5 萬, 90.4 億, 50K. `value` is in hundredths. */
export function displayCompact(value: bigint, lang: Lang): string {
  const { negative, whole } = split(value)
  const step = steps[lang].find(({ size }) => whole >= size)
  const sign = negative ? MINUS : ''
  if (!step) return sign + grouped(String(whole))
  const [integer = '', decimals = ''] = formatMoney((whole * 100n) / step.size).split('.')
  const trimmed = decimals.replace(/0+$/, '')
  return `${sign}${integer}${trimmed ? `.${trimmed}` : ''}${step.suffix}`
}

/** A quantity in market terms: whole lots, and odd shares separately. */
export function formatQuantity(count: Shares, lang: Lang): string {
  const { lots, odd } = lotsIn(count)
  const parts: string[] = []
  if (lots > 0n || odd === 0n) parts.push(withUnit(lots, lang, '張', 'lot'))
  if (odd > 0n) parts.push(withUnit(odd, lang, '股', 'share'))
  return parts.join(' ')
}

const withUnit = (count: bigint, lang: Lang, tw: string, en: string): string =>
  `${grouped(String(count))} ${lang === 'tw' ? tw : count === 1n ? en : `${en}s`}`
