import type { QuoteRow } from '@fairlot/contract/market-data'
import { useEffect } from 'react'
import { useRead } from '#shell/data.ts'
import { primeRows } from '../live/index.ts'

/** Maximum of one API answer. */
const MAX = 200

/** The rows of these symbols by symbol: names and initial prices. */
export const useNamedRows = (symbols: readonly string[]): ReadonlyMap<string, QuoteRow> => {
  const list = [...new Set(symbols)].toSorted().slice(0, MAX)
  const { data } = useRead(
    '/market/someQuotes',
    { symbols: list },
    { enabled: list.length > 0, staleTime: 60_000, quiet: true, keep: true },
  )
  const rows = data?.rows
  useEffect(() => {
    if (rows !== undefined) primeRows(rows)
  }, [rows])
  return new Map((rows ?? []).map((row) => [row.symbol, row]))
}
