// Which waiting conditional orders a series of trades fires. Pure: events and rows in, marks out.

import type { DayBegun, Traded } from '@fairlot/contract/venue'
import { effectOfTrade, isReached } from '@fairlot/rules/orders'
import type { TradeEvent } from '#platform/trade-cursor'
import type { WatchedEntry } from '../entry/store.ts'
import type { DayRow, Marked, WatchedRow } from './store.ts'

export interface Trade {
  readonly event: bigint
  readonly at: Date
  readonly symbol: string
  readonly price: number
}

export function daysIn(events: readonly TradeEvent[]): readonly DayRow[] {
  const days = new Map<string, DayRow>()
  for (const { kind, symbol, event, body } of events) {
    if (kind !== 'day') continue
    const { date, reference, upper, lower } = JSON.parse(body) as DayBegun
    days.set(symbol, { symbol, date, reference, upper: upper ?? null, lower: lower ?? null, event })
  }
  return [...days.values()]
}

export const tradesIn = (events: readonly TradeEvent[]): readonly Trade[] =>
  events
    .filter(({ kind }) => kind === 'traded')
    .map(({ event, at, symbol, body }) => ({ event, at, symbol, price: (JSON.parse(body) as Traded).price }))

/** A position that may not be closed yet is not watched: its stop begins when its lock ends. */
export const isArmed = (
  { sellableOn, unlocksAt }: Pick<WatchedRow, 'sellableOn' | 'unlocksAt'>,
  at: Date,
  dateOf: (at: Date) => string,
): boolean => sellableOn <= dateOf(at) && unlocksAt <= at

export function firingsOf(
  trades: readonly Trade[],
  watched: readonly WatchedRow[],
  dateOf: (at: Date) => string,
): readonly Marked[] {
  const bySymbol = Map.groupBy(trades, ({ symbol }) => symbol)
  const marks: Marked[] = []
  for (const row of watched) {
    const side = row.direction === 'long' ? 'sell' : 'buy'
    const terms = {
      kind: row.kind,
      stop: row.body.stop ?? undefined,
      takeProfit: row.body.takeProfit ?? undefined,
    }
    let best = row.bestPrice
    let fired: Marked | undefined
    for (const trade of bySymbol.get(row.symbol) ?? []) {
      if (trade.event <= row.afterEvent) continue
      const effect = effectOfTrade({ ...terms, side, best }, trade.price)
      best = effect.best
      if (effect.fires === undefined || !isArmed(row, trade.at, dateOf)) continue
      fired = { id: row.id, best, due: effect.fires, event: trade.event }
      break
    }
    if (fired) marks.push(fired)
    else if (best !== row.bestPrice) marks.push({ id: row.id, best, due: null, event: 0n })
  }
  return marks
}

/** The entries whose trigger was reached by a trade after they were set. */
export function entriesReached(
  trades: readonly Trade[],
  watched: readonly WatchedEntry[],
): readonly Marked[] {
  const bySymbol = Map.groupBy(trades, ({ symbol }) => symbol)
  return watched.flatMap(({ id, symbol, body, afterEvent }) => {
    const reached = bySymbol
      .get(symbol)
      ?.find(({ event, price }) => event > afterEvent && isReached(body.entry, price))
    return reached ? [{ id, best: null, due: 'entry', event: reached.event }] : []
  })
}
