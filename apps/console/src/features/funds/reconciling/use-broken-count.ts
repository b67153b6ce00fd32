import { useRead } from '#shell/data.ts'

/** How many checks did not hold at the last look; behind the name in the menu. */
export const useBrokenCount = (): number | undefined =>
  useRead('/funds/reconciliation', {}, { every: 30_000 }).data?.last?.broken
