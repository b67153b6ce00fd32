// What a reader asks of a record besides the published figures: the months, how trades ended, where the line fell most.

import { multiplyRatio } from '@fairlot/money'
import { taipeiDate, taipeiMidnight, dayMs } from '@fairlot/rules/calendar'
import { indexBase, mentorsRules } from '@fairlot/rules/mentors'

interface Point {
  readonly date: string
  readonly index: bigint
}

export interface MonthResult {
  /** 2026-11 */
  readonly month: string
  readonly bp: number
}

const ratioBp = (change: bigint, base: bigint): number =>
  base === 0n ? 0 : Number(multiplyRatio(change, 10_000n, base))

/** The return of each month, from its own last day end against that of the month before; oldest first. */
export function monthsOf(points: readonly Point[]): readonly MonthResult[] {
  const ends = new Map(points.map(({ date, index }) => [date.slice(0, 7), index]))
  let before = indexBase
  return Array.from(ends, ([month, index]) => {
    const bp = ratioBp(index - before, before)
    before = index
    return { month, bp }
  })
}

export interface Fall {
  /** Places in the line: the high and the low after it. */
  readonly from: number
  readonly to: number
  readonly bp: number
}

/** The largest fall within the line; undefined when it never falls. */
export function largestFall(points: readonly Pick<Point, 'index'>[]): Fall | undefined {
  let high = 0
  let worst: Fall | undefined
  for (const [at, { index }] of points.entries()) {
    const top = points[high]!.index
    if (index >= top) {
      high = at
      continue
    }
    const bp = ratioBp(top - index, top)
    if (bp > (worst?.bp ?? 0)) worst = { from: high, to: at, bp }
  }
  return worst
}

interface Closed {
  readonly kind: string
  readonly openedOn: string
  readonly closedAt: string
  readonly openedValue: bigint
  readonly realised: bigint
}

export interface TradeAverages {
  /** Tenths of a calendar day between opening and close. */
  readonly heldTenths: number
  /** Null without a trade that gained, or lost. */
  readonly gainBp: number | null
  readonly lossBp: number | null
  /** The largest number of losses in a row. */
  readonly losingRun: number
}

/** Of the cash trades that count for the win rate, oldest first; undefined without one. */
export function averagesOf(trades: readonly Closed[]): TradeAverages | undefined {
  const least = BigInt(mentorsRules.minOpening.default)
  const counted = trades.filter(({ kind, openedValue }) => kind === 'cash' && openedValue >= least)
  if (counted.length === 0) return undefined
  const days = counted.reduce((all, trade) => all + daysHeld(trade), 0)
  let run = 0
  let losingRun = 0
  for (const { realised } of counted) {
    run = realised < 0n ? run + 1 : 0
    losingRun = Math.max(losingRun, run)
  }
  return {
    heldTenths: Math.round((days * 10) / counted.length),
    gainBp: averageBp(counted.filter(({ realised }) => realised > 0n)),
    lossBp: averageBp(counted.filter(({ realised }) => realised < 0n)),
    losingRun,
  }
}

const daysHeld = ({ openedOn, closedAt }: Closed): number =>
  (taipeiMidnight(taipeiDate(Date.parse(closedAt))) - taipeiMidnight(openedOn)) / dayMs

const averageBp = (trades: readonly Closed[]): number | null =>
  trades.length === 0
    ? null
    : Math.round(
        trades.reduce((all, { realised, openedValue }) => all + ratioBp(realised, openedValue), 0) /
          trades.length,
      )
