import { useRead } from '#shell/data.ts'

/** How many checks failed in the last run; shown after the name in the menu. */
export const useBrokenCount = (): number | undefined =>
  useRead('/funds/reconciliation', {}, { every: 30_000 }).data?.last?.broken
