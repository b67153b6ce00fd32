// Two prices on one scale: the change of each since the first candle that both have.

export interface Compared {
  readonly at: number
  /** Hundredths of a percent since the first entry. */
  readonly own: number
  readonly other: number
}

const percent = (value: number, base: number): number => Math.round(((value - base) * 10_000) / base)

/**
 * `candles` and `values` are oldest first, each a time and a price. A candle without a value of its own has the last
 * one before it; candles before the first value are left out.
 */
export function compare(
  candles: readonly (readonly [at: number, close: number])[],
  values: readonly (readonly [at: number, value: number])[],
): Compared[] {
  const compared: Compared[] = []
  let base: { readonly own: number; readonly other: number } | undefined
  let next = 0
  for (const [at, close] of candles) {
    while (next < values.length && values[next]![0] <= at) next += 1
    const other = values[next - 1]?.[1]
    if (other === undefined || close <= 0 || other <= 0) continue
    base ??= { own: close, other }
    compared.push({ at, own: percent(close, base.own), other: percent(other, base.other) })
  }
  return compared
}
