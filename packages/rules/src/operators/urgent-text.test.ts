import { expect, test } from 'vitest'
import { describeUrgent } from './urgent-text.ts'

test('a push names the kind and the deadline in both languages', () => {
  const due = new Date('2026-03-16T05:30:00.000Z')
  expect(describeUrgent('market-halt', due, 'tw')).toEqual({
    title: '緊急審核',
    text: '暫停交易，請在 13:30 前決定。',
  })
  expect(describeUrgent('journal', due, 'en')).toEqual({
    title: 'Urgent review',
    text: 'Correction, to be decided by 13:30.',
  })
})
