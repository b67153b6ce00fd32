export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

export const round = (value: number): number => Math.round(value)

export const hundredths = (value: number): number => Math.round(value * 100) / 100

export function quantiles(values: readonly number[]): { p50: number; p99: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    hundredths(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN)
  return { p50: at(0.5), p99: at(0.99) }
}

/** The middle of each figure of several turns. */
export function medians(turns: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const names = new Set(turns.flatMap((turn) => Object.keys(turn)))
  return Object.fromEntries([...names].map((name) => [name, median(turns.map((turn) => turn[name] ?? 0))]))
}
