// The newest known rows, details, tapes and indices. They come from the feed, and by REST what it did not send.

import type { QuoteData, QuoteRow } from '@fairlot/contract/market-data'
import type { DetailUpdate, TapeEntry } from '@fairlot/contract/live'
import { createCells, ONLY, type RequestFrame } from '#shell/live/cells.ts'
import type { Watch } from '#shell/live/demands.ts'
import type { UpdateFrame } from '#shell/live/price-sink.ts'
import {
  detailFromFeed,
  detailOf,
  indexFromFeed,
  type LiveDetail,
  type LiveIndex,
  type LiveRow,
  rowFromFeed,
  rowOf,
} from './live-row.ts'
import { joins, mergeTape } from './tape.ts'

export interface QuotesHost {
  readRows(symbols: readonly string[]): Promise<readonly QuoteRow[] | undefined>
  readQuote(symbol: string): Promise<QuoteData | undefined>
  readTape(symbol: string): Promise<readonly TapeEntry[] | undefined>
  requestFrame: RequestFrame
}

export type Quotes = ReturnType<typeof createQuotes>

export const createQuotes = (host: QuotesHost) => {
  const { requestFrame } = host
  const rows = createCells<LiveRow>(requestFrame)
  const details = createCells<LiveDetail>(requestFrame)
  const indices = createCells<readonly LiveIndex[]>(requestFrame)
  const tapes = createTapes(host)
  /** Symbols that the gateway has sent on this connection. */
  const answered = new Set<string>()

  const primeRows = (news: readonly QuoteRow[]): void => {
    for (const row of news)
      if (isNewer(rows.newest(row.symbol), row.version)) rows.set(row.symbol, rowOf(row))
  }
  const primeDetail = (quote: QuoteData): void => {
    if (isNewer(details.newest(quote.symbol), quote.version)) details.set(quote.symbol, detailOf(quote))
    primeRows([quote])
  }
  const takeIndices = (news: readonly LiveIndex[]): void => {
    const known = new Map((indices.newest(ONLY) ?? []).map((index) => [index.code, index]))
    for (const index of news) known.set(index.code, index)
    indices.set(ONLY, [...known.values()])
  }
  return {
    rows,
    details,
    indices,
    tapes: tapes.cells,
    wantTape: tapes.want,
    primeRows,
    primeDetail,
    forget: () => answered.clear(),
    take(frame: UpdateFrame): void {
      for (const update of frame.rows ?? []) {
        answered.add(update.s)
        if (isNewer(rows.newest(update.s), update.n)) rows.set(update.s, rowFromFeed(update))
      }
      for (const update of frame.detail ?? []) {
        answered.add(update.s)
        tapes.take(update, details.newest(update.s)?.date === update.y)
        if (!isNewer(details.newest(update.s), update.n)) continue
        const detail = detailFromFeed(update)
        details.set(update.s, detail)
        rows.set(update.s, rowOf(detail))
      }
      if (frame.idx !== undefined) takeIndices(frame.idx.map(indexFromFeed))
    },
    async readUnanswered(asked: Watch): Promise<void> {
      const silent = asked.rows.filter((symbol) => !answered.has(symbol))
      if (silent.length > 0) {
        const found = await host.readRows(silent)
        if (found) primeRows(found)
      }
      for (const symbol of asked.detail) {
        if (answered.has(symbol)) continue
        const found = await host.readQuote(symbol)
        if (found) primeDetail(found)
      }
    },
  }
}

const createTapes = (host: QuotesHost) => {
  const cells = createCells<readonly TapeEntry[]>(host.requestFrame)
  const asked = new Set<string>()
  const read = async (symbol: string): Promise<void> => {
    if (asked.has(symbol)) return
    asked.add(symbol)
    const found = await host.readTape(symbol)
    asked.delete(symbol)
    if (found) cells.set(symbol, mergeTape(found, cells.newest(symbol) ?? []))
  }
  return {
    cells,
    /** Reads the history unless it is already there. */
    want(symbol: string): void {
      if (cells.newest(symbol) === undefined) void read(symbol)
    },
    take({ s: symbol, t: news = [], gap: isGap }: DetailUpdate, isSameDay: boolean): void {
      const held = cells.newest(symbol)
      if (held === undefined || (news.length === 0 && !isGap)) return
      const kept = isSameDay ? held : []
      if (isGap && !joins(kept, news)) void read(symbol)
      if (news.length > 0) cells.set(symbol, mergeTape(kept, news))
    },
  }
}

const isNewer = (held: { readonly version: number } | undefined, version: number): boolean =>
  held === undefined || version > held.version
