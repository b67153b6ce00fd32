// The practice market's generated past. The same fair values that drive the live participants run over two years of
// days, the last ten of them by half minutes. Prices then follow the paths backwards from today's reference price, on
// tick and inside each day's limits. Nothing of it was traded, and every row is marked as generated.

import { type CandleBody, INDEX_BASE, indexRules, indexValue, joinCandles } from '@fairlot/rules/market-data'
import { ceilToTick, floorToTick, limitsOf, lotSize, stepPrice } from '@fairlot/rules/instruments'
import type { CalendarName } from '@fairlot/rules/calendar'
import { activityAt, overnightShare, tradesPerDay, varianceShare } from '../activity.ts'
import { createFairValues } from '../fair-values.ts'
import { charactersOf, type Character, type InstrumentFacts, usualShares } from '../instruments.ts'
import { type Random, randomOf } from '../random.ts'

export interface DayCandle extends CandleBody {
  readonly date: string
}
export interface MinuteCandle extends CandleBody {
  readonly date: string
  /** Minutes after midnight in Taipei. */
  readonly minute: number
}
export interface InstrumentHistory {
  readonly symbol: string
  readonly days: readonly DayCandle[]
  readonly minutes: readonly MinuteCandle[]
}
export interface IndexDay {
  readonly code: string
  readonly date: string
  readonly value: number
}

export interface HistoryRequest {
  readonly instruments: readonly InstrumentFacts[]
  /** Trading days, oldest first. */
  readonly dates: readonly string[]
  /** How many of the last days get minutes. */
  readonly minuteDays: number
  readonly seed: string
  /** The traded volume of a day follows the calendar that the market will use. */
  readonly calendar: CalendarName
}

export interface History {
  readonly indices: readonly IndexDay[]
  /** One instrument after another, because all of them at once would need too much memory. */
  instruments(): Generator<InstrumentHistory>
}

const openMinute = 540
const lastMinute = 804
const closeMinute = 810

/** A moment of a day with trades, and the part of the day's trades and variance since the previous one. */
export interface Moment {
  readonly minute: number
  readonly variance: number
  readonly trades: number
  readonly isAuction?: boolean
}

/** The opening auction, a moment every `everyMinutes` up to 13:25, and the closing auction. */
function momentsOf(everyMinutes: number): readonly Moment[] {
  const auctions = { opening: 0.05, closing: 0.06 }
  const starts: number[] = []
  for (let minute = openMinute; minute <= lastMinute; minute += everyMinutes) starts.push(minute)
  const weights = starts.map((minute) => activityAt('twse', minute + everyMinutes / 2))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const variance = (minute: number, minutes: number): number =>
    varianceShare('twse', (minute - 480) * 60_000, minutes * 60_000)
  return [
    { minute: openMinute, variance: overnightShare, trades: auctions.opening, isAuction: true },
    ...starts.map((minute, index) => ({
      minute: Math.floor(minute),
      variance: variance(minute, everyMinutes),
      trades: ((1 - auctions.opening - auctions.closing) * weights[index]!) / total,
    })),
    { minute: closeMinute, variance: variance(lastMinute, 3), trades: auctions.closing, isAuction: true },
  ]
}

interface DayPath {
  readonly moments: readonly Moment[]
  /** Logarithms of fair value at each moment of the day, less that of `base`. */
  readonly logs: Float32Array
  /** From the previous close to this close. */
  readonly change: number
  readonly volatility: number
}

export function generateHistory(request: HistoryRequest): History {
  const { dates, seed, calendar } = request
  const characters = charactersOf(request.instruments)
  const paths = walk(characters, dates.length, request.minuteDays, seed)
  const closes = characters.map((character, index) => closesOf(character, paths[index]!))
  return {
    indices: indicesOf(characters, dates, closes),
    *instruments() {
      for (const [index, character] of characters.entries()) {
        yield layOut(character, dates, paths[index]!, closes[index]!, request.minuteDays, {
          random: randomOf(seed, 'history', character.symbol),
          trades: tradesPerDay(calendar) * character.weight,
        })
      }
    },
  }
}

function walk(characters: readonly Character[], days: number, minuteDays: number, seed: string): DayPath[][] {
  const random = randomOf(seed, 'history')
  const values = createFairValues(characters, random)
  const coarse = momentsOf(10)
  const fine = momentsOf(0.5)
  const paths: DayPath[][] = characters.map(() => [])
  let before = Float64Array.from(values.logs)
  for (let day = 0; day < days; day += 1) {
    const moments = day >= days - minuteDays ? fine : coarse
    const raw = characters.map(() => new Float64Array(moments.length))
    for (const [at, moment] of moments.entries()) {
      values.step(moment.variance, random)
      for (let index = 0; index < raw.length; index += 1) raw[index]![at] = values.logs[index]!
    }
    for (let index = 0; index < raw.length; index += 1) {
      const end = values.logs[index]!
      paths[index]!.push({
        moments,
        logs: Float32Array.from(raw[index]!, (log) => log - end),
        change: end - before[index]!,
        volatility: values.volatilityOf(index),
      })
    }
    before = Float64Array.from(values.logs)
  }
  return paths
}

