// How screens read the feed. Watching lasts while the component is mounted and its page shown: a kept but hidden page
// has no effects, so it watches nothing.

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { TapeEntry } from '@fairlot/contract/market-data/feed'
import { appFeed } from './app-feed.ts'
import { type Cells, ONLY } from './cells.ts'
import type { Feed } from './freshness.ts'
import type { LiveDetail, LiveIndex, LiveRow } from './live-row.ts'

const useCell = <Value>(cells: Cells<Value>, key: string): Value | undefined => {
  const subscribe = useCallback((listener: () => void) => cells.subscribe(key, listener), [cells, key])
  return useSyncExternalStore(subscribe, () => cells.get(key))
}

/** Watches these symbols as rows of a list. Pass the visible ones, not the whole list. */
export const useRows = (symbols: readonly string[]): void => {
  const list = symbols.join(' ')
  useEffect(() => (list === '' ? undefined : appFeed().watch({ rows: list.split(' ') })), [list])
}

/** The newest state of one row, by its own subscription. It does not watch: the list's `useRows` does. */
export const useRow = (symbol: string): LiveRow | undefined => useCell(appFeed().rows, symbol)

/**
 * Reads several rows as one value that stays the same array until a row changes; otherwise React would render
 * endlessly.
 */
const rowsOf = (names: readonly string[]) => {
  const { rows } = appFeed()
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
  useEffect(() => appFeed().watch({ detail: symbol }), [symbol])
  return useCell(appFeed().details, symbol)
}

/** The newest trades of one instrument, newest first; undefined until they have been read. Watches it in detail. */
export const useTape = (symbol: string): readonly TapeEntry[] | undefined => {
  useEffect(() => {
    appFeed().wantTape(symbol)
    return appFeed().watch({ detail: symbol })
  }, [symbol])
  return useCell(appFeed().tapes, symbol)
}

/** The feed's indices; empty until received. */
export const useIndices = (): readonly LiveIndex[] => {
  useEffect(() => appFeed().watch({ indices: true }), [])
  return useCell(appFeed().indices, ONLY) ?? noIndices
}
const noIndices: readonly LiveIndex[] = []

/** Whether prices move, and since when they do not. */
export const useFeed = (): Feed => useCell(appFeed().state, ONLY) ?? starting
const starting: Feed = { state: 'connecting', since: undefined }

/** Stores a REST answer as the initial value; newer values stay. */
export const primeRows = (rows: readonly QuoteRow[]): void => appFeed().primeRows(rows)
export const primeDetail = (quote: QuoteData): void => appFeed().primeDetail(quote)

/** Reconnects at once instead of after the next wait, when the member asks for it. */
export const reconnect = (): void => appFeed().hurry()

/**
 * Calls back for each event of the member, and `onHole` when some may have been missed: read the list again then.
 * Returns the function that stops it. Keeps the connection open while the page is visible.
 */
export const onMemberEvent = (
  kind: string,
  onEvent: (data: unknown) => void,
  onHole: () => void = nothing,
): (() => void) => appFeed().onMemberEvent({ kind, onEvent, onHole })
const nothing = (): void => undefined
