import { expect, test } from 'vitest'
import { detailLines } from './details.ts'

test('before and after values are paired, other details shown as noted', () => {
  expect(detailLines('{"old":"a","new":"b","by":["x"],"n":3}')).toEqual([
    { field: 'new', before: 'a', after: 'b' },
    { field: 'by', before: undefined, after: '["x"]' },
    { field: 'n', before: undefined, after: '3' },
  ])
  expect(detailLines('{"before":{"state":"waiting"},"after":{"state":"second","by":"wei"}}')).toEqual([
    { field: 'state', before: 'waiting', after: 'second' },
    { field: 'by', before: '—', after: 'wei' },
  ])
  expect(detailLines('not json')).toEqual([{ field: '', before: undefined, after: 'not json' }])
  expect(detailLines('{}')).toEqual([])
  expect(
    detailLines('{"revised":{"booked":"500"},"operators":["a"]}', (field) =>
      field === 'booked' ? 'NT$5.00' : field === 'operators' ? 'Wei' : undefined,
    ),
  ).toEqual([
    { field: 'revised booked', before: undefined, after: 'NT$5.00' },
    { field: 'operators', before: undefined, after: 'Wei' },
  ])
})
