/** All stocks of a sector: the screener with this industry. */
export const sectorPath = (industry: string): string =>
  `/market/market?${new URLSearchParams({ tab: 'screener', industry, kind: 'stock' })}`
