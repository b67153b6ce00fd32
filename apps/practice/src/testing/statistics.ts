// The statistics that the tests of a day and of the generated past use.

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export function deviation(values: readonly number[]): number {
  const centre = mean(values)
  return Math.sqrt(mean(values.map((value) => (value - centre) ** 2)))
}

/** 3 for the normal distribution. */
export function kurtosis(values: readonly number[]): number {
  const centre = mean(values)
  const variance = mean(values.map((value) => (value - centre) ** 2))
  return mean(values.map((value) => (value - centre) ** 4)) / variance ** 2
}

export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  let [both, left, right] = [0, 0, 0]
  for (let index = 0; index < a.length; index += 1) {
    const [x, y] = [a[index]! - meanA, b[index]! - meanB]
    both += x * y
    left += x * x
    right += y * y
  }
  return left > 0 && right > 0 ? both / Math.sqrt(left * right) : 0
}

export const autocorrelation = (values: readonly number[], lag = 1): number =>
  correlation(values.slice(0, -lag), values.slice(lag))

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))]!
}

/** All series in one, each in units of its own deviation, so that calm and volatile ones can be pooled. */
export const pooled = (series: readonly (readonly number[])[]): number[] =>
  series.flatMap((values) => {
    const [centre, size] = [mean(values), deviation(values)]
    return size > 0 ? values.map((value) => (value - centre) / size) : []
  })

export interface Togetherness {
  readonly sameSector: number
  readonly otherSector: number
}

/** Mean correlation of pairs of one sector, and of pairs of two. */
export function togetherness(
  series: readonly { readonly sector: string; readonly returns: readonly number[] }[],
): Togetherness {
  const same: number[] = []
  const other: number[] = []
  for (const [index, a] of series.entries()) {
    for (const b of series.slice(index + 1)) {
      ;(a.sector === b.sector ? same : other).push(correlation(a.returns, b.returns))
    }
  }
  return { sameSector: mean(same), otherSector: mean(other) }
}

export const round = (value: number, digits = 4): number => Number(value.toFixed(digits))
