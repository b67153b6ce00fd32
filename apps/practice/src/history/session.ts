// The part of the first day that is over when the market is first started. The fair values that the live participants
// will start with walk from the reference price to now, and prices follow them as in the generated past. Nothing of it
// was traded, every row is marked as generated, and neither the exchange nor the ledger knows it.

import { type CalendarName, sessionHours } from '@fairlot/rules/calendar'
import type { CandleBody } from '@fairlot/rules/market-data'
import {
  activityAt,
  dayActivity,
  overnightShare,
  taipeiMinute,
  tradesPerDay,
  varianceShare,
} from '../activity.ts'
import type { FairValues } from '../fair-values.ts'
import type { Character } from '../instruments.ts'
import { randomOf } from '../random.ts'
import { candlesOf, type Moment } from './generate.ts'

export interface SessionRequest {
  readonly characters: readonly Character[]
  /** At the reference prices; afterwards where the live market starts. */
  readonly values: FairValues
  readonly seed: string
  readonly calendar: CalendarName
  readonly date: string
  readonly now: number
}

export interface SessionCandle extends CandleBody {
  readonly at: number
}

export interface InstrumentSession {
  readonly symbol: string
  readonly candles: readonly SessionCandle[]
}

const stepMs = 30_000
const minuteMs = 60_000
/** A first trade more than 3.5 per cent from the reference would pause the security, so the walk ends nearer to it. */
const maxMove = 0.028

interface Timed extends Moment {
  readonly at: number
}

/** Every half minute from the open up to the minute before now. Empty before the open. */
function momentsUntil(calendar: CalendarName, date: string, now: number): readonly Timed[] {
  const { continuousAt, closingCallAt } = sessionHours(calendar, date)
  const end = Math.min(now - (now % minuteMs), closingCallAt)
  const share = (at: number) =>
    (activityAt(calendar, taipeiMinute(at)) * stepMs) / minuteMs / dayActivity(calendar)
  const moments: Timed[] = []
  for (let at = continuousAt; at < end; at += stepMs) {
    moments.push({
      at,
      minute: at - (at % minuteMs),
      variance: varianceShare(calendar, at, stepMs),
      trades: share(at),
    })
  }
  const [first] = moments
  if (first === undefined) return []
  // Only twse has a night between two days.
  const night = calendar === 'twse' ? overnightShare : 0
  return [{ ...first, variance: night, trades: 0.01, isAuction: true }, ...moments]
}

export function generateSession(request: SessionRequest): InstrumentSession[] {
  const { characters, values, seed, calendar, date, now } = request
  const moments = momentsUntil(calendar, date, now)
  if (moments.length === 0) return []
  const random = randomOf(seed, 'session', date)
  const start = Float64Array.from(values.logs)
  const paths = characters.map(() => new Float32Array(moments.length))
  for (const [at, { variance }] of moments.entries()) {
    values.step(variance, random)
    for (let index = 0; index < paths.length; index += 1)
      paths[index]![at] = values.logs[index]! - start[index]!
  }
  for (const [index, path] of paths.entries()) {
    const move = path.at(-1)!
    if (Math.abs(move) <= maxMove) continue
    const share = maxMove / Math.abs(move)
    for (let at = 0; at < path.length; at += 1) path[at]! *= share
    values.logs[index] = start[index]! + move * share
  }
  return characters.map((character, index) => {
    const path = { moments, logs: paths[index]!, volatility: values.volatilityOf(index) }
    const candles = candlesOf(character, path, character.reference, character.reference, {
      random: randomOf(seed, 'session', date, character.symbol),
      trades: tradesPerDay(calendar) * character.weight,
    })
    return {
      symbol: character.symbol,
      candles: [...candles].map(([at, candle]) => ({ at, ...candle })),
    }
  })
}
