import { expect, test } from 'vitest'
import { blocksOf } from './blocks-of.ts'

test('a notice body parses into headings, tables and paragraphs only', () => {
  expect(
    blocksOf(
      'Closed on Friday.\n\n## Hours\nBefore | 08:30 – 09:00\nOpen | 09:00 – 13:25\n\n<b>a</b> | b | c\n\n',
    ),
  ).toEqual([
    { kind: 'text', text: 'Closed on Friday.' },
    { kind: 'heading', text: 'Hours' },
    {
      kind: 'table',
      rows: [
        ['Before', '08:30 – 09:00'],
        ['Open', '09:00 – 13:25'],
      ],
    },
    { kind: 'text', text: '<b>a</b> | b | c' },
  ])
  expect(blocksOf('')).toEqual([])
})
