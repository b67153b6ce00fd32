// The port of rates. A source says what it publishes; nothing it says is believed before judge-reading has compared it
// with a second one.

import type { RateSourceName } from '@fairlot/contract/currency-exchange'
import { type Currency, divide } from '@fairlot/money'

/** US dollars for one unit, in units of 10^-15. Every source knows dollars, so two of them can be compared. */
export type Dollars = ReadonlyMap<Currency, bigint>

export interface Published {
  readonly dollars: Dollars
  /** When the source says that it published them. */
  readonly at: Date
}

export interface RateSource {
  readonly name: RateSourceName
  readonly isSimulated: boolean
  /** Throws `UnusableRates` when the answer cannot be used; it says what was wrong with it. */
  read(now: Date): Promise<Published>
}

export class UnusableRates extends Error {}

const dollarScale = 10n ** 15n

/** What the sources are read with: units of the source's own currency for one unit, as a fraction. */
export interface OwnRate {
  readonly amount: bigint
  readonly units: bigint
}

/** `own` has the source's own currency as 1. */
export function dollarsFrom(own: ReadonlyMap<Currency, OwnRate>): Dollars {
  const dollar = own.get('USD')
  if (dollar === undefined) throw new UnusableRates('no rate of the US dollar')
  return new Map(
    [...own].map(([currency, { amount, units }]) => [
      currency,
      divide(amount * dollar.units * dollarScale, units * dollar.amount),
    ]),
  )
}

const decimal = /^\d{1,7}(?:\.\d{1,9})?$/
const decimalScale = 1_000_000_000n

/** A positive decimal in billionths. Exponents, signs and anything else are refused. */
export function positiveDecimal(text: string, what: string): bigint {
  if (!decimal.test(text)) throw new UnusableRates(`${what} is not a rate: ${text.slice(0, 20)}`)
  const [whole = '0', rest = ''] = text.split('.')
  const value = BigInt(whole) * decimalScale + BigInt(rest.padEnd(9, '0'))
  if (value === 0n) throw new UnusableRates(`${what} is zero`)
  return value
}

/** Our name of a currency by its ISO code; undefined for one that we do not exchange. */
export const currencyOfCode = (code: string): Currency | undefined => codes.get(code)

const codes: ReadonlyMap<string, Currency> = new Map([
  ['CNY', 'RMB'],
  ['TWD', 'TWD'],
  ['HKD', 'HKD'],
  ['USD', 'USD'],
  ['THB', 'THB'],
  ['JPY', 'JPY'],
  ['VND', 'VND'],
  ['MYR', 'MYR'],
  ['KRW', 'KRW'],
  ['INR', 'INR'],
] as const)

/** Adds one; a currency that is named twice makes the whole answer unusable. */
export function addOnce(own: Map<Currency, OwnRate>, currency: Currency, rate: OwnRate): void {
  if (own.has(currency)) throw new UnusableRates(`${currency} is named twice`)
  own.set(currency, rate)
}
