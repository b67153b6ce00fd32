import { useRead } from '#shell/data.ts'

const EVERY_MS = 15_000

export const useCounts = () => useRead('/operators/queueCounts', {}, { every: EVERY_MS, keep: true })

/** For the menu. */
export const useOpenCount = (): number | undefined => useCounts().data?.counts.open
