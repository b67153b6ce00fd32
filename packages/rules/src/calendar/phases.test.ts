import { readClosures } from '@fairlot/database/seeds'
import { expect, test } from 'vitest'
import { type PhaseChange, phaseAt, phasesDue, phasesOf } from './phases.ts'
import { sessionHours } from './sessions.ts'
import { closuresOf } from './trading-days.ts'

const closures = closuresOf(readClosures())
/** A time in Taipei. */
const at = (text: string): number => new Date(`${text.replace(' ', 'T')}+08:00`).getTime()
const brief = (changes: readonly PhaseChange[]): string[] =>
  changes.map(({ date, phase }) => `${date} ${phase}`)

test.each([
  // Wednesday 11 February 2026 to Monday 23 February: two settlement-only days and the Lunar New Year in between.
  ['2026-02-11 08:29:59.999', '2026-02-10', 'closed', '2026-02-11 opening-call', '2026-02-11 08:30'],
  ['2026-02-11 08:30', '2026-02-11', 'opening-call', '2026-02-11 continuous', '2026-02-11 09:00'],
  ['2026-02-11 08:59:59.999', '2026-02-11', 'opening-call', '2026-02-11 continuous', '2026-02-11 09:00'],
  ['2026-02-11 09:00', '2026-02-11', 'continuous', '2026-02-11 closing-call', '2026-02-11 13:25'],
  ['2026-02-11 13:25', '2026-02-11', 'closing-call', '2026-02-11 closed', '2026-02-11 13:30'],
  ['2026-02-11 13:30', '2026-02-11', 'closed', '2026-02-23 opening-call', '2026-02-23 08:30'],
  ['2026-02-12 10:00', '2026-02-11', 'closed', '2026-02-23 opening-call', '2026-02-23 08:30'],
  ['2026-02-22 23:59', '2026-02-11', 'closed', '2026-02-23 opening-call', '2026-02-23 08:30'],
  ['2026-02-23 00:10', '2026-02-11', 'closed', '2026-02-23 opening-call', '2026-02-23 08:30'],
])('twse at %s: %s %s, then %s at %s', (now, date, phase, next, nextAt) => {
  const found = phaseAt('twse', closures, at(now))
  expect([found.date, found.phase]).toEqual([date, phase])
  expect([`${found.next.date} ${found.next.phase}`, found.next.at]).toEqual([next, at(nextAt)])
  expect(found.since).toBeLessThanOrEqual(at(now))
})

test.each([
  ['2026-02-14 04:54:59.999', '2026-02-13', 'continuous', '2026-02-13 closing-call', '2026-02-14 04:55'],
  ['2026-02-14 04:55', '2026-02-13', 'closing-call', '2026-02-13 closed', '2026-02-14 05:00'],
  ['2026-02-14 05:00', '2026-02-14', 'opening-call', '2026-02-14 continuous', '2026-02-14 05:05'],
  ['2026-02-14 05:05', '2026-02-14', 'continuous', '2026-02-14 closing-call', '2026-02-15 04:55'],
  ['2026-02-15 00:00', '2026-02-14', 'continuous', '2026-02-14 closing-call', '2026-02-15 04:55'],
  ['2026-03-01 04:59', '2026-02-28', 'closing-call', '2026-02-28 closed', '2026-03-01 05:00'],
])('practice at %s: %s %s, then %s at %s', (now, date, phase, next, nextAt) => {
  const found = phaseAt('practice', closures, at(now))
  expect([found.date, found.phase]).toEqual([date, phase])
  expect([`${found.next.date} ${found.next.phase}`, found.next.at]).toEqual([next, at(nextAt)])
})

test('auto-cover starts five minutes before the closing call, ten in practice', () => {
  expect(sessionHours('twse', '2026-02-11').autoCoverAt).toBe(at('2026-02-11 13:20'))
  expect(sessionHours('practice', '2026-02-11').autoCoverAt).toBe(at('2026-02-12 04:45'))
})

test('the odd-lot auction follows the close', () => {
  const ofTwse = sessionHours('twse', '2026-02-11')
  expect(ofTwse.oddAuction).toEqual({
    from: at('2026-02-11 13:40'),
    shown: at('2026-02-11 14:25'),
    until: at('2026-02-11 14:30'),
  })
  expect(ofTwse.overAt).toBe(at('2026-02-11 14:30'))
  expect(phasesOf('twse', '2026-02-11').at(-1)).toMatchObject({
    phase: 'closed',
    oddAuction: ofTwse.oddAuction,
  })
  expect(phasesOf('twse', '2026-02-11')[2]).not.toHaveProperty('oddAuction')
})

