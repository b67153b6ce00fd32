import { describe, expect, test } from 'vitest'
import { matchLine, type OpenDeposit } from './index.ts'

/** A time in Taipei. */
const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)

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
