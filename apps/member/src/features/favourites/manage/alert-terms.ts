// The defaults and bounds of the alert sheet. Whole hundredths throughout; the exchange's ticks decide every step.

import type { QuoteRow } from '@fairlot/contract/market-data'
import { parsePrice } from '@fairlot/money'
import { isReached } from '@fairlot/rules/favourites'
import { ceilToTick, floorToTick, highestPrice, stepPrice, tickAt } from '@fairlot/rules/instruments'
import type { LiveRow } from '#features/market-data'
import type { Alert } from '../use-alerts.ts'

type Kind = Alert['kind']
type InstrumentKind = QuoteRow['kind']

/** Half a percent. */
export const MOVE_STEP = 50
const USUAL_MOVE = 500
const FURTHEST_MOVE = 10_000

export interface Bounds {
  readonly min: number
  readonly max: number
}

export const priceNow = ({ last, reference }: LiveRow): number => last ?? reference

/** Prices a trade can still reach today. Without a daily limit, any tick. */
export const boundsOf = (kind: Kind, live: LiveRow): Bounds => {
  if (kind !== 'moves') return { min: live.lower ?? 1, max: live.upper ?? highestPrice }
  if (live.upper === null || live.lower === null) return { min: MOVE_STEP, max: FURTHEST_MOVE }
  const furthest = Math.max(live.upper - live.reference, live.reference - live.lower)
  const max = Math.floor((furthest * 10_000) / live.reference)
  return { min: Math.min(MOVE_STEP, max), max }
}

/** Two and a half percent away, on a tick; five percent of a day's move. */
export const proposed = (kind: Kind, instrument: InstrumentKind, live: LiveRow): number => {
  const { min, max } = boundsOf(kind, live)
  const now = priceNow(live)
  if (kind === 'moves') return Math.min(max, USUAL_MOVE)
  const wanted =
    kind === 'rises-to'
      ? ceilToTick(instrument, Math.floor((now * 1_025) / 1_000))
      : floorToTick(instrument, Math.floor((now * 975) / 1_000))
  return Math.min(max, Math.max(min, wanted))
}

export const moveThreshold = (kind: Kind, instrument: InstrumentKind, value: number, way: 1 | -1): number => {
  if (kind !== 'moves') return stepPrice(instrument, value, way)
  const from = way === 1 ? Math.floor(value / MOVE_STEP) : Math.ceil(value / MOVE_STEP)
  return (from + way) * MOVE_STEP
}

/** The typed value, rounded to a tick; undefined when it is not a number. Fractions are never floats. */
export const readThreshold = (kind: Kind, instrument: InstrumentKind, text: string): number | undefined => {
  const parsed = parsePrice(text.replace('%', '').trim())
  if (!parsed.ok) return undefined
  const value = Number(parsed.value)
  return kind === 'moves' ? value : floorToTick(instrument, value) || tickAt(instrument, value)
}

export const isThere = (kind: Kind, threshold: number, live: LiveRow): boolean =>
  isReached({ kind, threshold }, priceNow(live), live.reference)