test('the practice market has the auction from 20 November 2026', () => {
  const before = sessionHours('practice', '2026-11-19')
  expect(before).toMatchObject({ closedAt: at('2026-11-20 05:00'), overAt: at('2026-11-20 05:00') })
  expect(before.oddAuction).toBeUndefined()
  expect(sessionHours('practice', '2026-11-20')).toMatchObject({
    openingCallAt: at('2026-11-20 05:00'),
    autoCoverAt: at('2026-11-21 04:45'),
    closingCallAt: at('2026-11-21 04:50'),
    closedAt: at('2026-11-21 04:55'),
    oddAuction: {
      from: at('2026-11-21 04:56'),
      shown: at('2026-11-21 04:59'),
      until: at('2026-11-21 05:00'),
    },
    overAt: at('2026-11-21 05:00'),
  })
  const evening = phaseAt('practice', closures, at('2026-11-21 04:57'))
  expect([evening.date, evening.phase, evening.next.at]).toEqual([
    '2026-11-20',
    'closed',
    at('2026-11-21 05:00'),
  ])
})

test('following next over two years never repeats or goes back', () => {
  for (const calendar of ['twse', 'practice'] as const) {
    let now = at('2026-01-01 00:00')
    let submitted: PhaseChange | undefined
    const end = at('2027-12-31 00:00')
    let days = 0
    for (;;) {
      const { next } = phaseAt(calendar, closures, now)
      if (next.at >= end) break
      expect(next.at).toBeGreaterThan(now)
      const due = phasesDue(calendar, closures, submitted, next.at)
      expect(due.length).toBeGreaterThan(0)
      expect(due.at(-1)!.at).toBe(next.at)
      submitted = due.at(-1)!
      days += due.filter(({ phase }) => phase === 'opening-call').length
      now = next.at
    }
    // The practice walk begins in the day of 2025-12-31 and ends before that of 2027-12-31.
    expect(days).toBe(calendar === 'twse' ? 243 + 242 : 1 + 365 + 364)
  }
})

test('an empty shard gets the phases of today up to now', () => {
  expect(brief(phasesDue('twse', closures, undefined, at('2026-02-11 10:00')))).toEqual([
    '2026-02-11 opening-call',
    '2026-02-11 continuous',
  ])
  expect(brief(phasesDue('twse', closures, undefined, at('2026-02-15 10:00')))).toEqual([
    '2026-02-11 opening-call',
    '2026-02-11 continuous',
    '2026-02-11 closing-call',
    '2026-02-11 closed',
  ])
})

test('at 05:00 the practice day closes before the next one opens', () => {
  const submitted = { date: '2026-02-13', phase: 'closing-call' } as const
  expect(brief(phasesDue('practice', closures, submitted, at('2026-02-14 05:00')))).toEqual([
    '2026-02-13 closed',
    '2026-02-14 opening-call',
  ])
})

test('after downtime the open day is finished and missed days skipped', () => {
  const submitted = { date: '2026-02-13', phase: 'continuous' } as const
  expect(brief(phasesDue('practice', closures, submitted, at('2026-02-20 12:00')))).toEqual([
    '2026-02-13 closing-call',
    '2026-02-13 closed',
    '2026-02-20 opening-call',
    '2026-02-20 continuous',
  ])
})

test('a day declared closed after its start ends at once', () => {
  const typhoon = closuresOf([{ date: '2026-07-15', settlementOnly: false }])
  const submitted = { date: '2026-07-15', phase: 'continuous' } as const
  expect(brief(phasesDue('twse', typhoon, submitted, at('2026-07-15 10:00')))).toEqual([
    '2026-07-15 closing-call',
    '2026-07-15 closed',
  ])
})

test('no phase is due twice, and an early shard waits', () => {
  const now = at('2026-02-11 10:00')
  expect(phasesDue('twse', closures, { date: '2026-02-11', phase: 'continuous' }, now)).toEqual([])
  expect(phasesDue('twse', closures, { date: '2026-02-12', phase: 'opening-call' }, now)).toEqual([])
})
