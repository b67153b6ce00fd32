import { describe, expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import { depositBounds, depositsRules, fundHours, isWithin, matchLine, type OpenDeposit } from './index.ts'

const hours = { opens: depositsRules.opens.default, closes: depositsRules.closes.default }
/** A time in Taipei. */
const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)
const closures = closuresOf([
  { date: '2026-02-12', settlementOnly: true },
  { date: '2026-02-16', settlementOnly: false },
  { date: '2026-02-17', settlementOnly: false },
])

test.each([
  ['2026-02-11 09:29:59', '2026-02-11 09:30'],
  ['2026-02-11 09:30', null],
  ['2026-02-11 19:29:59', null],
  ['2026-02-11 19:30', '2026-02-12 09:30'],
  // Banks are open on the two days before the Lunar New Year, though nothing trades.
  ['2026-02-12 12:00', null],
  ['2026-02-13 20:00', '2026-02-18 09:30'],
  ['2026-02-14 12:00', '2026-02-18 09:30'],
  ['2026-02-16 12:00', '2026-02-18 09:30'],
])('at %s the next opening is %s', (now, opens) => {
  const found = fundHours(closures, hours, at(now))
  expect(found.isOpen).toBe(opens === null)
  expect(found.opensAt?.getTime()).toBe(opens === null ? undefined : at(opens).getTime())
  expect(found.closesAt === null).toBe(opens !== null)
})

test('the narrower of rule and channel applies, the rule in NT$ only', () => {
  const rule = { min: 1_000n, max: 9_000n }
  expect(depositBounds('TWD', { min: 500n, max: 20_000n }, rule)).toEqual(rule)
  expect(depositBounds('TWD', { min: 2_000n, max: 3_000n }, rule)).toEqual({ min: 2_000n, max: 3_000n })
  expect(depositBounds('USD', { min: 1n, max: 20_000n }, rule)).toEqual({ min: 1n, max: 20_000n })
  expect([999n, 1_000n, 9_000n, 9_001n].map((amount) => isWithin(amount, rule))).toEqual([
    false,
    true,
    true,
    false,
  ])
})

describe('a statement line', () => {
  const sentAt = at('2026-02-11 10:00')
  const deposit = (over: Partial<OpenDeposit> = {}): OpenDeposit => ({
    depositId: 'a',
    currency: 'TWD',
    amount: 500n,
    reference: 'FLABC234',
    ending: '4711',
    sentAt,
    ...over,
  })
  const line = (over: object = {}) => ({
    currency: 'TWD',
    amount: 500n,
    reference: '',
    ending: '',
    bookedAt: sentAt,
    ...over,
  })

  test.each([
    ['with the reference', { reference: 'xx fl-abc 234 yy' }, []],
    ['with the reference and another amount', { reference: 'FLABC234', amount: 400n }, ['amount']],
    [
      'with the reference, far too late',
      { reference: 'FLABC234', bookedAt: at('2026-02-20 10:00') },
      ['time'],
    ],
    ['with the account ending alone', { ending: '004711' }, ['no-reference']],
  ])('%s matches the deposit', (_what, over, differences) => {
    expect(matchLine(line(over), [deposit()])).toEqual({ depositId: 'a', differences })
  })

  test.each([
    ['with the amount alone', {}],
    ['with the account ending and another amount', { ending: '4711', amount: 400n }],
    ['with another currency', { reference: 'FLABC234', currency: 'USD' }],
    ['with outgoing money', { reference: 'FLABC234', amount: -500n }],
  ])('%s matches no deposit', (_what, over) => {
    expect(matchLine(line(over), [deposit()])).toBeUndefined()
  })

  test('matches the better of two deposits, and none when equal', () => {
    const two = [deposit(), deposit({ depositId: 'b', reference: 'FLXYZ777' })]
    expect(matchLine(line({ ending: '4711' }), two)).toBeUndefined()
    expect(matchLine(line({ ending: '4711', reference: 'FLXYZ777' }), two)?.depositId).toBe('b')
  })
})
