// The geometry of the day's line, in pixels. Symmetrical about yesterday's close: as far up as down.

import type { Candle } from '@fairlot/contract/market-data'
import { hourMs } from '@fairlot/rules/calendar'
import { tickAt } from '@fairlot/rules/instruments'

export interface LineDay {
  readonly opensAt: number
  readonly closesAt: number
  readonly closingCallAt: number
  readonly reference: number
  readonly candles: readonly Candle[]
  /** Minutes before this time were generated, not traded. */
  readonly simulatedBefore: number | null
}

export interface Box {
  readonly width: number
  readonly height: number
  /** Width of the axis at the right, height of the volume and of the times below. */
  readonly axis: number
  readonly volume: number
  readonly foot: number
}

export interface LineGeometry {
  /** The farthest distance of the axis from yesterday's close, in hundredths. */
  readonly reach: number
  readonly plotWidth: number
  readonly plotHeight: number
  readonly x: (at: number) => number
  readonly y: (price: number) => number
  /** The traded part. It begins where the generated part ends. */
  readonly price: string
  readonly generated: string
  readonly area: string
  readonly average: string
  readonly lastAverage: number | null
  readonly rising: string
  readonly falling: string
  /** The most that traded in one bar, shares. */
  readonly maxVolume: number
  readonly hours: readonly number[]
}

/** A quiet stock must not look wild: the axis always shows at least half a percent each way. */
const MIN_REACH = 0.005
const MAX_HOURS = 6
const BAR_PX = 2

export const lineGeometry = (day: LineDay, box: Box): LineGeometry => {
  const { opensAt, closesAt, reference, candles, simulatedBefore } = day
  const plotWidth = Math.max(1, box.width - box.axis)
  const plotHeight = Math.max(1, box.height - box.volume - box.foot)
  const farthest = candles.reduce(
    (max, [, , high, low]) => Math.max(max, Math.abs(high - reference), Math.abs(low - reference)),
    reference * MIN_REACH,
  )
  // Two steps each way, and each step whole ticks, so that the axis shows prices the stock can have. The ticks of a fund
  // are parts of a stock's.
  const tick = tickAt('stock', reference + farthest)
  const reach = 2 * tick * Math.max(1, Math.ceil(farthest / 2 / tick))
  const pad = box.height * 0.045
  const x = (at: number) => ((at - opensAt) / (closesAt - opensAt)) * plotWidth
  const y = (price: number) => plotHeight / 2 - ((price - reference) / reach) * (plotHeight / 2 - pad)

  const points = candles.map(([at, , , , close]) => [x(at), y(close)] as const)
  const pathOf = (list: readonly (readonly [number, number])[]) =>
    list.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`).join('')
  const whole = pathOf(points)
  const count = candles.filter(([at]) => at < (simulatedBefore ?? 0)).length
  const price = pathOf(points.slice(Math.max(0, count - 1)))
  const generated = pathOf(points.slice(0, count))
  const first = points[0]
  const last = points.at(-1)
  const zero = y(reference).toFixed(1)
  const area =
    first === undefined || last === undefined
      ? ''
      : `${whole}L${last[0].toFixed(1)} ${zero}L${first[0].toFixed(1)} ${zero}Z`

  let shares = 0
  let money = 0
  let lastAverage: number | null = null
  const averages = candles.slice(count).map(([at, , , , , volume, turnover]) => {
    shares += volume
    money += turnover
    lastAverage = shares === 0 ? null : money / shares
    return [x(at), y(lastAverage ?? reference)] as const
  })

  // A practice day has about 1,400 minutes and a phone 320 pixels: several minutes share a bar.
  const bars = new Map<number, { volume: number; open: number; close: number }>()
  for (const [at, open, , , close, volume] of candles) {
    const place = Math.floor(x(at) / BAR_PX)
    const bar = bars.get(place)
    if (bar === undefined) bars.set(place, { volume, open, close })
    else bars.set(place, { volume: bar.volume + volume, open: bar.open, close })
  }
  const maxVolume = Math.max(0, ...[...bars.values()].map(({ volume }) => volume))
  const ground = box.height - box.foot
  let [rising, falling] = ['', '']
  for (const [place, { volume, open, close }] of bars) {
    const height = maxVolume === 0 ? 0 : (volume / maxVolume) * (box.volume - 8)
    const bar = `M${(place * BAR_PX + BAR_PX / 2).toFixed(1)} ${ground}v${-height.toFixed(1)}`
    if (close >= open) rising += bar
    else falling += bar
  }

  return {
    reach,
    plotWidth,
    plotHeight,
    x,
    y,
    price: count === points.length ? '' : price,
    generated,
    area,
    average: pathOf(averages),
    lastAverage,
    rising,
    falling,
    maxVolume,
    hours: hoursOf(opensAt, closesAt),
  }
}

/** As many full hours as fit. Taipei is a whole number of hours from UTC, so they coincide. */
const hoursOf = (opensAt: number, closesAt: number): number[] => {
  const span = (closesAt - opensAt) / hourMs
  const step = [1, 2, 3, 4, 6, 12].find((hours) => span / hours <= MAX_HOURS) ?? 24
  const hours: number[] = []
  for (let at = Math.ceil(opensAt / (step * hourMs)) * step * hourMs; at <= closesAt; at += step * hourMs)
    hours.push(at)
  return hours
}
