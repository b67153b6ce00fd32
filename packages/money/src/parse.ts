import { lots, minor, price, shares, type Lots, type Minor, type Price, type Shares } from './quantities.ts'

export type ParseProblem = 'empty' | 'not-a-number' | 'negative' | 'too-many-decimals' | 'too-large'

export type Parsed<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly why: ParseProblem }

/** Integer digits an input can have: the value in hundredths, times a lot, still fits 64 bits with room to add. */
export const MAX_INTEGER_DIGITS = 13

// Groups of three, or no separator at all: `1,00` could be one hundred or one point zero, so it is neither.
const shape = /^(-?)(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d*))?$/

/**
 * Accepts full-width digits, point, comma and minus as a Chinese keyboard types them, the minus sign that the product
 * prints, and NT$.
 */
function plain(text: string): string {
  return text
    .trim()
    .replaceAll(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
    .replaceAll('，', ',')
    .replaceAll('．', '.')
    .replaceAll(/[－−]/g, '-')
    .replace(/^(-?)NT\$ ?/i, '$1')
}

function hundredths(text: string): Parsed<bigint> {
  const input = plain(text)
  if (input === '') return { ok: false, why: 'empty' }
  const match = shape.exec(input)
  if (!match) return { ok: false, why: 'not-a-number' }
  const [, sign, whole = '', decimals = ''] = match
  if (decimals.length > 2) return { ok: false, why: 'too-many-decimals' }
  const digits = whole.replaceAll(',', '').replace(/^0+(?=\d)/, '')
  if (digits.length > MAX_INTEGER_DIGITS) return { ok: false, why: 'too-large' }
  const value = BigInt(digits) * 100n + BigInt(decimals.padEnd(2, '0'))
  return { ok: true, value: sign === '-' ? -value : value }
}

/** Parses an amount the member typed. Never negative: a button chooses the direction of money, not a sign. */
export function parseMoney(text: string): Parsed<Minor> {
  const parsed = hundredths(text)
  if (!parsed.ok) return parsed
  return parsed.value < 0n ? { ok: false, why: 'negative' } : { ok: true, value: minor(parsed.value) }
}

export function parsePrice(text: string): Parsed<Price> {
  const parsed = parseMoney(text)
  if (!parsed.ok) return parsed
  return parsed.value === 0n ? { ok: false, why: 'not-a-number' } : { ok: true, value: price(parsed.value) }
}

function whole(text: string): Parsed<bigint> {
  const parsed = parseMoney(text)
  if (!parsed.ok) return parsed
  return parsed.value % 100n === 0n
    ? { ok: true, value: parsed.value / 100n }
    : { ok: false, why: 'too-many-decimals' }
}

export function parseShares(text: string): Parsed<Shares> {
  const parsed = whole(text)
  return parsed.ok ? { ok: true, value: shares(parsed.value) } : parsed
}

export function parseLots(text: string): Parsed<Lots> {
  const parsed = whole(text)
  return parsed.ok ? { ok: true, value: lots(parsed.value) } : parsed
}
