// Runs a day of the practice market in memory against the real engine, and checks that it is plausible. The reduced day
// has a seventh of the securities; FAIRLOT_PROVE=1 takes all of them, a twse and a practice day, and writes
// evidence/practice-day.json.

import type { CalendarName } from '@fairlot/rules/calendar'
import { describe, expect, it } from 'vitest'
import { writeEvidence } from '../../../tests/flows/support/evidence.ts'
import type { InstrumentFacts } from './instruments.ts'
import { watchDay } from './testing/day-report.ts'
import { runDay } from './testing/memory-market.ts'
import { allSecurities, everyNth } from './testing/securities.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
const evidence: Record<string, object> = {}

type Day = readonly [calendar: CalendarName, instruments: readonly InstrumentFacts[], intensity: number]
const reduced: readonly Day[] = [['twse', everyNth(7), 0.4]]
const full: readonly Day[] = [
  ['twse', allSecurities(), 1],
  ['practice', allSecurities(), 1],
]
const days = whole ? full : reduced

describe.each(days)('a %s day', (calendar, instruments, intensity) => {
  it(
    `of ${instruments.length} securities at intensity ${intensity} is plausible`,
    { timeout: 1_800_000 },
    () => {
      const { hooks, report, refusals } = watchDay(instruments)
      const from = performance.now()
      runDay({ instruments, calendar, date: '2026-11-16', seed: 'a sane day', intensity, ...hooks })
      const figures = {
        calendar,
        intensity,
        seconds: Math.round((performance.now() - from) / 1_000),
        day: report(calendar === 'practice' ? 30 : 5),
      }
      console.log(figures)
      evidence[`${calendar} at intensity ${intensity}`] = figures
      const { day } = figures

      // The venue refuses no command, and no seat sells or spends what it does not have.
      expect(refusals).toEqual([])
      expect(day.lowestShares).toBeGreaterThan(0)
      expect(day.lowestCash).toBeGreaterThan(0)

      // How much prices move, and that they move like in a market.
      expect(day.changeOfTheDay).toBeGreaterThan(0.005)
      expect(day.changeOfTheDay).toBeLessThan(0.04)
      expect(day.atLimit).toBeLessThan(0.03)
      expect(day.kurtosis).toBeGreaterThan(3.3)
      // Five minutes move a price by about one tick, and rounding to it looks like a step back each time.
      expect(Math.abs(day.autocorrelationOfReturns)).toBeLessThan(0.13)
      expect(day.autocorrelationOfDispersion).toBeGreaterThan(0.1)
      expect(day.sameSector).toBeGreaterThan(day.otherSector + 0.03)
      expect(day.otherSector).toBeGreaterThan(0.05)

      // Busy at the ends of the session, calm at noon.
      expect(day.firstHalfHour).toBeGreaterThan(1.3 * day.noonHalfHour)
      expect(day.lastHalfHour).toBeGreaterThan(1.1 * day.noonHalfHour)

      // There is always a counterparty, near the fair value of the instrument.
      expect(day.twoSided).toBeGreaterThan(0.99)
      expect(day.fiveDeep).toBeGreaterThan(0.98)
      expect(day.spreadTicksMedian).toBeLessThanOrEqual(3)
      expect(day.spreadMedian).toBeLessThan(0.005)
      expect(day.spread99).toBeLessThan(0.02)
      expect(day.offFairMedian).toBeLessThan(0.003)

      // Odd lots can be traded at any time, at a bounded cost.
      expect(day.oddTrades).toBeGreaterThan(50)
      expect(day.oddTwoSided).toBeGreaterThan(0.98)
      expect(day.oddWiderTicksMedian).toBeLessThanOrEqual(3)
      expect(day.oddWiderTicks99).toBeLessThanOrEqual(8)

      // A member's odd lot after the close finds a price near the closing one, unless that is the day's limit. The hours of
      // this practice day end before such an auction.
      if (calendar === 'twse') {
        expect(day.oddAuctionTwoSided).toBeGreaterThan(0.95)
        expect(day.oddAuctionTicksMax).toBeLessThanOrEqual(2)
      }

      // Both auctions find a price.
      expect(day.openedByAuction).toBeGreaterThan(0.97)
      expect(day.closedByAuction).toBeGreaterThan(0.95)
      expect(day.halts).toBeLessThan(9)
    },
  )
})

it('intensity 50 keeps books deep, and no seat oversells', { timeout: 600_000 }, () => {
  const instruments = everyNth(10)
  const { hooks, report, refusals } = watchDay(instruments)
  runDay({
    instruments,
    calendar: 'practice',
    date: '2026-11-16',
    seed: 'a wild day',
    intensity: 50,
    forMs: 480_000,
    ...hooks,
  })
  const day = report()
  console.log('at intensity 50', day)
  expect(refusals).toEqual([])
  expect(day.busiestTradesPerSecond).toBeGreaterThan(100)
  expect(day.fiveDeep).toBeGreaterThan(0.97)
  expect(day.offFair99).toBeLessThan(0.02)
  expect(day.lowestShares).toBeGreaterThan(0)
})

it.runIf(whole)('intensity 1 stays within its budget, and evidence is written', () => {
  for (const figures of Object.values(evidence) as { intensity: number; day: Record<string, number> }[]) {
    if (figures.intensity !== 1) continue
    expect(figures.day['trades']).toBeLessThan(400_000)
    expect(figures.day['busiestTradesPerSecond']).toBeLessThan(12)
    expect(figures.day['busiestQuotesPerSecond']).toBeLessThan(60)
  }
  writeEvidence('practice-day', evidence)
})
