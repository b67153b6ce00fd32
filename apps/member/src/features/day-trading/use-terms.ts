import type { TradingTerms } from '@fairlot/rules/orders'
import { useRead } from '#shell/data.ts'

/** The terms in force, read through this stock's ticket. They are the same for every stock. */
export const useTerms = (symbol: string | undefined): TradingTerms | undefined => {
  const { data } = useRead(
    '/orders/terms',
    { symbol: symbol ?? '' },
    { enabled: symbol !== undefined, staleTime: 60_000, quiet: true },
  )
  return data?.terms as TradingTerms | undefined
}
