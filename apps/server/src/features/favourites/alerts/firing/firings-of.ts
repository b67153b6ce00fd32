// Which alerts a series of trades fires. Pure: events, days and alerts in, firings out.

import { isReached, moveOf } from '@fairlot/rules/favourites'
import type { DayBegun, Traded } from '@fairlot/contract/venue'
import type { TradeEvent } from '#platform/trade-cursor'
import type { DayRow, Firing, Reach, WaitingAlert } from './store.ts'

interface DatedTrade {
  readonly event: bigint
  readonly at: Date
  readonly symbol: string
  readonly price: number
  /** Its trading day and that day's reference price. */
  readonly date: string
  readonly reference: number
}

export interface ReadTrades {
  readonly trades: readonly DatedTrade[]
  /** The days after the last event. */
  readonly days: readonly DayRow[]
}

/** Gives each trade its trading day: the newest `day` event before it, here or in an earlier read. */
export function dateTrades(events: readonly TradeEvent[], known: readonly DayRow[]): ReadTrades {
  const days = new Map(known.map((day) => [day.symbol, day]))
  const begun = new Map<string, DayRow>()
  const trades: DatedTrade[] = []
  for (const { event, at, kind, symbol, body } of events) {
    if (kind === 'day') {
      const { date, reference } = JSON.parse(body) as DayBegun
      const day = { symbol, date, reference, event }
      days.set(symbol, day)
      begun.set(symbol, day)
      continue
    }
    const day = days.get(symbol)
    // The venue begins the day of an instrument before its first trade, and never prunes either event.
    if (day === undefined) throw new Error(`event ${event}: ${symbol} traded before its day began`)
    const { price } = JSON.parse(body) as Traded
    trades.push({ event, at, symbol, price, date: day.date, reference: day.reference })
  }
  return { trades, days: [...begun.values()] }
}

export function reachesOf(trades: readonly DatedTrade[]): readonly Reach[] {
  const reaches = new Map<string, Reach>()
  for (const { symbol, price, reference } of trades) {
    const before = reaches.get(symbol) ?? { symbol, high: price, low: price, move: 0 }
    reaches.set(symbol, {
      symbol,
      high: Math.max(before.high, price),
      low: Math.min(before.low, price),
      move: Math.max(before.move, moveOf(price, reference)),
    })
  }
  return [...reaches.values()]
}

/** At most one firing per alert and trading day; a one-time alert fires at its first trade and never again. */
export function firingsOf(
  trades: readonly DatedTrade[],
  alerts: readonly WaitingAlert[],
  fired: ReadonlySet<string>,
): readonly Firing[] {
  const firings: Firing[] = []
  const bySymbol = Map.groupBy(trades, ({ symbol }) => symbol)
  for (const alert of alerts) {
    const days = new Set<string>()
    for (const { event, at, symbol, price, date, reference } of bySymbol.get(alert.symbol) ?? []) {
      if (event <= alert.afterEvent || days.has(date) || fired.has(`${alert.id} ${date}`)) continue
      if (!isReached(alert, price, reference)) continue
      days.add(date)
      const { id: alertId, memberId, kind, threshold, repeat } = alert
      firings.push({ alertId, date, memberId, symbol, kind, threshold, repeat, price, reference, event, at })
      if (alert.repeat === 'once') break
    }
  }
  return firings
}
