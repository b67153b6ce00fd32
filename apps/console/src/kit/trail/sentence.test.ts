import { expect, test } from 'vitest'
import { detailText, sentenceOf } from './sentence.ts'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

test('an audit entry reads as a sentence with names and amounts', () => {
  const vote = {
    action: 'operators.voted',
    who: ['陳偉'],
    about: 'D1116-000013',
    details: { decision: 'approve', kind: 'deposit' },
  }
  expect(sentenceOf(en, vote)).toBe('陳偉 approved D1116-000013')
  expect(sentenceOf(tw, vote)).toBe('陳偉 核准 D1116-000013')
  const booked = {
    action: 'deposits.passed',
    who: ['陳偉', '林美'],
    about: 'D1116-000013',
    details: { booked: '500000000000', currency: 'TWD' },
  }
  expect(sentenceOf(en, booked)).toBe('陳偉 and 林美 booked a deposit D1116-000013, NT$5,000,000,000.00')
  expect(sentenceOf(en, { ...vote, action: 'x.y', about: null })).toBe('陳偉 x.y')
})

test('only amount fields are formatted as money', () => {
  expect(detailText('booked', '5000000', {})).toBe('NT$50,000.00')
  expect(detailText('amount', '100', { currency: 'USD' })).toBe('US$1.00')
  expect(detailText('attempt', '1', {})).toBeUndefined()
  expect(detailText('booked', 'much', {})).toBeUndefined()
})
