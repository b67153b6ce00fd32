// How screens read the feed. Watching lasts while the component is mounted and its page shown: a kept but hidden page
// has no effects, so it watches nothing.

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { TapeEntry } from '@fairlot/contract/live'
import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import { ONLY } from '#shell/live/cells.ts'
import { useCell } from '#shell/live/use-cell.ts'
import { appQuotes, watchQuotes } from './app-quotes.ts'
import type { LiveDetail, LiveIndex, LiveRow } from './live-row.ts'

/** Watches these symbols as rows of a list. Pass the visible ones, not the whole list. */
export const useRows = (symbols: readonly string[]): void => {
  const list = symbols.join(' ')
  useEffect(() => (list === '' ? undefined : watchQuotes({ rows: list.split(' ') })), [list])
}

/** The newest state of one row, by its own subscription. It does not watch: the list's `useRows` does. */
export const useRow = (symbol: string): LiveRow | undefined => useCell(appQuotes().rows, symbol)

/**
 * Reads several rows as one value that stays the same array until a row changes; otherwise React would render
 * endlessly.
 */
const rowsOf = (names: readonly string[]) => {
  const { rows } = appQuotes()
  let last: readonly (LiveRow | undefined)[] = []
  return {
    subscribe: (listener: () => void) => {
      const stops = names.map((name) => rows.subscribe(name, listener))
      return () => stops.forEach((stop) => stop())
    },
    read: () => {
      const next = names.map((name) => rows.get(name))
      if (next.length !== last.length || next.some((row, at) => row !== last[at])) last = next
      return last
    },
  }
}

/** The newest state of several rows at once, for sums over a list; undefined where nothing is known yet. */
export const useRowsNow = (symbols: readonly string[]): readonly (LiveRow | undefined)[] => {
  const list = symbols.join(' ')
  const { subscribe, read } = useMemo(() => rowsOf(list === '' ? [] : list.split(' ')), [list])
  return useSyncExternalStore(subscribe, read)
}

/** Watches one instrument in detail: price, best five, day's figures. */
export const useDetail = (symbol: string): LiveDetail | undefined => {
  useEffect(() => watchQuotes({ detail: symbol }), [symbol])
  return useCell(appQuotes().details, symbol)
}

/** The newest trades of one instrument, newest first; undefined until they have been read. Watches it in detail. */
export const useTape = (symbol: string): readonly TapeEntry[] | undefined => {
  useEffect(() => {
    appQuotes().wantTape(symbol)
    return watchQuotes({ detail: symbol })
  }, [symbol])
  return useCell(appQuotes().tapes, symbol)
}

/** The feed's indices; empty until received. */
export const useIndices = (): readonly LiveIndex[] => {
  useEffect(() => watchQuotes({ indices: true }), [])
  return useCell(appQuotes().indices, ONLY) ?? noIndices
}
const noIndices: readonly LiveIndex[] = []

/** Stores a REST answer as the initial value; newer values stay. */
export const primeRows = (rows: readonly QuoteRow[]): void => appQuotes().primeRows(rows)
export const primeDetail = (quote: QuoteData): void => appQuotes().primeDetail(quote)
