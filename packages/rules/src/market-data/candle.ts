// Candles, built by the same code everywhere: by the quotes role from trades, by the api from minutes and days, by the
// member app from the live feed. Prices are hundredths and quantities shares, so every sum is exact.

export interface CandleBody {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Price times shares, in hundredths of a dollar. */
  readonly turnover: number
  readonly trades: number
}

export interface TimedCandle extends CandleBody {
  /** The start of the period, milliseconds since 1970. */
  readonly at: number
}

export const candleOfTrade = (price: number, quantity: number): CandleBody => ({
  open: price,
  high: price,
  low: price,
  close: price,
  volume: quantity,
  turnover: price * quantity,
  trades: 1,
})

/** Trades must arrive in the order of their event numbers: the last one is the close. */
export const addTrade = (candle: CandleBody, price: number, quantity: number): CandleBody => ({
  open: candle.open,
  high: Math.max(candle.high, price),
  low: Math.min(candle.low, price),
  close: price,
  volume: candle.volume + quantity,
  turnover: candle.turnover + price * quantity,
  trades: candle.trades + 1,
})

/** Merges a later candle into an earlier one of the same period. */
export const joinCandles = (earlier: CandleBody, later: CandleBody): CandleBody => ({
  open: earlier.open,
  high: Math.max(earlier.high, later.high),
  low: Math.min(earlier.low, later.low),
  close: later.close,
  volume: earlier.volume + later.volume,
  turnover: earlier.turnover + later.turnover,
  trades: earlier.trades + later.trades,
})
