import { useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'

const SECOND_MS = 1_000

/** The server's time. It advances by the second if something waited for it when the screen was opened. */
export const useMarketNow = (isWaiting: (shownAt: number) => boolean): number => {
  const offset = useMarketSession()?.offset ?? 0
  const shownAt = useNow(0) + offset
  return useNow(isWaiting(shownAt) ? SECOND_MS : 0) + offset
}
