import { describe, expect, test } from 'vitest'
import { verificationStates } from '@fairlot/contract/members'
import {
  ageOn,
  fieldsToSend,
  identityDeeds,
  identityTransitions,
  isBirthDate,
  isDocumentNumber,
  isName,
  maskName,
  maskNumber,
  mayDo,
  mayMove,
  numberSpace,
  plainName,
  tiersOf,
} from './index.ts'

describe('document numbers', () => {
  test.each([
    ['national-id', 'A123456789'],
    ['national-id', 'a1 2345-6789'],
    ['national-id', 'Ａ１２３４５６７８９'],
    ['national-id', 'F131104093'],
    ['resident-certificate', 'A800000014'],
    ['resident-certificate', 'AB12345677'],
    ['passport', '312345678'],
    ['passport', 'EA123456'],
  ] as const)('%s %s is accepted', (document, number) => {
    expect(isDocumentNumber(document, number)).toBe(true)
  })

  test.each([
    ['national-id', 'A123456788'],
    ['national-id', 'A323456789'],
    ['national-id', 'A12345678'],
    ['national-id', 'A1234567890'],
    ['national-id', 'A800000014'],
    ['resident-certificate', 'A800000015'],
    ['resident-certificate', 'A123456789'],
    ['resident-certificate', 'AE12345677'],
    ['passport', 'ABCDEFG'],
    ['passport', '12345'],
    ['passport', '1234567890'],
    ['passport', '3123<5678'],
  ] as const)('%s %s is refused', (document, number) => {
    expect(isDocumentNumber(document, number)).toBe(false)
  })

  test('a wrong digit fails where its weight is odd and not five', () => {
    const good = 'A123456789'
    for (const at of [2, 6, 8, 9]) {
      for (const digit of '0123456789') {
        if (digit === good[at]) continue
        expect(isDocumentNumber('national-id', good.slice(0, at) + digit + good.slice(at + 1))).toBe(false)
      }
    }
  })

  test('both state cards share a number space, and masks hide digits', () => {
    expect(numberSpace('national-id')).toBe(numberSpace('resident-certificate'))
    expect(numberSpace('passport')).not.toBe(numberSpace('national-id'))
    expect(maskNumber('a123456789')).toBe('A12••••789')
  })
})

describe('people', () => {
  test.each(['林書安', '歐陽娜娜', 'Mary Jane O’Neil', 'José', '谷辣斯·尤達卡'])('%s is a name', (name) => {
    expect(isName(name)).toBe(true)
  })
  test.each(['', '林', 'R2D2', '<b>x</b>', '林書安!', ' ', '--', 'a'.repeat(51)])(
    '%s is not a name',
    (name) => {
      expect(isName(name)).toBe(false)
    },
  )
  test('names are masked', () => {
    expect([
      maskName('林書安'),
      maskName('王明'),
      maskName('Mary Chen'),
      plainName('  Mary   Chen '),
    ]).toEqual(['林○安', '王○', 'M••• C•••', 'Mary Chen'])
  })
  test('birth dates are validated and ages computed', () => {
    expect(isBirthDate('2000-02-29', '2026-11-15')).toBe(true)
    for (const wrong of ['2001-02-29', '2026-11-16', '1899-12-31', '2000-13-01', '20000101', ''])
      expect(isBirthDate(wrong, '2026-11-15')).toBe(false)
    expect([ageOn('2008-11-15', '2026-11-15'), ageOn('2008-11-16', '2026-11-15')]).toEqual([18, 17])
    expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')]).toEqual([17, 18])
  })
})

test('only four verification transitions are allowed', () => {
  const legal = verificationStates.flatMap((from) =>
    verificationStates.flatMap((to) => (mayMove(from, to) ? [`${from} ${to}`] : [])),
  )
  expect(new Set(legal)).toEqual(new Set(identityTransitions.map((pair) => pair.join(' '))))
  expect(legal).toHaveLength(4)
})

test('after a rejection only the rejected fields are sent again', () => {
  expect(fieldsToSend('national-id', undefined)).toEqual(['name', 'number', 'birth-date', 'front', 'back'])
  expect(fieldsToSend('passport', undefined)).not.toContain('back')
  expect(fieldsToSend('national-id', { document: 'national-id', problems: ['back', 'name'] })).toEqual([
    'name',
    'back',
  ])
  expect(fieldsToSend('passport', { document: 'national-id', problems: ['back'] })).toHaveLength(4)
  expect(fieldsToSend('national-id', { document: 'national-id', problems: [] })).toHaveLength(5)
})

test('practice members trade unverified; withdrawing needs verification and an own account', () => {
  const tiers = (profile: 'tw' | 'practice', isVerified: boolean, hasOwnCard: boolean) =>
    tiersOf({ profile, isVerified, hasOwnCard })
  expect(tiers('practice', false, false)[0]!.allows).toContain('trade')
  expect(tiers('tw', false, false)[0]!.allows).toEqual(['view'])
  for (const profile of ['tw', 'practice'] as const) {
    const all = tiers(profile, true, true)
    expect(all.filter(({ allows }) => allows.includes('withdraw')).map(({ tier }) => tier)).toEqual([
      'paid-out',
    ])
    expect(all.find(({ isMine }) => isMine)!.tier).toBe('paid-out')
    expect(tiers(profile, true, false).find(({ isMine }) => isMine)!.tier).toBe('verified')
    expect(tiers(profile, false, true).find(({ isMine }) => isMine)!.tier).toBe('registered')
  }
  const may = (profile: 'tw' | 'practice', isVerified: boolean, hasOwnCard = false) =>
    identityDeeds.filter((deed) => mayDo({ profile, isVerified, hasOwnCard }, deed))
  expect(may('tw', false)).toEqual(['view'])
  expect(may('practice', false)).toEqual(['view', 'trade', 'deposit'])
  expect(may('tw', true)).toEqual(['view', 'trade', 'deposit', 'bank-account', 'new-shares'])
  expect(may('tw', true, true)).toEqual(identityDeeds)
})
