import { describe, expect, test } from 'vitest'
import { asksForMember, queryOf, recordedText } from './query.ts'

const partsOf = (text: string) =>
  Object.fromEntries(
    Object.entries(queryOf(text)).filter(([name, value]) => name !== 'text' && value !== null),
  )

describe('a searched text', () => {
  test.each([
    ['0912345678', { account: '0912345678' }],
    ['0912-345 678', { account: '0912345678' }],
    ['M-12ab34', { memberNumber: '12ab34' }],
    ['d1116-13', { reviewNumber: 'D1116-000013' }],
    ['D1116-000013', { reviewNumber: 'D1116-000013' }],
    ['flql5lhv', { reference: 'FLQL5LHV' }],
    ['2330', { ending: '2330' }],
    ['林書安', { maskedName: '林○安' }],
    ['Mary Chen', { maskedName: 'M••• C•••' }],
    ['mary chen', { maskedName: 'M••• C•••' }],
    ['Mary', {}],
    ['林', {}],
    ['deposit.opens', {}],
    ['091234', { ending: '091234', reference: '091234' }],
  ])('%s is read as what it can be', (text, parts) => {
    expect(partsOf(text)).toEqual(parts)
  })

  test('only a text that can name a member is recorded', () => {
    expect(
      ['deposit.opens', 'TSMC', '0912345678', '林書安'].map((text) => asksForMember(queryOf(text))),
    ).toEqual([false, false, true, true])
  })

  test('an account and a name are recorded masked', () => {
    expect(['0912345678', '林書安', 'FLQL5LHV'].map((text) => recordedText(queryOf(text)))).toEqual([
      '0912-***-678',
      '林○安',
      'FLQL5LHV',
    ])
  })
})
