import { mayClose } from '@fairlot/rules/positions'
import { useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import type { Ground, PositionRow } from '../figures.ts'

/** The positions with free shares whose lock has ended. */
export const useClosable = (
  rows: readonly PositionRow[],
  ground: Ground | undefined,
): readonly PositionRow[] => {
  const offset = useMarketSession()?.offset ?? 0
  const shownAt = useNow(0)
  const isWaiting = rows.some(({ unlocksAt }) => Date.parse(unlocksAt) > shownAt + offset)
  const now = useNow(isWaiting ? 1_000 : 0) + offset
  if (ground === undefined) return []
  return rows.filter(
    (row) =>
      row.shares > row.closing &&
      mayClose(
        { ...row, unlocksAt: Date.parse(row.unlocksAt), closeAskedAt: null },
        now,
        ground.today,
        ground.terms,
      ) === undefined,
  )
}
