// The geometry of two lines on one percent scale, in pixels.

import type { Compared } from '@fairlot/rules/market-data'

export interface CompareBox {
  readonly width: number
  readonly height: number
  /** Width of the axis at the right, and height of the times below. */
  readonly axis: number
  readonly foot: number
}

export interface CompareGeometry {
  readonly plotWidth: number
  readonly plotHeight: number
  readonly x: (place: number) => number
  readonly y: (percent: number) => number
  readonly own: string
  readonly other: string
  /** Hundredths of a percent, lowest first. */
  readonly ticks: readonly number[]
}

const MAX_TICKS = 5

/** 1, 2 or 5 times a power of ten, at least a hundredth of a percent. */
export const niceStep = (span: number, count: number): number => {
  const rough = Math.max(1, span / count)
  const power = 10 ** Math.floor(Math.log10(rough))
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? 10 * power
}

export const compareGeometry = (points: readonly Compared[], box: CompareBox): CompareGeometry => {
  const plotWidth = Math.max(1, box.width - box.axis)
  const plotHeight = Math.max(1, box.height - box.foot)
  const values = points.flatMap(({ own, other }) => [own, other])
  const low = Math.min(0, ...values)
  const high = Math.max(0, ...values)
  const span = Math.max(10, high - low)
  const pad = plotHeight * 0.08
  const x = (place: number) => (points.length < 2 ? 0 : (place / (points.length - 1)) * (plotWidth - 4))
  const y = (percent: number) => plotHeight - pad - ((percent - low) / span) * (plotHeight - 2 * pad)
  const path = (of: (point: Compared) => number) =>
    points
      .map((point, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(of(point)).toFixed(1)}`)
      .join('')
  const step = niceStep(span, MAX_TICKS)
  const ticks: number[] = []
  // Not −0, which would be written with a sign.
  for (let tick = 0 + Math.ceil(low / step) * step; tick <= low + span; tick += step) ticks.push(tick)
  return {
    plotWidth,
    plotHeight,
    x,
    y,
    own: path(({ own }) => own),
    other: path(({ other }) => other),
    ticks,
  }
}
