// Fundamentals as the two exchanges publish them: the JSON of their open interfaces, the table of T86, or CSV downloads
// with the same columns. Pure: bytes in, rows out.

import type { FundamentalKind, Fundamentals } from '@fairlot/rules/instruments'
import { parseCsv } from '../prices/parse-csv.ts'
import { decode, oneDate, squeeze, WrongFile } from '../public-files.ts'
import { type Cell, WrongCell } from './cells.ts'
import { type AnyLayout, layouts } from './layouts.ts'

export interface FundamentalRow {
  readonly symbol: string
  readonly period: string
  readonly figures: Fundamentals[FundamentalKind]
}

export interface FundamentalFile {
  readonly kind: FundamentalKind
  readonly market: AnyLayout['market']
  readonly source: string
  /** The day the file says; undefined when it says none. */
  readonly asOf: string | undefined
  readonly rows: readonly FundamentalRow[]
  /** Rows that cannot be read: the code, and what is wrong. */
  readonly wrong: readonly { readonly symbol: string; readonly why: string }[]
}

interface Table {
  readonly columns: ReadonlySet<string>
  readonly rows: readonly Cell[]
  /** A day beside the rows, as 20260714. */
  readonly date: string | undefined
}

/** `givenDate` is the day of a file that says none; it is ignored where the file says one. */
export function parseFundamentals(bytes: Uint8Array, givenDate: string | undefined): FundamentalFile {
  const text = decode(bytes).replace(/^\uFEFF/, '')
  const table = /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text)
  const layout = layouts.find(({ code, date, columns, kind }) =>
    [code, ...columns, ...(date === null || (kind === 'institutions' && table.date) ? [] : [date])].every(
      (name) => table.columns.has(squeeze(name)),
    ),
  )
  if (!layout) throw new WrongFile('has the columns of no file of fundamentals')
  const asOf = dayOf(table, layout)
  const day = asOf ?? givenDate
  if (day === undefined && layout.period === undefined)
    throw new WrongFile('says no date: give it as --date=yyyy-mm-dd before the file')
  return {
    kind: layout.kind,
    market: layout.market,
    source: layout.source,
    asOf,
    ...read(table, layout, day),
  }
}

function dayOf({ date, rows }: Table, layout: AnyLayout): string | undefined {
  if (layout.date === null) return undefined
  if (date === undefined) return oneDate(new Set(rows.map((cell) => cell(layout.date!))))
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(date)
  const day = match && `${match[1]}-${match[2]}-${match[3]}`
  if (!day || Number.isNaN(Date.parse(day))) throw new WrongFile(`says ${date}, which is no date`)
  return day
}

function read(
  table: Table,
  layout: AnyLayout,
  day: string | undefined,
): Pick<FundamentalFile, 'rows' | 'wrong'> {
  const rows: FundamentalRow[] = []
  const wrong: { symbol: string; why: string }[] = []
  for (const cell of table.rows) {
    const symbol = squeeze(cell(layout.code))
    // Totals and remarks below the rows have no code.
    if (!/^[0-9A-Z]{4,8}$/.test(symbol)) continue
    try {
      const figures = layout.read(cell)
      checkSum(figures)
      rows.push({ symbol, period: layout.period?.(cell) ?? day!, figures })
    } catch (error) {
      if (!(error instanceof WrongCell || error instanceof WrongFile)) throw error
      wrong.push({ symbol, why: error.message })
    }
  }
  return { rows, wrong }
}

function checkSum(figures: Fundamentals[FundamentalKind]): void {
  if (!('dealer' in figures)) return
  const { foreign, trust, dealer, total } = figures
  if (foreign + trust + dealer !== total)
    throw new WrongCell(`the institutions buy ${foreign + trust + dealer} together, not ${total}`)
}

function fromJson(text: string): Table {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new WrongFile('is cut short or is no JSON')
  }
  if (Array.isArray(content)) return ofEntries(content)
  // The older interface: names of columns, and rows of cells.
  const { fields, data, date, stat } = (content ?? {}) as Readonly<Record<string, unknown>>
  if (!Array.isArray(fields) || !Array.isArray(data))
    throw new WrongFile(
      typeof stat === 'string' && stat !== 'OK' ? `says ${stat}` : 'is no list of securities',
    )
  const lines = data.filter(Array.isArray).map((line) => line.map(textOf))
  return { ...ofLines(fields.map(textOf), lines), date: textOf(date) || undefined }
}

function ofEntries(content: readonly unknown[]): Table {
  const entries = content.filter(
    (one): one is object => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  if (entries.length === 0) throw new WrongFile('is no list of securities')
  const rows = entries.map(
    (entry) => new Map(Object.entries(entry).map(([name, value]) => [squeeze(name), value])),
  )
  return {
    columns: new Set(rows[0]!.keys()),
    rows: rows.map((row) => (column) => textOf(row.get(squeeze(column)))),
    date: undefined,
  }
}

function fromCsv(text: string): Table {
  const lines = parseCsv(text)
  // Titles precede the heading.
  const heading = lines.findIndex((line) => {
    const names = new Set(line.map(squeeze))
    return layouts.some(({ code, columns }) => [code, ...columns].every((name) => names.has(squeeze(name))))
  })
  if (heading < 0) throw new WrongFile('has the columns of no file of fundamentals')
  return { ...ofLines(lines[heading]!, lines.slice(heading + 1)), date: undefined }
}

function ofLines(names: readonly string[], lines: readonly (readonly string[])[]): Omit<Table, 'date'> {
  const places = new Map(names.map((name, at) => [squeeze(name), at]))
  return {
    columns: new Set(places.keys()),
    rows: lines.map((line) => (column) => line[places.get(squeeze(column)) ?? -1] ?? ''),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
