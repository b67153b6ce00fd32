// Closing prices as the two Taiwan exchanges publish them: the JSON of their open interfaces and the older CSV
// downloads. Pure: bytes in, rows out. The import judges each row.

import { decode, oneDate, squeeze, WrongFile } from '../public-files.ts'
import { parseCsv } from './parse-csv.ts'

export interface PriceRow {
  /** A string: codes have leading zeros and letters. */
  readonly symbol: string
  /** Hundredths of a dollar; `none` when nothing traded that day, `unreadable` when it is not a price. */
  readonly close: number | 'none' | 'unreadable'
}

export interface PriceFile {
  readonly market: 'TWSE' | 'TPEx'
  /** yyyy-mm-dd. */
  readonly date: string
  readonly rows: readonly PriceRow[]
}

export function parsePriceFile(bytes: Uint8Array): PriceFile {
  const text = decode(bytes)
  return /^\s*[[{]/.test(text) ? fromJson(text) : fromCsv(text)
}

// One row of names per layout; the columns of a file decide which market it is from.
const layouts = [
  { market: 'TWSE', code: 'Code', close: 'ClosingPrice', volume: 'TradeVolume', date: 'Date' },
  { market: 'TPEx', code: 'SecuritiesCompanyCode', close: 'Close', volume: 'TradingShares', date: 'Date' },
  { market: 'TWSE', code: '證券代號', close: '收盤價', volume: '成交股數', date: '日期' },
  { market: 'TPEx', code: '代號', close: '收盤', volume: '成交股數', date: '日期' },
] as const

function fromJson(text: string): PriceFile {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch {
    throw new WrongFile('is cut short or is no JSON')
  }
  if (!Array.isArray(content) || content.length === 0) throw new WrongFile('is no list of securities')
  const entries = content as readonly Readonly<Record<string, unknown>>[]
  const first = entries[0]!
  const layout = layouts.find(({ code, close, date }) => [code, close, date].every((name) => name in first))
  if (!layout) throw new WrongFile('has none of the columns of the exchanges’ daily closing files')
  const dates = new Set<string>()
  const rows = entries.map((entry) => {
    const field = (name: string): string => (typeof entry[name] === 'string' ? entry[name] : '')
    dates.add(field(layout.date))
    return rowOf(field(layout.code), field(layout.close), field(layout.volume))
  })
  return { market: layout.market, date: oneDate(dates), rows }
}

function fromCsv(text: string): PriceFile {
  const lines = parseCsv(text.replace(/^\uFEFF/, ''))
  // Titles precede the heading, and remarks follow the rows.
  const heading = lines.findIndex((line) => layoutOf(line) !== undefined)
  if (heading < 0) throw new WrongFile('has none of the columns of the exchanges’ daily closing files')
  const names = lines[heading]!.map(squeeze)
  const layout = layoutOf(lines[heading]!)!
  const column = (name: string): number => names.indexOf(name)
  const below = lines.slice(heading + 1).filter((line) => line.length >= names.length - 1)
  const cell = (line: readonly string[], name: string): string => line[column(name)] ?? ''
  const dates =
    column(layout.date) < 0
      ? new Set(
          lines
            .slice(0, heading)
            .flat()
            .flatMap((title) => title.match(writtenDate)?.[0] ?? []),
        )
      : new Set(below.map((line) => cell(line, layout.date)))
  return {
    market: layout.market,
    date: oneDate(dates),
    rows: below.map((line) =>
      rowOf(cell(line, layout.code), cell(line, layout.close), cell(line, layout.volume)),
    ),
  }
}

const layoutOf = (line: readonly string[]): (typeof layouts)[number] | undefined => {
  const names = line.map(squeeze)
  return layouts.find(({ code, close }) => names.includes(code) && names.includes(close))
}

function rowOf(code: string, close: string, volume: string): PriceRow {
  return { symbol: squeeze(code), close: closeOf(squeeze(close), squeeze(volume)) }
}

function closeOf(text: string, volume: string): PriceRow['close'] {
  const plain = text.replaceAll(',', '').replace(/^[+]/, '')
  if (/^-*$/.test(plain)) return 'none'
  const match = /^(\d{1,7})(?:[.](\d{1,4}))?$/.exec(plain)
  if (!match) return 'unreadable'
  const decimals = (match[2] ?? '').padEnd(4, '0')
  // A price has at most two decimals; further non-zero decimals would need rounding, which is not specified.
  if (!decimals.endsWith('00')) return 'unreadable'
  const price = Number(match[1]) * 100 + Number(decimals.slice(0, 2))
  if (price > 0) return price
  return /^[0,.]*$/.test(volume) ? 'none' : 'unreadable'
}

const writtenDate = /\d{2,3}\s*[年/]\s*\d{1,2}\s*[月/]\s*\d{1,2}/
