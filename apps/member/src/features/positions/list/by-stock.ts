// Positions of one stock in one direction as one line: lots, average cost and what can be closed now.

import type { PositionRow } from '../figures.ts'

export interface StockGroup {
  readonly key: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  /** Oldest first. */
  readonly rows: readonly PositionRow[]
  readonly shares: number
  /** Cost of the open shares, cents. */
  readonly value: bigint
  /** Average price of the open shares, hundredths, rounded half up. */
  readonly average: number
  readonly margin: bigint
}

const openValue = ({ openedValue, shares, openedShares }: PositionRow): bigint =>
  (BigInt(openedValue) * BigInt(shares)) / BigInt(openedShares)

const groupOf = (key: string, rows: readonly PositionRow[]): StockGroup => {
  const shares = rows.reduce((sum, row) => sum + row.shares, 0)
  const value = rows.reduce((sum, row) => sum + openValue(row), 0n)
  const [first] = rows as readonly [PositionRow, ...PositionRow[]]
  return {
    key,
    symbol: first.symbol,
    direction: first.direction,
    rows: rows.toSorted((a, b) => Date.parse(a.openedAt) - Date.parse(b.openedAt)),
    shares,
    value,
    average: shares === 0 ? 0 : Number((value * 2n + BigInt(shares)) / (2n * BigInt(shares))),
    margin: rows.reduce((sum, row) => sum + BigInt(row.margin), 0n),
  }
}

/** In the order of the list: the stock with the newest position first. */
export function groupByStock(rows: readonly PositionRow[]): readonly StockGroup[] {
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const key = `${row.symbol} ${row.direction}`
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups].map(([key, members]) => groupOf(key, members))
}
