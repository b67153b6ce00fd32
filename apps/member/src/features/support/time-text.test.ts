import { expect, test } from 'vitest'
import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'
import { medianText } from './time-text.ts'

test('an answer within the minute never takes 0 minutes', () => {
  expect([0, 1, 61].map((minutes) => medianText(minutes, tw))).toEqual([
    '不到一分鐘',
    '1 分鐘',
    '1 小時 1 分',
  ])
  expect(medianText(0, en)).toBe('Under a minute')
})
