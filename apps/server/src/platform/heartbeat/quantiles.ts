// Times of the last minute from a Prometheus histogram: the growth of its buckets in that minute.

/** The count of each bucket, by its upper bound in seconds; the last is +Inf. */
export type Buckets = ReadonlyMap<number, number>

interface HistogramValue {
  readonly metricName?: string | undefined
  readonly value: number
  readonly labels: Readonly<Record<string, string | number | undefined>>
}

/** Summed over all other labels: one process, one figure. */
export function bucketsOf(values: readonly HistogramValue[]): Buckets {
  const buckets = new Map<number, number>()
  for (const { metricName, value, labels } of values) {
    if (metricName === undefined || !metricName.endsWith('_bucket')) continue
    const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
    buckets.set(bound, (buckets.get(bound) ?? 0) + value)
  }
  return buckets
}

export interface Times {
  readonly count: number
  readonly p50Ms: number
  readonly p99Ms: number
}

/** Undefined without observations in between. */
export function timesBetween(before: Buckets, after: Buckets): Times | undefined {
  const gained = [...after]
    .map(([bound, count]) => ({ bound, count: count - (before.get(bound) ?? 0) }))
    .toSorted((one, other) => one.bound - other.bound)
  const count = gained.at(-1)?.count ?? 0
  if (count <= 0) return undefined
  return { count, p50Ms: quantile(gained, count * 0.5), p99Ms: quantile(gained, count * 0.99) }
}

/** Assumes that observations are spread evenly within a bucket; above the last bound it returns that bound. */
function quantile(
  gained: readonly { readonly bound: number; readonly count: number }[],
  rank: number,
): number {
  let low = 0
  let below = 0
  for (const { bound, count } of gained) {
    if (count >= rank) {
      if (bound === Infinity) return low * 1_000
      const share = count === below ? 1 : (rank - below) / (count - below)
      return (low + (bound - low) * share) * 1_000
    }
    low = bound
    below = count
  }
  return low * 1_000
}
