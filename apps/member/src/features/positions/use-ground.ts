import type { TradingTerms } from '@fairlot/rules/orders'
import { useMarketSession } from '#features/market-data'
import { useRead } from '#shell/data.ts'
import type { Ground } from './figures.ts'

/** The terms and the day for computing results; the terms are the same for every symbol, so any symbol will do. */
export const useGround = (symbol: string | undefined): Ground | undefined => {
  const session = useMarketSession()
  const { data } = useRead(
    '/orders/terms',
    { symbol: symbol ?? '' },
    { enabled: symbol !== undefined, staleTime: 60_000, quiet: true },
  )
  return data === undefined || session === undefined
    ? undefined
    : { terms: data.terms as TradingTerms, today: session.data.date }
}
