// The generated part of the first day.

import { limitsOf, isOnTick } from '@fairlot/rules/instruments'
import { describe, expect, it } from 'vitest'
import { createFairValues } from '../fair-values.ts'
import { charactersOf } from '../instruments.ts'
import { randomOf } from '../random.ts'
import { everyNth } from '../testing/securities.ts'
import { collectIndexMinutes } from './index-minutes.ts'
import { generateSession } from './session.ts'

const instruments = everyNth(10)
const characters = charactersOf(instruments)
const date = '2026-11-18'
const at = (time: string) => Date.parse(`${date}T${time}+08:00`)

const sessionUntil = (time: string, calendar: 'practice' | 'twse' = 'practice', seed = 'test') => {
  const values = createFairValues(characters, randomOf(seed, 'first values'))
  return { values, session: generateSession({ characters, values, seed, calendar, date, now: at(time) }) }
}

describe('the generated session', () => {
  it('runs from the open to the minute before now', () => {
    const { session } = sessionUntil('14:00:30')
    const times = session.flatMap(({ candles }) => candles.map((candle) => candle.at))
    expect(session.map(({ candles }) => candles[0]!.at)).toEqual(session.map(() => at('05:05:00')))
    expect(Math.max(...times)).toBe(at('13:59:00'))
    expect(times.every((time) => time % 60_000 === 0)).toBe(true)
  })

  it('has prices on tick, within the limits, that add up', () => {
    const wrong = sessionUntil('22:00:00').session.flatMap(({ symbol, candles }, index) => {
      const { kind, reference, limited } = characters[index]!
      const { upper, lower } = limitsOf(kind, reference, limited) ?? { upper: Infinity, lower: 1 }
      return candles
        .filter(({ open, high, low, close, volume, turnover, trades }) => {
          const isFine =
            [open, high, low, close].every(
              (price) => isOnTick(kind, price) && price >= low && price <= high,
            ) &&
            high <= upper &&
            low >= lower &&
            volume > 0 &&
            trades > 0 &&
            turnover >= low * volume &&
            turnover <= high * volume
          return !isFine
        })
        .map((candle) => `${symbol} ${candle.at}`)
    })
    expect(wrong).toEqual([])
  })

  it('ends where the live participants begin', () => {
    const { session, values } = sessionUntil('20:00:00')
    const off = session.map(({ candles }, index) =>
      Math.abs(candles.at(-1)!.close / values.valueOf(index) - 1),
    )
    const moved = characters.map(({ reference }, index) => Math.abs(values.valueOf(index) / reference - 1))
    expect(off.toSorted((a, b) => a - b)[Math.floor(off.length / 2)]).toBeLessThan(0.004)
    expect(Math.max(...moved)).toBeGreaterThan(0.005)
  })

  it('ends too near the reference for a first trade to pause', () => {
    for (const seed of ['a', 'b', 'c', 'd']) {
      const { session, values } = sessionUntil('23:00:00', 'practice', seed)
      const moves = session.flatMap(({ candles }, index) => {
        const { reference } = characters[index]!
        return [candles.at(-1)!.close, values.valueOf(index)].map((price) => Math.abs(price / reference - 1))
      })
      expect(Math.max(...moves)).toBeLessThan(0.035)
    }
  })

  it('is empty before the open and repeats with its seed', () => {
    expect(sessionUntil('05:03:00').session).toEqual([])
    expect(sessionUntil('08:59:00', 'twse').session).toEqual([])
    expect(sessionUntil('10:00:00', 'twse').session[0]!.candles.length).toBeGreaterThan(5)
    const { session } = sessionUntil('06:00:00')
    expect(sessionUntil('06:00:00').session).toEqual(session)
    expect(sessionUntil('06:00:00', 'practice', 'other').session).not.toEqual(session)
  })
})

it('a generated index minute is the mean of its stocks', () => {
  const minutes = collectIndexMinutes()
  const [one, other] = [
    { ...instruments[0]!, board: 'otc' as const, kind: 'stock' as const },
    { ...instruments[1]!, board: 'otc' as const, kind: 'stock' as const },
  ]
  minutes.add(date, one, 100, [
    { at: 1, close: 110 },
    { at: 3, close: 100 },
  ])
  minutes.add(date, other, 100, [{ at: 2, close: 90 }])
  expect(minutes.of(date, () => 1_000_000).filter(({ code }) => code === 'OTC')).toEqual([
    { code: 'OTC', at: 1, value: 1_050_000 },
    { code: 'OTC', at: 2, value: 1_000_000 },
    { code: 'OTC', at: 3, value: 950_000 },
  ])
})
