import type { Clock } from '#platform/clock'

/**
 * Hands out one reading for `ms`, so that a thousand callers cost one query. Callers that come while it is being read
 * wait for the same; a reading that failed is nobody's answer a moment later.
 */
export function keepFor<Result>(
  clock: Clock,
  ms: number,
  load: (now: number) => Promise<Result>,
): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  let readAt = -Infinity
  return () => {
    const now = clock.now().getTime()
    if (reading && now - readAt < ms) return reading
    readAt = now
    const begun = load(now)
    reading = begun
    begun.catch(() => {
      if (reading === begun) reading = undefined
    })
    return begun
  }
}
