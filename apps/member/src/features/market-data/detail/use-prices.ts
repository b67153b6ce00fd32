// Whether a chart and its table show prices as traded (原始) or in shares and dividends of today (還原). Adjusted unless the member asks
// for the other; the address keeps it.

import { useSearch, useSetSearch } from '#shell/search.ts'

export const pricesShown = ['adjusted', 'original'] as const
export type PricesShown = (typeof pricesShown)[number]

export const usePricesShown = (): PricesShown =>
  useSearch().get('prices') === 'original' ? 'original' : 'adjusted'

export const useShowPrices = (): ((prices: PricesShown) => void) => {
  const setSearch = useSetSearch()
  return (prices) => setSearch('prices', prices)
}
