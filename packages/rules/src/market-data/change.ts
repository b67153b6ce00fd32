/**
 * Change against yesterday's close, hundredths. Null until the first trade of the day: no price is not an unchanged
 * price.
 */
export const changeOf = (last: number | null, reference: number): number | null =>
  last === null ? null : last - reference

/** The change in hundredths of a percent, rounded half away from zero. */
export function percentOf(last: number | null, reference: number): number | null {
  if (last === null || reference <= 0) return null
  const change = last - reference
  const size = Math.floor((Math.abs(change) * 20_000 + reference) / (2 * reference))
  return change < 0 ? -size : size
}

/** Compares two changes as exact fractions of their references: rounding must not decide a rank. */
export function compareChanges(a: Priced, b: Priced): number {
  return (
    ((a.last ?? a.reference) - a.reference) * b.reference -
    ((b.last ?? b.reference) - b.reference) * a.reference
  )
}

/** The day's limit that the last trade reached. An instrument without a limit never reaches one. */
export const limitOf = ({ last, upper, lower }: Limited): 'up' | 'down' | undefined =>
  last === null ? undefined : last === upper ? 'up' : last === lower ? 'down' : undefined

export interface Limited {
  readonly last: number | null
  readonly upper: number | null
  readonly lower: number | null
}

export interface Priced {
  readonly last: number | null
  readonly reference: number
}
