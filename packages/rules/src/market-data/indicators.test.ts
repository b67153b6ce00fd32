import { describe, expect, it } from 'vitest'
import { compare } from './compare.ts'
import { macdOf, sessionVwap, wilderRsi } from './indicators.ts'

const rounded = (values: readonly (number | undefined)[]) =>
  values.map((value) => (value === undefined ? undefined : Math.round(value * 100) / 100))

describe('Wilder’s RSI', () => {
  it('equals the values of a hand-computed example', () => {
    // Changes +2 −1 +3 −2 +1. Averages over three: 5/3, 1/3; then 10/9, 8/9; then 29/27, 16/27.
    expect(rounded(wilderRsi([100, 102, 101, 104, 102, 103], 3))).toEqual([
      undefined,
      undefined,
      undefined,
      83.33,
      55.56,
      64.44,
    ])
  })

  it('equals the published example of fourteen periods', () => {
    const closes = [
      44.34, 44.09, 44.15, 43.61, 44.33, 44.83, 45.1, 45.42, 45.84, 46.08, 45.89, 46.03, 45.61, 46.28, 46.28,
      46.0,
    ]
    expect(rounded(wilderRsi(closes, 14).slice(-2))).toEqual([70.46, 66.25])
  })

  it('is 100, 0 or 50 when prices rise, fall or stand', () => {
    expect(wilderRsi([1, 2, 3], 2)[2]).toBe(100)
    expect(wilderRsi([3, 2, 1], 2)[2]).toBe(0)
    expect(wilderRsi([2, 2, 2], 2)[2]).toBe(50)
  })
})

describe('session VWAP', () => {
  const at = (text: string) => Date.parse(`2026-03-${text}:00+08:00`)
  const candles = [
    { at: at('12T13:00'), volume: 1_000, turnover: 1_000 * 100 },
    { at: at('12T13:24'), volume: 3_000, turnover: 3_000 * 104 },
    { at: at('13T04:59'), volume: 4_000, turnover: 4_000 * 99 },
    { at: at('13T05:00'), volume: 2_000, turnover: 2_000 * 110 },
    { at: at('13T09:00'), volume: 2_000, turnover: 2_000 * 120 },
  ]

  it('is money over shares and starts again at 05:00', () => {
    expect(sessionVwap(candles, '1m', true)).toEqual([100, 103, 101, 110, 115])
  })

  it('is unknown for a session whose beginning is not read', () => {
    expect(sessionVwap(candles, '30m', false)).toEqual([undefined, undefined, undefined, 110, 115])
  })

  it('is each candle’s own average from a day on', () => {
    expect(sessionVwap(candles, 'day', false)).toEqual([100, 104, 99, 110, 120])
  })
})

describe('MACD', () => {
  it('equals the values of a hand-computed example', () => {
    // EMA2: –, 1.5, 2.5, 3.5, 5.8333; EMA3: –, –, 2, 3, 5. DIF .5, .5, .8333; average of two .5, .7222.
    const values = macdOf([1, 2, 3, 4, 7], 2, 3, 2)
    expect(rounded(values.map(({ dif }) => dif))).toEqual([undefined, undefined, 0.5, 0.5, 0.83])
    expect(rounded(values.map(({ dea }) => dea))).toEqual([undefined, undefined, undefined, 0.5, 0.72])
    expect(rounded(values.map(({ macd }) => macd))).toEqual([undefined, undefined, undefined, 0, 0.11])
  })
})

describe('a comparison', () => {
  it('begins both lines at zero and keeps the last index value', () => {
    expect(
      compare(
        [
          [1, 90],
          [2, 100],
          [3, 110],
          [4, 95],
        ],
        [
          [2, 1_000],
          [3, 1_020],
        ],
      ),
    ).toEqual([
      { at: 2, own: 0, other: 0 },
      { at: 3, own: 1_000, other: 200 },
      { at: 4, own: -500, other: 200 },
    ])
  })

  it('is empty without a common time', () => {
    expect(compare([[1, 90]], [[2, 1_000]])).toEqual([])
  })
})
