// The product's design as klinecharts styles. The library's legends stay off: they would cover the candles, and the
// app's own legends replace the limit band.

import type { DeepPartial, IndicatorStyle, Styles } from 'klinecharts'
import { fade, type ChartLook } from './look.ts'

const textOf = (look: ChartLook) => ({ size: look.micro, family: look.family, weight: 'normal' })

const tagOf = (look: ChartLook) => ({
  ...textOf(look),
  weight: 600,
  borderSize: 0,
  borderRadius: 4,
  paddingLeft: 5,
  paddingRight: 5,
  paddingTop: 4,
  paddingBottom: 3,
})

/** `day` is the direction of the day: it colours the last price in every period, like the large price. */
export const stylesOf = (
  look: ChartLook,
  day: 'up' | 'down' | 'flat',
  axisWidth: number,
): DeepPartial<Styles> => {
  const last = day === 'flat' ? look.axis : day === 'up' ? look.upFill : look.downFill
  const line = { show: true, size: 1, color: look.grid, style: 'solid' } as const
  const cross = { show: true, size: 1, style: 'dashed' as const, dashedValue: [3, 3], color: look.ink }
  const crossText = { show: true, ...tagOf(look), color: look.onInk, backgroundColor: look.ink }
  return {
    grid: { horizontal: line, vertical: { show: false } },
    candle: {
      type: 'candle_up_stroke',
      bar: {
        compareRule: 'current_open',
        upColor: look.up,
        downColor: look.down,
        noChangeColor: look.flat,
        upBorderColor: look.up,
        downBorderColor: look.down,
        noChangeBorderColor: look.flat,
        upWickColor: look.up,
        downWickColor: look.down,
        noChangeWickColor: look.flat,
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          upColor: last,
          downColor: last,
          noChangeColor: last,
          line: { show: true, style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: { show: true, ...tagOf(look), color: day === 'flat' ? look.onInk : '#ffffff' },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: { ...indicatorStyle(look), tooltip: { showRule: 'none' }, lastValueMark: { show: false } },
    xAxis: {
      axisLine: { show: true, color: look.line, size: 1 },
      tickLine: { show: false },
      tickText: { ...textOf(look), color: look.axis, marginStart: 6, marginEnd: 4 },
    },
    yAxis: {
      size: axisWidth,
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...textOf(look), color: look.axis, marginStart: 5, marginEnd: 5 },
    },
    separator: { size: 1, color: look.grid, activeBackgroundColor: 'transparent' },
    crosshair: {
      horizontal: { line: cross, text: crossText },
      vertical: { line: cross, text: crossText },
    },
  }
}

const lineStyle = (color: string) => ({
  style: 'solid' as const,
  size: 1.3,
  color,
  smooth: false,
  dashedValue: [],
})

export const indicatorStyle = (look: ChartLook): DeepPartial<IndicatorStyle> => ({
  lines: look.ma.map(lineStyle),
  bars: [
    {
      style: 'fill',
      upColor: fade(look.up, 0.45),
      downColor: fade(look.down, 0.6),
      noChangeColor: fade(look.flat, 0.5),
      borderSize: 1,
    },
  ],
})
