// Indicators of the chart that the library does not have, or computes in another way than this market does. Each
// returns one value per candle, undefined until there are enough candles.

import { type CandlePeriod, isMinutePeriod } from './periods.ts'
import { taipeiDate } from '../calendar/index.ts'

type Series = (number | undefined)[]

/**
 * The relative strength index of J. Welles Wilder: 100 × average gain ÷ (average gain + average loss). The first
 * averages are plain means over `period` changes; each later one keeps (period − 1) ÷ period of the one before.
 * Without any move it is 50.
 */
export function wilderRsi(closes: readonly number[], period: number): Series {
  let gain = 0
  let loss = 0
  return closes.map((close, at) => {
    if (at === 0) return undefined
    const change = close - closes[at - 1]!
    const up = Math.max(0, change)
    const down = Math.max(0, -change)
    if (at <= period) {
      gain += up / period
      loss += down / period
    } else {
      gain += (up - gain) / period
      loss += (down - loss) / period
    }
    if (at < period) return undefined
    return gain + loss === 0 ? 50 : (100 * gain) / (gain + loss)
  })
}

/** The first value is the mean of the first `period` values; each later one moves by 2 ÷ (period + 1) of the distance. */
function exponential(values: Series, period: number): Series {
  let sum = 0
  let count = 0
  let average = 0
  return values.map((value) => {
    if (value === undefined) return undefined
    count += 1
    if (count <= period) {
      sum += value
      average = sum / period
      return count < period ? undefined : average
    }
    average += (value - average) * (2 / (period + 1))
    return average
  })
}

export interface MacdValue {
  readonly dif?: number | undefined
  readonly dea?: number | undefined
  readonly macd?: number | undefined
}

/** DIF is fast less slow, MACD its average, and OSC their difference, not doubled as in mainland programs. */
export function macdOf(closes: readonly number[], fast: number, slow: number, signal: number): MacdValue[] {
  const quick = exponential([...closes], fast)
  const long = exponential([...closes], slow)
  const difs = closes.map((_, at) => {
    const [one, other] = [quick[at], long[at]]
    return one === undefined || other === undefined ? undefined : one - other
  })
  const means = exponential(difs, signal)
  return difs.map((dif, at) => {
    const dea = means[at]
    return { dif, dea, macd: dif === undefined || dea === undefined ? undefined : dif - dea }
  })
}

/** Shares and money of a candle. */
export interface Traded {
  readonly at: number
  readonly volume: number
  readonly turnover: number
}

const hourMs = 3_600_000
/** The practice day begins at 05:00, and no exchange of this market trades at that hour. */
const dayBeginsMs = 5 * hourMs

/** Minutes of one session have the same value. From a day on, each candle is one. */
export const sessionOf = (period: CandlePeriod, at: number): string =>
  isMinutePeriod(period) ? taipeiDate(at - dayBeginsMs) : String(at)

/**
 * The average price paid since the session began: money over shares. It starts again with each trading day. The first
 * session may begin before the first candle, so `isWhole` says whether it does not.
 */
export function sessionVwap(candles: readonly Traded[], period: CandlePeriod, isWhole: boolean): Series {
  let session = ''
  let isKnown = isWhole || !isMinutePeriod(period)
  let money = 0
  let shares = 0
  return candles.map(({ at, volume, turnover }, place) => {
    const own = sessionOf(period, at)
    if (own !== session) {
      if (place > 0) isKnown = true
      session = own
      money = 0
      shares = 0
    }
    money += turnover
    shares += volume
    return isKnown && shares > 0 ? money / shares : undefined
  })
}
