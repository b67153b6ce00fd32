import type { ReviewKind } from '@fairlot/contract/operators'
import { useRead } from '#shell/data.ts'

const EVERY_MS = 15_000

export const useCounts = () => useRead('/operators/queueCounts', {}, { every: EVERY_MS, keep: true })

/** For the menu. */
export const useOpenCount = (): number | undefined => useCounts().data?.counts.open

/** For the menu entry of one kind. */
export const useCountOf = (kind: ReviewKind): number | undefined =>
  useCounts().data?.counts.byKind.find((each) => each.kind === kind)?.count
