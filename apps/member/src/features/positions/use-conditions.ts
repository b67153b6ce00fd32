import { useRead } from '#shell/data.ts'

/** Shares of the position in conditional orders that wait. They count as closing, but nothing is being closed yet. */
export const useConditionShares = (positionId: string): number => {
  const { data } = useRead('/orders/listConditional', { which: 'waiting' }, { quiet: true })
  return (data?.conditional ?? [])
    .filter((row) => row.positionId === positionId)
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

/** Where a waiting conditional order can be changed and cancelled. */
export const conditionsPath = '/position/position?state=delegation'
