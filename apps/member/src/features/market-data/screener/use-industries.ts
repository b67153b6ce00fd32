import type { SectorData } from '@fairlot/contract/market-data'
import { useRead } from '#shell/data.ts'

/** The industries of the market, which seldom change. Empty until known. */
export const useIndustries = (): readonly SectorData[] =>
  useRead('/market/listSectors', {}, { staleTime: 60_000, quiet: true }).data?.sectors ?? []
