import type { QuoteRow } from '@fairlot/contract/market-data'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { openSparks } from './sparks.ts'
import { type BoardRow, readBoard } from './store.ts'

export interface BoardSnapshot {
  /** By symbol. */
  readonly rows: readonly QuoteRow[]
  readonly bySymbol: ReadonlyMap<string, QuoteRow>
  readonly at: number
}

export interface Board {
  read(): Promise<BoardSnapshot>
}

const keptMs = 1_000

/**
 * The whole market as this process last read it. Every list is cut from one reading of at most a second's age, so a
 * thousand phones on the list cost PostgreSQL one query a second; what moves within it comes over the live feed.
 */
export function openBoard(db: Db, clock: Clock): Board {
  const sparks = openSparks(db)
  let reading: Promise<BoardSnapshot> | undefined
  let readAt = -Infinity

  const load = async (now: number): Promise<BoardSnapshot> => {
    const [found, sparkOf] = await Promise.all([readBoard(db), sparks.read(now)])
    const rows = found.map((row) => rowOf(row, sparkOf(row.symbol)))
    return { rows, bySymbol: new Map(rows.map((row) => [row.symbol, row])), at: now }
  }

  return {
    read() {
      const now = clock.now().getTime()
      if (reading && now - readAt < keptMs) return reading
      readAt = now
      const begun = load(now)
      reading = begun
      // A reading that failed is nobody's answer a moment later.
      begun.catch(() => {
        if (reading === begun) reading = undefined
      })
      return begun
    },
  }
}

export function rowOf(row: BoardRow, spark: number[]): QuoteRow {
  const { indicativePrice, indicativeQuantity, industryEn: _left, ...rest } = row
  return { ...rest, indicative: indicativeOf(indicativePrice, indicativeQuantity), spark }
}

export const indicativeOf = (
  price: number | null,
  quantity: number | null,
): { price: number; quantity: number } | null =>
  price === null || quantity === null ? null : { price, quantity }
