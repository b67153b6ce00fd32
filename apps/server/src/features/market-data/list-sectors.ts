import type { SectorData } from '@fairlot/contract/market-data'
import { sectorsOf } from '@fairlot/rules/market-data'
import type { Board } from './board.ts'

const maxLeaders = 4

/** Largest turnover first. */
export async function listSectors(board: Board): Promise<{ sectors: SectorData[]; at: number }> {
  const { rows, at } = await board.read()
  const sectors = sectorsOf(rows).map(({ stocks, ...sector }) => ({
    ...sector,
    count: stocks.length,
    leaders: stocks.slice(0, maxLeaders).map(({ symbol, nameTw, nameEn, last, reference }) => ({
      symbol,
      nameTw,
      nameEn,
      last,
      reference,
    })),
  }))
  return { sectors, at }
}
