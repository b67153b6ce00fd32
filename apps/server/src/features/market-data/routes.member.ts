import type { marketDataRoutes } from '@fairlot/contract/market-data'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { keptMs, openBoard } from './board.ts'
import { readChart } from './charts/read-chart.ts'
import { saveDrawings } from './charts/save-drawings.ts'
import { saveSettings } from './charts/save-settings.ts'
import { keepFor } from './keep-for.ts'
import { listCandles } from './list-candles.ts'
import { listIndexValues } from './list-index-values.ts'
import { listIndices } from './list-indices.ts'
import { listScreens } from './screens/list-screens.ts'
import { removeScreen } from './screens/remove-screen.ts'
import { saveScreen } from './screens/save-screen.ts'
import { listSectors } from './list-sectors.ts'
import { listQuotes, someQuotes } from './list-quotes.ts'
import { listTrades } from './list-trades.ts'
import { readIntraday } from './read-intraday.ts'
import { readQuote } from './read-quote.ts'

export interface MarketDataDeps {
  readonly db: Db
  readonly clock: Clock
  readonly calendar: CalendarName
}

export function marketDataHandlers({
  db,
  clock,
  calendar,
}: MarketDataDeps): Handlers<typeof marketDataRoutes> {
  const board = openBoard(db, clock)
  const indices = keepFor(clock, keptMs, () => listIndices(db))
  const sectors = keepFor(clock, keptMs, () => listSectors(board))
  return {
    list: async (wish) => done(await listQuotes(board, wish)),
    sectors: async () => done(await sectors()),
    screens: async (_body, { caller }) => done(await listScreens(db, board, caller.memberId)),
    saveScreen: ({ name, screen }, { caller, now }) => saveScreen(db, caller.memberId, name, screen, now),
    removeScreen: ({ screen }, { caller }) => removeScreen(db, caller.memberId, screen),
    chart: ({ symbol }, { caller }) => readChart(db, caller.memberId, symbol),
    saveChart: ({ settings }, { caller, now }) => saveSettings(db, caller.memberId, settings, now),
    saveDrawings: ({ symbol, drawings }, { caller, now }) =>
      saveDrawings(db, caller.memberId, symbol, drawings, now),
    indexValues: (wish) => listIndexValues(db, wish),
    some: async ({ symbols }) => done(await someQuotes(board, symbols)),
    quote: ({ symbol }) => readQuote(db, board, symbol),
    candles: (wish) => listCandles(db, wish),
    intraday: ({ symbol }) => readIntraday(db, calendar, symbol),
    trades: (wish) => listTrades(db, wish),
    indices: async () => done(await indices()),
  }
}
