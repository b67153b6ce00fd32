import { mayClose } from '@fairlot/rules/positions'
import { closableOf, type Ground, type PositionRow } from '../figures.ts'
import { useMarketNow } from '../use-market-now.ts'

/** The positions with free shares whose lock has ended. */
export const useClosable = (
  rows: readonly PositionRow[],
  ground: Ground | undefined,
): readonly PositionRow[] => {
  const now = useMarketNow((shownAt) => rows.some(({ unlocksAt }) => Date.parse(unlocksAt) > shownAt))
  if (ground === undefined) return []
  return rows.filter(
    (row) =>
      row.shares > row.closing && mayClose(closableOf(row), now, ground.today, ground.terms) === undefined,
  )
}
