// How screens read the feed. Watching lasts as long as the component is mounted and its page shown: a kept page that
// is hidden has no effects, so it watches nothing.

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { TapeEntry } from '@fairlot/contract/market-data/feed'
import { appFeed } from './app-feed.ts'
import type { Cells } from './cells.ts'
import { ONLY } from './feed.ts'
import type { Feed } from './freshness.ts'
import type { LiveDetail, LiveIndex, LiveRow } from './live-row.ts'

const useCell = <Value>(cells: Cells<Value>, key: string): Value | undefined => {
  const subscribe = useCallback((listener: () => void) => cells.subscribe(key, listener), [cells, key])
  return useSyncExternalStore(subscribe, () => cells.get(key))
}

/** Watches these symbols as rows of a list. Give it what is visible, not the whole list. */
export const useRows = (symbols: readonly string[]): void => {
  const list = symbols.join(' ')
  useEffect(() => (list === '' ? undefined : appFeed().watch({ rows: list.split(' ') })), [list])
}

/** The newest of one row, by a subscription of its own. It does not watch: `useRows` of the list does. */
export const useRow = (symbol: string): LiveRow | undefined => useCell(appFeed().rows, symbol)

/** Reads several rows as one value that stays the same array while nothing moved: React would render without end. */
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

/** The newest of several rows at once, for what is summed over a list; undefined where nothing is known yet. */
export const useRowsNow = (symbols: readonly string[]): readonly (LiveRow | undefined)[] => {
  const list = symbols.join(' ')
  const { subscribe, read } = useMemo(() => rowsOf(list === '' ? [] : list.split(' ')), [list])
  return useSyncExternalStore(subscribe, read)
}

/** Watches one instrument whole: price, best five, day's figures. */
export const useDetail = (symbol: string): LiveDetail | undefined => {
  useEffect(() => appFeed().watch({ detail: symbol }), [symbol])
  return useCell(appFeed().details, symbol)
}

/** The newest trades of one instrument, newest first; undefined until they have been read. Watches it whole. */
export const useTape = (symbol: string): readonly TapeEntry[] | undefined => {
  useEffect(() => {
    appFeed().wantTape(symbol)
    return appFeed().watch({ detail: symbol })
  }, [symbol])
  return useCell(appFeed().tapes, symbol)
}

/** The indices as the feed has told them; empty until it has. */
export const useIndices = (): readonly LiveIndex[] => {
  useEffect(() => appFeed().watch({ indices: true }), [])
  return useCell(appFeed().indices, ONLY) ?? noIndices
}
const noIndices: readonly LiveIndex[] = []

/** Whether prices move, and since when they do not. */
export const useFeed = (): Feed => useCell(appFeed().state, ONLY) ?? starting
const starting: Feed = { state: 'connecting', since: undefined }

/** Puts a REST answer in as the starting value; what is newer stays. */
export const primeRows = (rows: readonly QuoteRow[]): void => appFeed().primeRows(rows)
export const primeDetail = (quote: QuoteData): void => appFeed().primeDetail(quote)

/** Comes back at once instead of after the next wait, when the member presses for it. */
export const reconnect = (): void => appFeed().hurry()

/**
 * Calls back when something of the member's own happened, and `onHole` when some of it may have been missed: read the
 * list again then. Answers how to stop. Keeps the line open while the page is visible.
 */
export const onOwn = (
  kind: string,
  onEvent: (data: unknown) => void,
  onHole: () => void = nothing,
): (() => void) => appFeed().onOwn({ kind, onEvent, onHole })
const nothing = (): void => undefined
