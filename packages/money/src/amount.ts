import type { Currency } from './currency.ts'
import { minor, type Minor } from './quantities.ts'

/**
 * Money that knows its currency. Two currencies never meet in a sum: there is only the exchange, with its
 * rate.
 */
export interface Money<C extends Currency = Currency> {
  readonly currency: C
  readonly minor: Minor
}

export const money = <C extends Currency>(hundredths: bigint, currency: C): Money<C> => ({
  currency,
  minor: minor(hundredths),
})

// The generic refuses mixed currencies while compiling; the check stands for values that came from outside.
function requireSame(left: Money, right: Money): void {
  if (left.currency !== right.currency) {
    throw new TypeError(`${left.currency} and ${right.currency} cannot be put together`)
  }
}

export function add<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  requireSame(left, right)
  return money(left.minor + right.minor, left.currency)
}

export function subtract<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): Money<C> {
  requireSame(left, right)
  return money(left.minor - right.minor, left.currency)
}

/** Below zero when `left` is smaller, zero when equal, above zero when larger: fits Array.sort. */
export function compare<C extends Currency>(left: Money<C>, right: Money<NoInfer<C>>): -1 | 0 | 1 {
  requireSame(left, right)
  return left.minor < right.minor ? -1 : left.minor > right.minor ? 1 : 0
}

export const negate = <C extends Currency>({ minor: hundredths, currency }: Money<C>): Money<C> =>
  money(-hundredths, currency)
