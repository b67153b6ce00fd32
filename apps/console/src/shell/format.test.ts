import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { formatMoment, fullMoment, momentText } from './format.ts'

const now = new Date('2026-03-12T16:30:00Z')

test('a time in a sentence has its date and zone', () => {
  expect(momentText('2026-03-12T16:10:00Z', now)).toBe('03/13 00:10 UTC+8')
  expect(momentText('2025-12-31T15:59:59Z', now)).toBe('2025/12/31 23:59 UTC+8')
})

test('a time in a list is short, with the rest on hover', () => {
  expect(formatMoment('2026-03-12T16:10:00Z', now)).toBe('00:10:00')
  expect(fullMoment('2026-03-12T16:10:00Z')).toBe('2026/03/13 00:10:00 UTC+8 Taipei')
})

test('only times with a hover text leave out date and zone', () => {
  const using = globSync('apps/console/src/**/*.{ts,tsx}').filter((file) =>
    /\bformatMoment\(/.test(readFileSync(file, 'utf8')),
  )
  expect(using.toSorted()).toEqual([
    'apps/console/src/features/audit/format.ts',
    'apps/console/src/kit/Moment.tsx',
    'apps/console/src/shell/format.test.ts',
  ])
})
