import type { FoundInstrument } from '@fairlot/contract/instruments'
import { useDeferredValue, useEffect } from 'react'
import { primeRows, useRows } from '#features/market-data'
import { useRead } from '#shell/data.ts'

/** The server's maximum: no name is longer. */
export const LONGEST_TEXT = 40

/** The matches while typing; the previous answer stays until the next one is there. */
export const useSearch = (typed: string) => {
  const text = useDeferredValue(typed.normalize('NFKC').trim().slice(0, LONGEST_TEXT))
  const read = useRead(
    '/stock/searchStock',
    { text },
    { enabled: text !== '', staleTime: 60_000, keep: true, quiet: true },
  )
  return { ...read, data: text === '' ? undefined : read.data, text }
}

/** Reads and watches the prices of the matches that are shown. */
export const usePricesOf = (found: readonly FoundInstrument[]): void => {
  const symbols = found.slice(0, 100).map(({ symbol }) => symbol)
  const { data } = useRead(
    '/market/someQuotes',
    { symbols },
    { enabled: symbols.length > 0, quiet: true, keep: true },
  )
  useEffect(() => {
    if (data !== undefined) primeRows(data.rows)
  }, [data])
  useRows(symbols)
}
