// Historical prices beside today's: 還原, the price before an ex-date in shares and dividends of today. One function makes the factors,
// for the chart, its table and every indicator; stored candles are never rewritten.

/** An ex-date that has passed. */
export interface PastExDate {
  /** Milliseconds: candles that begin before it have the old price. */
  readonly at: number
  /** The close before it and the reference price it began with. */
  readonly close: number
  readonly reference: number
  /** `from` shares became `to`. */
  readonly to: number
  readonly from: number
}

export interface PriceFactor {
  /** Holds for candles that begin before it. */
  readonly before: number
  readonly price: number
  readonly volume: number
}

/** The factors of the days before each ex-date, the earliest first: prices by what the ex-date took, volume by its new shares. */
export function adjustmentFactors(exDates: readonly PastExDate[]): readonly PriceFactor[] {
  let price = 1
  let volume = 1
  return exDates
    .toSorted((a, b) => b.at - a.at)
    .map((one) => {
      price *= one.reference / one.close
      volume *= one.to / one.from
      return { before: one.at, price, volume }
    })
    .toReversed()
}

interface Priced {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

/** A candle in today's shares; to the cent, so that order and equality of its prices stay. */
export function adjustCandle<C extends Priced>(candle: C, factors: readonly PriceFactor[]): C {
  const factor = factors.find(({ before }) => candle.at < before)
  if (factor === undefined) return candle
  const at = (price: number): number => Math.max(1, Math.round(price * factor.price))
  return {
    ...candle,
    open: at(candle.open),
    high: at(candle.high),
    low: at(candle.low),
    close: at(candle.close),
    volume: Math.round(candle.volume * factor.volume),
  }
}
