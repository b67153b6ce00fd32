/**
 * How a result between two integers is rounded. `half-up`: half away from zero; `down`: towards zero; `up`: away from
 * zero; `floor` and `ceil`: by the number line; `half-even`: half to the even neighbour.
 */
export type Rounding = 'half-up' | 'down' | 'up' | 'floor' | 'ceil' | 'half-even'

/** The platform's default. A law that requires another rounding names it where it is applied. */
export const HOUSE_ROUNDING: Rounding = 'half-up'

/**
 * `amount` times `numerator` over `denominator`, rounded once at the end. Rates are integer pairs: 0.1425 %
 * is 1425 / 1000000.
 */
export function multiplyRatio(
  amount: bigint,
  numerator: bigint,
  denominator: bigint,
  rounding: Rounding = HOUSE_ROUNDING,
): bigint {
  if (denominator === 0n) throw new RangeError('the denominator of a ratio is zero')
  return divide(amount * numerator, denominator, rounding)
}

export function divide(dividend: bigint, divisor: bigint, rounding: Rounding = HOUSE_ROUNDING): bigint {
  if (divisor === 0n) throw new RangeError('division by zero')
  const negative = dividend < 0n !== divisor < 0n
  const top = dividend < 0n ? -dividend : dividend
  const bottom = divisor < 0n ? -divisor : divisor
  const whole = top / bottom
  const remainder = top % bottom
  const size =
    remainder === 0n || !goesOut(rounding, whole, remainder * 2n, bottom, negative) ? whole : whole + 1n
  return negative ? -size : size
}

function goesOut(
  rounding: Rounding,
  whole: bigint,
  twice: bigint,
  bottom: bigint,
  negative: boolean,
): boolean {
  switch (rounding) {
    case 'down':
      return false
    case 'up':
      return true
    case 'floor':
      return negative
    case 'ceil':
      return !negative
    case 'half-up':
      return twice >= bottom
    case 'half-even':
      return twice > bottom || (twice === bottom && whole % 2n === 1n)
  }
}
