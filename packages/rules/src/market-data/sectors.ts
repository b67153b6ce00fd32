// The sectors of the market: its stocks by industry. Funds belong to none.

import { breadthOf, type Breadth } from './rankings.ts'
import { limitOf, type Limited, percentOf, type Priced } from './change.ts'

export interface SectorMember extends Priced, Limited {
  readonly symbol: string
  readonly kind: 'stock' | 'etf'
  readonly turnover: number
  readonly industryTw: string
  readonly industryEn: string
}

export interface Sector<Row extends SectorMember> extends Breadth {
  readonly nameTw: string
  /** Also its key. */
  readonly nameEn: string
  /** Hundredths of a percent; null until one of its stocks has traded today. */
  readonly change: number | null
  readonly turnover: number
  readonly limitUp: number
  readonly limitDown: number
  /** Largest turnover first. */
  readonly stocks: readonly Row[]
}

/**
 * The mean of the stocks' changes as the lists show them, weighted by their turnover, rounded half away from zero. A
 * product of both exceeds 2^53.
 */
function changeOfAll(stocks: readonly SectorMember[]): number | null {
  let [sum, weight] = [0n, 0n]
  for (const { last, reference, turnover } of stocks) {
    const percent = percentOf(last, reference)
    if (percent === null) continue
    sum += BigInt(percent) * BigInt(turnover)
    weight += BigInt(turnover)
  }
  if (weight === 0n) return null
  const size = ((sum < 0n ? -sum : sum) * 2n + weight) / (2n * weight)
  return Number(sum < 0n ? -size : size)
}

/** Largest turnover first, then by name. */
export function sectorsOf<Row extends SectorMember>(rows: readonly Row[]): Sector<Row>[] {
  const groups = Map.groupBy(
    rows.filter(({ kind }) => kind === 'stock'),
    ({ industryEn }) => industryEn,
  )
  const sectors = [...groups].map(([nameEn, members]) => {
    const stocks = members.toSorted((a, b) => b.turnover - a.turnover || (a.symbol < b.symbol ? -1 : 1))
    return {
      nameTw: stocks[0]!.industryTw,
      nameEn,
      change: changeOfAll(stocks),
      turnover: stocks.reduce((sum, { turnover }) => sum + turnover, 0),
      ...breadthOf(stocks),
      limitUp: stocks.filter((stock) => limitOf(stock) === 'up').length,
      limitDown: stocks.filter((stock) => limitOf(stock) === 'down').length,
      stocks,
    }
  })
  return sectors.toSorted((a, b) => b.turnover - a.turnover || (a.nameEn < b.nameEn ? -1 : 1))
}
