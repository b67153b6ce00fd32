// The line of a result over time, scaled to a box, with the position of zero and of the largest fall.

export interface LinePoint {
  readonly x: number
  readonly y: number
}

export interface ResultLine {
  readonly points: readonly LinePoint[]
  /** Vertical position of zero. */
  readonly zero: number
  /** From the high before the largest fall to its low; null without a fall. */
  readonly fall: { readonly from: number; readonly to: number } | null
}

interface Box {
  readonly width: number
  readonly height: number
}

/** Results in hundredths, oldest first. The box always includes zero, and half a line of space at either edge. */
export const resultLine = (results: readonly bigint[], box: Box): ResultLine =>
  scaled(results.map(Number), box, [0])

/** Totals in the same way; the box ends at the lowest and the highest of them. */
export const totalLine = (totals: readonly bigint[], box: Box): ResultLine => ({
  ...scaled(totals.map(Number), box, []),
  fall: null,
})

function scaled(values: readonly number[], { width, height }: Box, also: readonly number[]): ResultLine {
  const top = Math.max(...also, ...values)
  const bottom = Math.min(...also, ...values)
  const span = top - bottom || 1
  const margin = height * 0.05
  const yOf = (value: number): number => margin + ((top - value) / span) * (height - 2 * margin)
  const step = values.length > 1 ? width / (values.length - 1) : 0
  const fall = largestFall(values)
  return {
    points: values.map((value, at) => ({ x: at * step, y: yOf(value) })),
    zero: yOf(0),
    fall: fall && { from: fall.from * step, to: fall.to * step },
  }
}

/** Indices of the high and the low with the largest fall between them. */
export function largestFall(
  values: readonly number[],
): { readonly from: number; readonly to: number; readonly size: number } | null {
  let high = 0
  let worst: { from: number; to: number; size: number } | null = null
  for (const [at, value] of values.entries()) {
    if (value > (values[high] ?? value)) high = at
    const size = (values[high] ?? value) - value
    if (size > (worst?.size ?? 0)) worst = { from: high, to: at, size }
  }
  return worst
}

export const pathOf = (points: readonly LinePoint[]): string =>
  points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(2)} ${y.toFixed(2)}`).join('')
