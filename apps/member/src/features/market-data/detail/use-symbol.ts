import { useSearch } from '#shell/search.ts'

/** `?symbol=2330`: no route has parameters in its path. */
export const useSymbol = (): string => useSearch().get('symbol')?.trim() ?? ''
