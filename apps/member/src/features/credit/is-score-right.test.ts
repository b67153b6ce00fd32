import { lapsesOn, scoreOf } from '@fairlot/rules/credit'
import { describe, expect, test } from 'vitest'
import { isScoreRight } from './is-score-right.ts'

const deductions = [
  { kind: 'late-day', on: '2025-10-04', count: 3 },
  { kind: 'late-call', on: '2025-11-19', count: 1 },
] as const
const events = deductions.map((one) => ({ ...one, until: lapsesOn(one.on) }))
const sent = {
  ...scoreOf(events, 100),
  lines: [...scoreOf(events, 100).lines],
  start: 100,
  version: 's-1',
  events,
}

describe('the score recomputed on the phone', () => {
  test('agrees with a score of the published formula', () => {
    expect(sent.score).toBe(90)
    expect(isScoreRight(sent)).toBe(true)
  })

  test('differs when a score, a line or a deduction was changed', () => {
    const [line, ...others] = sent.lines
    const [event, ...rest] = events
    for (const changed of [
      { ...sent, score: 91 },
      { ...sent, lines: [{ ...line!, points: line!.points + 2 }, ...others] },
      { ...sent, lines: others },
      { ...sent, events: rest },
      { ...sent, events: [{ ...event!, until: '2027-10-04' }, ...rest] },
    ])
      expect(isScoreRight(changed)).toBe(false)
  })
})
