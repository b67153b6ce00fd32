import type { Clock } from '#platform/clock'

/**
 * Caches one read for `ms`, so that a thousand callers cost one query. Concurrent callers wait for the same read; a
 * failed read is not cached.
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
