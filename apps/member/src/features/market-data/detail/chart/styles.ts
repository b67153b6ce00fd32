// The product's design as klinecharts styles. The library's legends stay off: they would cover the candles, and the
// app's own legends replace the limit band.

import type { DeepPartial, IndicatorStyle, Styles } from 'klinecharts'
import { fade, type ChartStyle } from './chart-style.ts'

const textOf = (style: ChartStyle) => ({ size: style.micro, family: style.family, weight: 'normal' })

const tagOf = (style: ChartStyle) => ({
  ...textOf(style),
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
  style: ChartStyle,
  day: 'up' | 'down' | 'flat',
  axisWidth: number,
): DeepPartial<Styles> => {
  const last = day === 'flat' ? style.axis : day === 'up' ? style.upFill : style.downFill
  const line = { show: true, size: 1, color: style.grid, style: 'solid' } as const
  const cross = { show: true, size: 1, style: 'dashed' as const, dashedValue: [3, 3], color: style.ink }
  const crossText = { show: true, ...tagOf(style), color: style.onInk, backgroundColor: style.ink }
  return {
    grid: { horizontal: line, vertical: { show: false } },
    candle: {
      type: 'candle_up_stroke',
      bar: {
        compareRule: 'current_open',
        upColor: style.up,
        downColor: style.down,
        noChangeColor: style.flat,
        upBorderColor: style.up,
        downBorderColor: style.down,
        noChangeBorderColor: style.flat,
        upWickColor: style.up,
        downWickColor: style.down,
        noChangeWickColor: style.flat,
      },
      priceMark: {
        high: { show: false },
        low: { show: false },
        last: {
          upColor: last,
          downColor: last,
          noChangeColor: last,
          line: { show: true, style: 'dashed', dashedValue: [2, 3], size: 1 },
          text: { show: true, ...tagOf(style), color: day === 'flat' ? style.onInk : '#ffffff' },
        },
      },
      tooltip: { showRule: 'none' },
    },
    indicator: { ...indicatorStyle(style), tooltip: { showRule: 'none' }, lastValueMark: { show: false } },
    xAxis: {
      axisLine: { show: true, color: style.line, size: 1 },
      tickLine: { show: false },
      tickText: { ...textOf(style), color: style.axis, marginStart: 6, marginEnd: 4 },
    },
    yAxis: {
      size: axisWidth,
      axisLine: { show: false },
      tickLine: { show: false },
      tickText: { ...textOf(style), color: style.axis, marginStart: 5, marginEnd: 5 },
    },
    separator: { size: 1, color: style.grid, activeBackgroundColor: 'transparent' },
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

export const indicatorStyle = (style: ChartStyle): DeepPartial<IndicatorStyle> => ({
  lines: style.ma.map(lineStyle),
  bars: [
    {
      style: 'fill',
      upColor: fade(style.up, 0.45),
      downColor: fade(style.down, 0.6),
      noChangeColor: fade(style.flat, 0.5),
      borderSize: 1,
    },
  ],
})
