// The figures of mentors: against an independent Python program over random histories, and against what would flatter a
// mentor. A normal run takes a share of the histories; FAIRLOT_PROVE=1 takes 200 and writes evidence/mentor-statistics.json.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { writeEvidence } from '../../../../scripts/evidence.ts'
import { addDays } from '../calendar/index.ts'
import {
  type ClosedTrade,
  levelFiguresOf,
  levelOf,
  type MentorDay,
  mentorFiguresOf,
  profileProblem,
  thresholds,
  tradeKindOf,
  trimmed,
  winRateBp,
} from './index.ts'
import { randomHistory, type RawHistory, recordOf } from './testing/random-history.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const histories = isWhole ? 200 : 40
const root = fileURLToPath(new URL('../../../../', import.meta.url))

const ours = (history: RawHistory) => {
  const { days, closed } = recordOf(history)
  const figures = mentorFiguresOf(days, closed)!
  return JSON.parse(
    JSON.stringify(
      { ...figures, winRateBp: winRateBp(figures.trades.cash), level: levelOf(levelFiguresOf(figures)) },
      (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
    ),
  ) as Record<string, unknown>
}

function theirs(made: readonly RawHistory[]): readonly Record<string, unknown>[] {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-mentors-'))
  const file = join(folder, 'histories.json')
  writeFileSync(file, JSON.stringify(made))
  const script = fileURLToPath(new URL('./testing/figures.py', import.meta.url))
  const said = execFileSync('python3', [script, file], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  rmSync(folder, { recursive: true })
  return JSON.parse(said) as Record<string, unknown>[]
}

test('figures of random histories equal an independent Python program', () => {
  const made = Array.from({ length: histories }, (_, at) => randomHistory(at + 1))
  const expected = theirs(made)
  const found = made.map(ours)
  for (const [at, figures] of found.entries()) expect(figures, `history ${at + 1}`).toEqual(expected[at])
  const differing = found.filter((figures, at) => JSON.stringify(figures) !== JSON.stringify(expected[at]))
  const seen = {
    lost: found.filter(({ profit }) => String(profit).startsWith('-')).length,
    withWinRate: found.filter(({ winRateBp: rate }) => rate !== null).length,
    wipedOut: found.filter(({ index }) => index === '0').length,
  }
  expect(seen.lost).toBeGreaterThan(2)
  expect(seen.withWinRate).toBeGreaterThan(2)
  if (isWhole)
    writeEvidence(root, 'mentor-statistics', {
      histories,
      days: made.reduce((all, { dates }) => all + dates.length, 0),
      fills: made.reduce((all, { fills }) => all + fills.length, 0),
      ...seen,
      by: ['packages/rules/src/mentors', 'packages/rules/src/mentors/testing/figures.py'],
      differing: differing.length,
    })
})

/** A day for each total and what had been paid in by then; always with shares. */
const daysOf = (...ends: readonly (readonly [total: number, paidIn: number])[]): MentorDay[] =>
  ends.map(([total, paidIn], at) => ({
    date: addDays('2026-03-02', at),
    total: BigInt(total) * 100n,
    paidIn: BigInt(paidIn) * 100n,
    holdings: 100n,
    fills: 0,
  }))
const closedOf = (count: number, over: Partial<ClosedTrade> = {}): ClosedTrade[] =>
  Array.from({ length: count }, () => ({ kind: 'cash', openedValue: 5_000_000n, realised: 1n, ...over }))
const figuresOf = (days: readonly MentorDay[], closed: readonly ClosedTrade[] = []) =>
  mentorFiguresOf(days, closed)!

describe('a deposit', () => {
  test('is no profit and does not shrink a drawdown', () => {
    const lost = [
      [100_000, 100_000],
      [80_000, 100_000],
    ] as const
    const plain = figuresOf(daysOf(...lost))
    const paid = figuresOf(daysOf(...lost, [1_080_000, 1_100_000]))
    expect([plain.profit, paid.profit]).toEqual([-2_000_000n, -2_000_000n])
    expect([plain.timeBp, paid.timeBp, plain.drawdownBp, paid.drawdownBp]).toEqual([
      -2_000, -2_000, 2_000, 2_000,
    ])
    expect(paid.dayBp).toBe(0)
  })

  test('of one day does not lift the own money', () => {
    const days = daysOf(...Array.from({ length: 40 }, () => [60_000, 60_000] as const), [
      2_060_000, 2_060_000,
    ])
    expect([figuresOf(days).capital, figuresOf(days).money]).toEqual([206_000_000n, 6_000_000n])
  })

  test('that is withdrawn again leaves the result as it was', () => {
    const figures = figuresOf(daysOf([100_000, 100_000], [1_100_000, 1_100_000], [110_000, 100_000]))
    expect(figures.profit).toBe(1_000_000n)
    // Against the money that was at work, not against what was left.
    expect(figures.dayBp).toBe(91)
  })
})

describe('a lucky tiny account', () => {
  test('gains against the least base, not against its own size', () => {
    const figures = figuresOf(daysOf([1_000, 1_000], [4_000, 1_000], [1_004_000, 1_001_000]))
    expect(figures.timeBp).toBe(600)
    expect(figures.moneyBp).toBeLessThan(100)
  })

  test('loses against its own size', () => {
    expect(figuresOf(daysOf([1_000, 1_000], [200, 1_000])).timeBp).toBe(-8_000)
  })

  test('has no level without own money', () => {
    const days = daysOf(...Array.from({ length: 400 }, (_, at) => [1_000 + at * 100, 1_000] as const))
    const figures = figuresOf(days, closedOf(200))
    expect([figures.days, levelOf(levelFiguresOf(figures))]).toEqual([400, null])
  })
})

test('a wiped-out account stays at a loss of everything', () => {
  const figures = figuresOf(
    daysOf([100_000, 100_000], [-5_000, 100_000], [495_000, 600_000], [900_000, 600_000]),
  )
  expect([figures.timeBp, figures.drawdownBp, figures.profit]).toEqual([-10_000, 10_000, 30_000_000n])
})

describe('the win rate', () => {
  test('needs twenty closed cash trades', () => {
    const trades = (count: number) => figuresOf(daysOf([1, 1]), closedOf(count)).trades.cash
    expect([winRateBp(trades(19)), winRateBp(trades(20))]).toEqual([null, 10_000])
  })

  test('leaves out margin, short, day and offer trades', () => {
    const figures = figuresOf(daysOf([1, 1]), [
      ...closedOf(20, { realised: -1n }),
      ...closedOf(30, { kind: 'short' }),
      ...closedOf(30, { kind: 'margin' }),
      ...closedOf(30, { kind: 'day-trade' }),
      ...closedOf(30, { kind: 'offer' }),
    ])
    expect(winRateBp(figures.trades.cash)).toBe(0)
    expect(figures.trades.short).toEqual({ closed: 30, won: 30, realised: 30n })
  })

  test('leaves out trades below the smallest opening', () => {
    expect(figuresOf(daysOf([1, 1]), closedOf(50, { openedValue: 99_999n })).trades.cash.closed).toBe(0)
  })
})

test('a cash trade needs own money and the exchange', () => {
  const plain = { direction: 'long', multiple: 100, dayTrade: false, origin: 'market' } as const
  expect(tradeKindOf(plain)).toBe('cash')
  expect(tradeKindOf({ ...plain, multiple: 250 })).toBe('margin')
  expect(tradeKindOf({ ...plain, direction: 'short' })).toBe('short')
  expect(tradeKindOf({ ...plain, dayTrade: true })).toBe('day-trade')
  expect(tradeKindOf({ ...plain, origin: 'subscription' })).toBe('offer')
})

describe('a level', () => {
  const [junior, intermediate, senior] = thresholds as [
    (typeof thresholds)[0],
    (typeof thresholds)[0],
    (typeof thresholds)[0],
  ]
  const at = ({ days, trades: closed, drawdownBp, money }: typeof junior) => ({
    days,
    closed,
    drawdownBp,
    money,
  })

  test('follows from all four thresholds', () => {
    expect(thresholds.map((each) => levelOf(at(each)))).toEqual(['junior', 'intermediate', 'senior'])
    expect(levelOf({ ...at(senior), days: senior.days - 1 })).toBe('intermediate')
    expect(levelOf({ ...at(senior), closed: intermediate.trades - 1 })).toBe('junior')
    expect(levelOf({ ...at(senior), drawdownBp: junior.drawdownBp })).toBe('junior')
    expect(levelOf({ ...at(senior), drawdownBp: junior.drawdownBp + 1 })).toBe(null)
    expect(levelOf({ ...at(senior), money: junior.money - 1n })).toBe(null)
  })

  test('of a simulated mentor needs money and drawdown, no days', () => {
    const first = { ...at(junior), days: 0, closed: 0 }
    expect([levelOf(first), levelOf(first, true)]).toEqual([null, 'junior'])
    expect(levelOf({ ...first, money: junior.money - 1n }, true)).toBe(null)
    expect(levelOf({ ...first, drawdownBp: junior.drawdownBp + 1 }, true)).toBe(null)
  })
})

test('a profile needs a name and a strategy in one language', () => {
  const strategy = { tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。', en: '' }
  expect(profileProblem({ name: '許慢慢', strategy })).toBe(undefined)
  expect(profileProblem({ name: '許', strategy })).toBe('name')
  expect(profileProblem({ name: '許慢慢', strategy: { tw: '', en: '' } })).toBe('tw')
  expect(profileProblem({ name: '許慢慢', strategy: { ...strategy, en: 'short' } })).toBe('en')
  expect(trimmed({ name: '  Slow   Hsu ', strategy }).name).toBe('Slow Hsu')
})
