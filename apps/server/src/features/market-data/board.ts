import type { QuoteRow } from '@fairlot/contract/market-data'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import { keepFor } from './keep-for.ts'
import { openSparks } from './sparks.ts'
import { type BoardRow, type ImportedFigures, readBoard, readImportedFigures } from './store.ts'

export interface BoardSnapshot {
  /** By symbol. */
  readonly rows: readonly QuoteRow[]
  readonly bySymbol: ReadonlyMap<string, QuoteRow>
  /** What was imported about it. */
  readonly figuresOf: (symbol: string) => ImportedFigures
  readonly at: number
}

export interface Board {
  read(): Promise<BoardSnapshot>
}

/** The maximum age of a list; newer changes come over the live feed. */
export const keptMs = 1_000
/** Imports come once a day. */
const importsKeptMs = 5_000

/** The whole market as this process last read it: every list comes from one read. */
export function openBoard(db: Db, clock: Clock): Board {
  const sparks = openSparks(db)
  const imports = keepFor(clock, importsKeptMs, async () => {
    const rows = await readImportedFigures(db)
    return new Map(rows.map(({ symbol, ...figures }) => [symbol, figures]))
  })
  return {
    read: keepFor(clock, keptMs, async (now) => {
      const [found, sparkOf, figures] = await Promise.all([readBoard(db), sparks.read(now), imports()])
      const rows = found.map((row) => rowOf(row, sparkOf(row.symbol, row.date)))
      return {
        rows,
        bySymbol: new Map(rows.map((row) => [row.symbol, row])),
        figuresOf: (symbol) => figures.get(symbol) ?? none,
        at: now,
      }
    }),
  }
}

const none: ImportedFigures = { pe: null, dividendYield: null }

export function rowOf(row: BoardRow, spark: number[]): QuoteRow {
  const { indicativePrice, indicativeQuantity, date: _date, ...rest } = row
  return { ...rest, indicative: indicativeOf(indicativePrice, indicativeQuantity), spark }
}

export const indicativeOf = (
  price: number | null,
  quantity: number | null,
): { price: number; quantity: number } | null =>
  price === null || quantity === null ? null : { price, quantity }
