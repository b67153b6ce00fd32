// How closing a day, or reopening it, moves settlement days. Always by the exchange's calendar: the practice market
// trades every day, but banks keep their holidays.

import { addDays } from './taipei.ts'
import { addSettlementDays, type Closures, isTradingDay, nextTradingDay } from './trading-days.ts'

export interface SettlementMove {
  /** The day of the trade. */
  readonly trade: string
  /** The settlement day; null when nothing trades on that day. */
  readonly before: string | null
  readonly after: string | null
}

const settlementDays = 2
/** No trade further back than this settles on the day, however long the holidays before it. */
const lookbackDays = 20
/** More is a mistake: the exchange's longest holidays are ten days including both weekends. */
const maxInARow = 15

const settlesOn = (closures: Closures, date: string): string | null =>
  isTradingDay('twse', closures, date) ? addSettlementDays('twse', closures, date, settlementDays) : null

export const withClosure = (closures: Closures, date: string, settlementOnly: boolean): Closures =>
  new Map([...closures, [date, { date, settlementOnly }]])

export const withoutClosure = (closures: Closures, date: string): Closures =>
  new Map([...closures].filter(([closed]) => closed !== date))

/** The trades whose settlement day changes, earliest first. */
export function settlementMoves(before: Closures, after: Closures, date: string): readonly SettlementMove[] {
  const moves: SettlementMove[] = []
  for (let trade = addDays(date, -lookbackDays); trade <= date; trade = addDays(trade, 1)) {
    const move = { trade, before: settlesOn(before, trade), after: settlesOn(after, trade) }
    if (move.before !== move.after) moves.push(move)
  }
  return moves
}

/** Whether the market would stay closed longer than for any holiday: then the date is probably mistyped. */
export function closesTooLong(closures: Closures, date: string): boolean {
  const last = addDays(date, -maxInARow)
  for (let day = date; day > last; day = addDays(day, -1)) {
    if (isTradingDay('twse', closures, day)) {
      return nextTradingDay('twse', closures, day) > addDays(day, maxInARow)
    }
  }
  return true
}
