// The fair values that the participants assume. A return is the sum of a part of the market's, a part of the sector's
// and one of its own. Each part has a volatility that wanders, so quiet and wild days come in runs, and a slow drift,
// so there are trends. News moves one instrument at once. None of this is a price: a price comes only from the book,
// when participants with different values trade.

import type { Character } from './instruments.ts'
import type { Random } from './random.ts'

// Volatility is exp(slow + fast + a part of the market's slow - variance of all): its square is 1 on average, and when
// the market is volatile all instruments are. Rates are per day.
const slowRate = 0.05
const slowSpread = 0.38
const fastRate = 5
const fastSpread = 0.45
const marketMood = 0.6
const trendRate = 0.5
const trendSpread = 0.14
const marketVariance = slowSpread ** 2 + fastSpread ** 2
const partVariance = marketVariance + (marketMood * slowSpread) ** 2

interface Wanderers {
  readonly slow: Float64Array
  readonly fast: Float64Array
  readonly trend: Float64Array
}

const wanderers = (size: number): Wanderers => ({
  slow: new Float64Array(size),
  fast: new Float64Array(size),
  trend: new Float64Array(size),
})

/**
 * How much of each wanderer stays over a step, and how much new is added. By exp, not 1 - rate * share: a step may be a
 * whole night.
 */
function stayOver(share: number) {
  const slow = Math.exp(-slowRate * share)
  const fast = Math.exp(-fastRate * share)
  const trend = Math.exp(-trendRate * share)
  return {
    share,
    slow,
    fast,
    trend,
    newSlow: slowSpread * Math.sqrt(1 - slow ** 2),
    newFast: fastSpread * Math.sqrt(1 - fast ** 2),
    newTrend: trendSpread * Math.sqrt(1 - trend ** 2),
  }
}

/** Everything needed to continue a stopped run. */
export interface FairValueState {
  readonly logs: readonly number[]
  readonly slow: readonly number[]
  readonly fast: readonly number[]
  readonly trend: readonly number[]
}

export interface News {
  readonly index: number
  readonly move: number
}

export interface FairValues {
  /** Natural logarithm of each fair value, hundredths. */
  readonly logs: Float64Array
  /** Advances everything by a part of a day's variance; returns the news. */
  step(share: number, random: Random): readonly News[]
  valueOf(index: number): number
  /** The current volatility relative to the usual one, 1 on average. */
  volatilityOf(index: number): number
  /** Deviation of a whole day's return at usual volatility. */
  deviationOf(index: number): number
  save(): FairValueState
  restore(state: FairValueState): void
}

export function createFairValues(characters: readonly Character[], random: Random): FairValues {
  const count = characters.length
  const sectors = [...new Set(characters.map(({ sector }) => sector))]
  const sectorOf = characters.map(({ sector }) => sectors.indexOf(sector))
  // One array of wanderers: the market, the sectors, then the instruments.
  const first = 1 + sectors.length
  const { slow, fast, trend } = wanderers(first + count)
  let stay = stayOver(0)
  const returns = new Float64Array(first)
  const logs = Float64Array.from(characters, ({ reference }) => Math.log(reference))
  const deviations = characters.map(({ market, shared, own }) => Math.hypot(market, shared, own))

  for (let index = 0; index < slow.length; index += 1) {
    slow[index] = slowSpread * random.normal()
    fast[index] = fastSpread * random.normal()
    trend[index] = trendSpread * random.normal()
  }

  const volatility = (index: number): number =>
    index === 0
      ? Math.exp(slow[0]! + fast[0]! - marketVariance)
      : Math.exp(slow[index]! + fast[index]! + marketMood * slow[0]! - partVariance)

  /** Moves one part's volatility and trend and returns its return, in units of its deviation. */
  const wander = (index: number, share: number, root: number, random: Random): number => {
    const change = volatility(index) * root * random.normal() + trend[index]! * share
    slow[index] = slow[index]! * stay.slow + stay.newSlow * random.normal()
    fast[index] = fast[index]! * stay.fast + stay.newFast * random.normal()
    trend[index] = trend[index]! * stay.trend + stay.newTrend * random.normal()
    return change
  }

  return {
    logs,
    step(share, random) {
      const news: News[] = []
      if (share <= 0) return news
      if (stay.share !== share) stay = stayOver(share)
      const root = Math.sqrt(share)
      for (let index = 0; index < first; index += 1) returns[index] = wander(index, share, root, random)
      for (let index = 0; index < count; index += 1) {
        const { market, shared, own, news: rate } = characters[index]!
        logs[index]! +=
          market * returns[0]! +
          shared * returns[1 + sectorOf[index]!]! +
          own * wander(first + index, share, root, random)
        if (rate > 0 && random.next() < rate * share) {
          const size = Math.min(0.06, 0.015 + 0.015 * Math.abs(random.normal()))
          const move = random.next() < 0.5 ? -size : size
          logs[index]! += move
          news.push({ index, move })
        }
      }
      return news
    },
    valueOf: (index) => Math.exp(logs[index]!),
    volatilityOf(index) {
      const { market, shared, own } = characters[index]!
      const parts = [
        market * volatility(0),
        shared * volatility(1 + sectorOf[index]!),
        own * volatility(first + index),
      ]
      return Math.hypot(...parts) / deviations[index]!
    },
    deviationOf: (index) => deviations[index]!,
    save: () => ({ logs: [...logs], slow: [...slow], fast: [...fast], trend: [...trend] }),
    restore(state) {
      if (state.logs.length !== count || state.slow.length !== slow.length) {
        throw new Error('the saved fair values belong to other instruments')
      }
      logs.set(state.logs)
      slow.set(state.slow)
      fast.set(state.fast)
      trend.set(state.trend)
    },
  }
}
