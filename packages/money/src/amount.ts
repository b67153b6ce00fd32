import type { Currency } from './currency.ts'
import { minor, type Minor } from './quantities.ts'

/** An amount with its currency. Amounts of two currencies are never added; only the exchange converts, at its rate. */
export interface Money<C extends Currency = Currency> {
  readonly currency: C
  readonly minor: Minor
}

export const money = <C extends Currency>(hundredths: bigint, currency: C): Money<C> => ({
  currency,
  minor: minor(hundredths),
})

// The generic rejects mixed currencies at compile time; this check covers values from outside.
function requireSame(left: Money, right: Money): void {
  if (left.currency !== right.currency) {
    throw new TypeError(`${left.currency} and ${right.currency} cannot be combined`)
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
