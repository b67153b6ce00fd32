// A day's sparkline as one SVG path. Whole prices in, a string out, so that it can be tested without a browser.

export interface SparkBox {
  readonly width: number
  readonly height: number
}

export interface SparkPath {
  readonly line: string
  /** The line closed down (or up) to the reference, for the tint under an index. */
  readonly area: string
  /** The height of yesterday's close. */
  readonly base: number
}

/** More points are not visible in 56 px; a path of a thousand would make every row too slow to draw. */
const MAX_POINTS = 48
const EDGE = 2

const tenth = (value: number) => String(Math.round(value * 10) / 10)

/** Every nth value, always including the last: the line must end at the price beside it. */
const thin = (values: readonly number[]): readonly number[] => {
  if (values.length <= MAX_POINTS) return values
  const step = (values.length - 1) / (MAX_POINTS - 1)
  return Array.from({ length: MAX_POINTS }, (_, at) => values[Math.round(at * step)] ?? 0)
}

export function sparkPath(
  values: readonly number[],
  reference: number,
  { width, height }: SparkBox,
): SparkPath {
  const points = thin(values)
  const low = Math.min(reference, ...points)
  const high = Math.max(reference, ...points)
  const span = high - low
  const y = (value: number) =>
    span === 0 ? height / 2 : EDGE + ((high - value) / span) * (height - 2 * EDGE)
  const base = Math.round(y(reference) * 10) / 10
  if (points.length === 0) return { line: '', area: '', base }
  const last = points.length - 1
  const x = (at: number) => (last === 0 ? EDGE : EDGE + (at / last) * (width - 2 * EDGE))
  const steps = points.map((value, at) => `${tenth(x(at))} ${tenth(y(value))}`)
  // A single trade is a point: a line to itself draws the round cap.
  const line = last === 0 ? `M${steps[0]}L${steps[0]}` : `M${steps.join('L')}`
  return { line, area: `${line}L${tenth(x(last))} ${base}L${tenth(x(0))} ${base}z`, base }
}