const nearest = (character: Character, price: number): number => {
  const below = floorToTick(character.kind, price)
  const above = ceilToTick(character.kind, price)
  return price - below < above - price && below > 0 ? below : above
}

/** Closes from the day before the first to the last, computed backwards from the reference price. */
function closesOf(character: Character, path: readonly DayPath[]): number[] {
  const { kind, limited } = character
  const closes = [character.reference]
  for (const { change } of path.toReversed()) {
    const after = closes[0]!
    const bounded = limited ? Math.min(0.095, Math.max(-0.1, change)) : change
    let close = nearest(character, after / Math.exp(bounded))
    // Rounding to the tick can push the later close out of the limits: move closer until it fits.
    for (;;) {
      const limits = limitsOf(kind, close, limited)
      if (!limits || (after <= limits.upper && after >= limits.lower)) break
      close = stepPrice(kind, close, after > limits.upper ? 1 : -1)
    }
    closes.unshift(close)
  }
  return closes
}

interface Trading {
  readonly random: Random
  /** On a usual day. */
  readonly trades: number
}

function layOut(
  character: Character,
  dates: readonly string[],
  path: readonly DayPath[],
  closes: readonly number[],
  minuteDays: number,
  trading: Trading,
): InstrumentHistory {
  const days: DayCandle[] = []
  const minutes: MinuteCandle[] = []
  for (const [index, date] of dates.entries()) {
    const close = closes[index + 1]!
    // Relative to the close, so that the day ends there exactly.
    const candles = candlesOf(character, path[index]!, closes[index]!, close, trading)
    days.push({ date, ...[...candles.values()].reduce(joinCandles) })
    if (index < dates.length - minuteDays) continue
    for (const [minute, candle] of candles) minutes.push({ date, minute, ...candle })
  }
  return { symbol: character.symbol, days, minutes }
}

/** The trades of each minute of a day, in order, around `base` times the path. An auction has one price. */
export function candlesOf(
  character: Character,
  { moments, logs, volatility }: Omit<DayPath, 'change'>,
  reference: number,
  base: number,
  { random, trades }: Trading,
): Map<number, CandleBody> {
  const { kind, limited } = character
  const limits = limitsOf(kind, reference, limited) ?? { upper: Infinity, lower: 1 }
  const inside = (price: number): number => Math.min(limits.upper, Math.max(limits.lower, price))
  const usual = usualShares(character, base) / lotSize
  // Volatile days have more trades.
  const today = trades * volatility ** 0.8 * Math.exp(0.3 * random.normal())
  const lots = (count: number): number =>
    lotSize * Math.max(count, Math.round(count * usual * 1.25 * Math.exp(0.3 * random.normal())))

  const candles = new Map<number, CandleBody>()
  const add = (minute: number, candle: CandleBody): void => {
    const earlier = candles.get(minute)
    candles.set(minute, earlier ? joinCandles(earlier, candle) : candle)
  }
  for (const [at, moment] of moments.entries()) {
    const count = random.count(today * moment.trades)
    if (count === 0 && moment.isAuction !== true) continue
    const value = base * Math.exp(logs[at]!)
    if (moment.isAuction === true) {
      add(moment.minute, one(inside(nearest(character, value)), lots(Math.max(1, count)), Math.max(1, count)))
      continue
    }
    // Buyers pay the tick above the fair value and sellers get the one below. Within half a minute most trades are on
    // one side, the nearer one more often, so the last price does not jump with every trade.
    const sell = inside(floorToTick(kind, value))
    const buy = inside(ceilToTick(kind, value))
    const buyers = random.next() < (buy === sell ? 0.5 : (value - sell) / (buy - sell))
    if (count === 1 || random.next() < oneSided) {
      add(moment.minute, one(buyers ? buy : sell, lots(count), count))
      continue
    }
    const first = 1 + Math.floor(random.next() * (count - 1))
    const [earlier, later] = buyers ? [sell, buy] : [buy, sell]
    add(moment.minute, one(earlier, lots(first), first))
    add(moment.minute, one(later, lots(count - first), count - first))
  }
  return candles
}

/** How many half minutes trade on one side only. */
const oneSided = 0.7

const one = (price: number, volume: number, trades: number): CandleBody => ({
  open: price,
  high: price,
  low: price,
  close: price,
  volume,
  turnover: price * volume,
  trades,
})

function indicesOf(
  characters: readonly Character[],
  dates: readonly string[],
  closes: readonly (readonly number[])[],
): IndexDay[] {
  return indexRules.flatMap(({ code, has }) => {
    const members = characters.flatMap((character, index) => (has(character) ? [closes[index]!] : []))
    if (members.length === 0) return []
    let value = INDEX_BASE
    return dates.map((date, day) => {
      if (day > 0) {
        const moved = members.map((prices) => ({ last: prices[day + 1]!, reference: prices[day]! }))
        value = indexValue(value, moved)
      }
      return { code, date, value }
    })
  })
}
